/** What this browser saw and said before a deal, kept by itself so that no server can say otherwise afterwards. */
import { device } from '../../../storage';

const STORED = 'deals';
/** Rooms of which it is kept, the newest. */
const MOST = 50;

/** What a browser knows of a deal: the commitment as it was when words were asked for, whether it was seen `before` the game,
 * the own word, and the `seals` of all as they were before this page said its word; null until then. */
export interface Seen {
  readonly commitment: string;
  readonly before: boolean;
  readonly word: string | null;
  readonly seals?: readonly (string | null)[] | null;
}

export function seen(room: string): Seen | null {
  return all()[room] ?? null;
}

export function keep(room: string, what: Seen): void {
  const others = Object.entries(all()).filter(([id]) => id !== room);
  device.remember(STORED, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [room, what]])));
}

/** Keep the commitment of a game that goes on already, where nothing is known of its deal. */
export function keepLate(room: string, commitment: string | null): void {
  if (commitment !== null && seen(room) === null) keep(room, { commitment, before: false, word: null, seals: null });
}

function all(): Readonly<Record<string, Seen>> {
  return (device.recall<Record<string, Seen>>(STORED) ?? {}) as Record<string, Seen>;
}
