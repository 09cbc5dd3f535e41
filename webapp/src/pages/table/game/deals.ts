/** What this browser saw and said before a deal, kept by itself so that no server can say otherwise afterwards. */
import type { Seal, Snapshot, Word } from '../../../gen/protocol';
import { device } from '../../../storage';
import { sha256 } from './sha256';

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

/** What a page sends for a deal: first the seal of its word, then the word. */
export type Step = Pick<Seal, 't' | 'seal'> | Pick<Word, 't' | 'word'>;

/** Takes part in the deal of one room, and sends a step once as long as it is called for on one connection. */
export class PartInDeal {
  #sent = '';

  constructor(
    private readonly room: string,
    private readonly send: (step: Step) => void,
  ) {}

  follow(state: Snapshot, fresh: boolean): void {
    const step = follow(this.room, state, fresh);
    const sent = step === null ? '' : JSON.stringify([state.commitment, step]);
    if (step !== null && (sent !== this.#sent || fresh)) this.send(step);
    // who stands up and sits down again seals their word again
    this.#sent = sent;
  }
}

export function seen(room: string): Seen | null {
  return all()[room] ?? null;
}

/** Keep what a state shows of the deal; what to send for it now, null where there is nothing. `fresh`: the page has just
 * come, so that a seal on its seat that is not its own is of a device that may be gone. */
export function follow(room: string, state: Snapshot, fresh: boolean): Step | null {
  const { commitment, phase, you, seals, asked } = state;
  if (commitment === null) return null;
  const known = seen(room);
  if (phase !== 'lobby') {
    if (known === null) keep(room, { commitment, before: false, word: null, seals: null });
    return null;
  }
  const before = {
    word: null,
    seals: null,
    ...known,
    commitment: known?.commitment ?? commitment,
    before: known?.before ?? true,
  };
  if (!asked && before.seals === null) {
    const word = before.word ?? (you === null ? null : randomWord());
    // as long as no word was said nothing is lost by another promise
    if (known?.commitment !== commitment || known.word !== word) keep(room, { ...before, commitment, word });
    if (you === null || word === null) return null;
    const own = sha256(word);
    return seals[you] === own || (seals[you] !== null && !fresh) ? null : { t: 'seal', seal: own };
  }
  if (before.seals === null) keep(room, { ...before, seals });
  const mine = before.word !== null && you !== null && (before.seals ?? seals)[you] === sha256(before.word);
  return mine && asked && state.word === null && before.commitment === commitment
    ? { t: 'word', word: before.word! }
    : null;
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
