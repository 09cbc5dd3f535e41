/** The games that were looked through for missed plays; what was found never changes, so the browser keeps it. */
import { review } from '../../net/api';
import { device } from '../../storage';
import { missedIn, type Missed } from './missed';

const STORED = 'tilerummy.missed';
/** Games that are kept: some 40 bytes each. */
const MOST = 1_000;

export class Studied {
  #found = $state.raw<Readonly<Record<string, Missed | undefined>>>(
    device.recall<Record<string, Missed>>(STORED) ?? {},
  );
  /** The browser keeps nothing more: what was found holds until the page is left. */
  unkept = $state(false);

  of(room: string): Missed | undefined {
    return this.#found[room];
  }

  /** Look through a game. Raises Refusal. */
  async study(room: string): Promise<void> {
    const { turns } = await review(room);
    this.#found = { ...this.#found, [room]: missedIn(turns) };
    const last = Object.entries(this.#found).slice(-MOST);
    this.unkept = !device.remember(STORED, JSON.stringify(Object.fromEntries(last)));
  }
}
