/** The rooms shown on the home page, asked for again while it is looked at. */
import { listTurns } from '../../badge';
import type { RoomListed } from '../../gen/protocol';
import { myRooms, openRooms } from '../../net/api';
import { ensureSession, Refusal } from '../../net/http';
import { byTimeLeft } from '../table/days/days';

/** Milliseconds between two looks. */
const EVERY = 10_000;

export class Lists {
  mine = $state.raw<readonly RoomListed[]>([]);
  open = $state.raw<readonly RoomListed[]>([]);
  /** Nothing is known yet; there is no way to the server; the lists are what it said. */
  connection = $state<'asking' | 'lost' | 'open'>('asking');
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #wake = (): void => {
    if (!document.hidden) void this.look();
  };

  constructor() {
    this.#timer = setInterval(this.#wake, EVERY);
    document.addEventListener('visibilitychange', this.#wake);
    void this.look();
  }

  close(): void {
    clearInterval(this.#timer);
    document.removeEventListener('visibilitychange', this.#wake);
  }

  look(): Promise<void> {
    return this.#answered(async () => {
      await ensureSession();
      const [mine, open] = await Promise.all([myRooms(), openRooms()]);
      this.#take(mine);
      this.open = open;
    });
  }

  /** The reader does not come to a table to which they are invited. */
  decline(room: string): Promise<void> {
    return this.#answered(async () => this.#take(await (await import('../people/people')).decline(room)));
  }

  #take(mine: RoomListed[]): void {
    this.mine = mine.sort(byTimeLeft);
    listTurns(mine.filter((room) => room.your_turn).map(({ room }) => room));
  }

  async #answered(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.connection = 'open';
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.connection = problem.code === 'offline' ? 'lost' : 'open';
    }
  }
}
