/** What the clock did to the player at this screen, until they have pressed it away, also through reloads. */
import type { GameEvent } from '../../../net/events';
import { device } from '../../../storage';

/** The time was up, or a computer player stood in for somebody who was away. */
export type ByClock = Extract<GameEvent, { t: 'timed-out' | 'stood-in' | 'time-over' }>;

/** What the clock did to `seat`, the first to the last. */
export function byClock(events: readonly GameEvent[], seat: number | null): ByClock[] {
  return events
    .filter((event) => event.t === 'timed-out' || event.t === 'stood-in' || event.t === 'time-over')
    .filter((one) => one.seat === seat);
}

const STORED = 'tilerummy.late';

interface Kept {
  room: string;
  count: number;
}

/** How many of these the player has read; the browser keeps it for one table. */
export class Read {
  count = $state(0);

  constructor(readonly room: string) {
    const kept = device.recall<Kept>(STORED);
    if (kept?.room === room) this.count = kept.count ?? 0;
  }

  all(count: number): void {
    this.count = count;
    device.remember(STORED, JSON.stringify({ room: this.room, count } satisfies Kept));
  }
}
