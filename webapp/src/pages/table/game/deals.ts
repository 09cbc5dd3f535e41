/** What this browser saw and said before a deal, kept by itself so that no server can say otherwise afterwards. */
import type { Snapshot } from '../../../gen/protocol';
import { device } from '../../../storage';

const STORED = 'deals';
/** Rooms of which it is kept, the newest. */
const MOST = 50;

/** The commitment as it was first seen, whether before the deal, and the word said for the deal. */
export interface Seen {
  readonly commitment: string;
  readonly before: boolean;
  readonly word: string | null;
}

export function seen(room: string): Seen | null {
  return all()[room] ?? null;
}

/** Keep what a state shows of the deal; the word to say for it now, null where there is nothing to say. */
export function follow(room: string, { commitment, phase, you, word }: Snapshot): string | null {
  if (commitment === null) return null;
  const known = seen(room) ?? { commitment, before: phase === 'lobby', word: null };
  const says = phase === 'lobby' && you !== null && word === null ? (known.word ?? randomWord()) : null;
  if (seen(room) === null || says !== null) keep(room, { ...known, word: says ?? known.word });
  return says;
}

function keep(room: string, what: Seen): void {
  const others = Object.entries(all()).filter(([id]) => id !== room);
  device.remember(STORED, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [room, what]])));
}

function all(): Readonly<Record<string, Seen>> {
  return (device.recall<Record<string, Seen>>(STORED) ?? {}) as Record<string, Seen>;
}

function randomWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
