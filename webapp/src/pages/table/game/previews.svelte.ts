/** Asking the server's judge about the draft, a moment after each change; the answers by the text they were given for. */
import type { Arrangement } from '../../../board/wire';
import type { MeldShown, Previewed } from '../../../gen/protocol';

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
  /** Melds that lie nowhere yet, and who waits for the word on them; they travel with the next question. */
  #trials: readonly string[] = [];
  #waiting: readonly ((told: boolean) => void)[] = [];
  readonly #send: (n: number, question: Question, trials: readonly string[]) => boolean;

  constructor(send: (n: number, question: Question, trials: readonly string[]) => boolean) {
    this.#send = send;
  }

  /** Ask about single melds that lie nowhere yet; false where there is nobody to ask. */
  async judge(texts: readonly string[]): Promise<boolean> {
    const unknown = [...new Set(texts)].filter((text) => !this.#known.has(text));
    if (unknown.length === 0) return true;
    if (this.#asked === undefined) return false;
    this.#trials = [...new Set([...this.#trials, ...unknown])];
    const told = new Promise<boolean>((done) => {
      this.#waiting = [...this.#waiting, done];
    });
    this.#soon();
    return told;
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
    this.answer = null;
    this.#soon();
  }

  #soon(): void {
    this.#n += 1;
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
    this.#tell(false);
  }

  #tell(told: boolean): void {
    const waiting = this.#waiting;
    this.#trials = [];
    this.#waiting = [];
    for (const done of waiting) done(told);
  }

  /** Ask again after the connection was lost: the server may be another one, which does not know the draft. */
  again(): void {
    this.#ask();
  }

  #ask(): void {
    if (this.#asked !== undefined) this.#send(this.#n, this.#asked, this.#trials);
  }

  /** True if the answer was for the question now open. */
  receive(answer: Previewed): boolean {
    if (answer.n !== this.#n || this.#asked === undefined) return false;
    this.answer = answer;
    this.last = answer;
    this.pending = false;
    this.#learn(this.#asked.arrangement.table, answer.melds);
    this.#learn(this.#trials, answer.trials);
    this.#tell(true);
    return true;
  }

  #learn(texts: readonly string[], melds: readonly MeldShown[]): void {
    texts.forEach((text, at) => {
      const meld = melds[at];
      if (meld !== undefined) this.#known.set(text, meld);
    });
  }

  meld(text: string): MeldShown | undefined {
    return this.#known.get(text);
  }
}
