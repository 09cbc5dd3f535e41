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

  async look(): Promise<void> {
    try {
      await ensureSession();
      const [mine, open] = await Promise.all([myRooms(), openRooms()]);
      this.mine = mine.sort(byTimeLeft);
      listTurns(mine.filter((room) => room.your_turn).map(({ room }) => room));
      this.open = open;
      this.connection = 'open';
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.connection = problem.code === 'offline' ? 'lost' : 'open';
    }
  }
}
