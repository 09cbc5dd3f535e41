/** Asking the server's judge about the draft, a moment after each change; the answers by the text they were given for. */
import type { Arrangement } from '../../board/wire';
import type { MeldShown, Previewed } from '../../gen/protocol';

const QUIET = 60;

interface Question {
  readonly key: string;
  readonly on: number;
  readonly arrangement: Arrangement;
}

export class Previews {
  /** The answer for the arrangement now on the table; null while it is awaited. */
  answer = $state.raw<Previewed | null>(null);
  /** The last answer, for labels that would flicker otherwise. */
  last = $state.raw<Previewed | null>(null);
  pending = $state(false);
  /** Verdicts on single melds by their text; a meld is judged by itself, so they stay true. */
  readonly #known = new Map<string, MeldShown>();
  #seq = -1;
  #asked: Question | undefined;
  #n = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #send: (n: number, question: Question) => boolean;

  constructor(send: (n: number, question: Question) => boolean) {
    this.#send = send;
  }

  /** Ask about `arrangement` on the table numbered `on`, unless that is already asked. */
  ask(on: number, arrangement: Arrangement): void {
    const key = `${on} ${arrangement.opening.join()} | ${arrangement.table.join()}`;
    if (this.#asked?.key === key) return;
    if (this.#seq !== on) {
      this.#seq = on;
      this.last = null;
    }
    this.#asked = { key, on, arrangement };
    this.#n += 1;
    this.answer = null;
    this.pending = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), QUIET);
  }

  /** Nothing to ask: it is not this viewer's table to arrange. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#asked = undefined;
    this.#n += 1;
    this.answer = null;
    this.last = null;
    this.pending = false;
  }

  /** Ask again after the line was lost. */
  again(): void {
    if (this.#asked !== undefined && this.answer === null) this.#ask();
  }

  #ask(): void {
    if (this.#asked !== undefined) this.#send(this.#n, this.#asked);
  }

  /** True if the answer was for the question now open. */
  receive(answer: Previewed): boolean {
    if (answer.n !== this.#n || this.#asked === undefined) return false;
    this.answer = answer;
    this.last = answer;
    this.pending = false;
    this.#asked.arrangement.table.forEach((text, at) => {
      const meld = answer.melds[at];
      if (meld !== undefined) this.#known.set(text, meld);
    });
    return true;
  }

  meld(text: string): MeldShown | undefined {
    return this.#known.get(text);
  }
}
