/** What the server says, or, without a connection, what it said the last time on this device. */
import { recall, remember } from '../../storage';

export async function lastSaid<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const stored = `tilerummy.said.${name}`;
  try {
    const answer = await ask();
    remember(localStorage, stored, JSON.stringify(answer));
    return answer;
  } catch (problem) {
    const before = recall<T>(localStorage, stored);
    if (before === null) throw problem;
    return before as T;
  }
}
