/** The part of a page in a deal: first the seal of its word, then the word. */
import type { Seal, Snapshot, Word } from '../../../gen/protocol';
import { keep, keepLate, seen } from './seen';
import { sha256 } from './sha256';

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

/** Keep what a state shows of the deal; what to send for it now, null where there is nothing. `fresh`: the page has just
 * come, so that a seal on its seat that is not its own is of a device that may be gone. */
export function follow(room: string, state: Snapshot, fresh: boolean): Step | null {
  const { commitment, phase, you, seals, asked } = state;
  if (commitment === null) return null;
  if (phase !== 'lobby') {
    keepLate(room, commitment);
    return null;
  }
  const known = seen(room);
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

function randomWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
