/** What the server says, or, without a connection, what it said the last time on this device. */
import { device } from '../../storage';

export async function lastSaid<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const stored = `tilerummy.said.${name}`;
  try {
    const answer = await ask();
    device.remember(stored, JSON.stringify(answer));
    return answer;
  } catch (problem) {
    const before = device.recall<T>(stored);
    if (before === null) throw problem;
    return before as T;
  }
}
