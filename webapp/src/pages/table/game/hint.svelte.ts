/** The hint for this turn, told in three parts: how many tiles, which ones, how. The table's next change takes it away. */
import type { Hinted, Refused } from '../../../gen/protocol';

/** How much is told: nothing, the number of tiles, which tiles, the steps. */
export type Told = 0 | 1 | 2 | 3;

const NO_MARKS: ReadonlyMap<string, number> = new Map();

export class Hinting {
  answer = $state.raw<Hinted | null>(null);
  told = $state<Told>(0);
  asking = $state(false);
  /** Its card is to be seen; what was told stays known, and the tiles marked, when that is put away. */
  open = $state(false);
  /** The player's tiles still to be laid, each with the number of its meld in the hint. */
  marks = $state.raw<ReadonlyMap<string, number>>(NO_MARKS);
  /** How much is told at most; the steps, and laying them, come with the last part. */
  limit = $state<Told>(3);
  /** Height of the card in CSS pixels, which the felt leaves free below the last set. */
  height = $state(0);
  #seq = -1;
  readonly #ask: (on: number) => Promise<Hinted | Refused>;
  readonly #refused: (answer: Refused) => void;

  constructor(ask: (on: number) => Promise<Hinted | Refused>, refused: (answer: Refused) => void) {
    this.#ask = ask;
    this.#refused = refused;
  }

  /** How much there is to tell. */
  get most(): Told {
    return this.answer !== null && this.answer.tiles > 0 ? this.limit : 1;
  }

  /** The table is numbered `seq` now. */
  follow(seq: number): void {
    if (seq === this.#seq) return;
    this.#seq = seq;
    this.answer = null;
    this.told = 0;
    this.marks = NO_MARKS;
    this.asking = false;
    this.open = false;
  }

  /** Show what was told; where that is to be seen already, tell one part more, and after the last one put it away. */
  async press(): Promise<void> {
    if (this.asking) {
      this.open = true;
      return;
    }
    if (this.answer !== null) {
      if (this.open && this.told < this.most) this.told = (this.told + 1) as Told;
      else this.open = !this.open;
      return;
    }
    const on = this.#seq;
    this.asking = this.open = true;
    const answer = await this.#ask(on);
    if (on !== this.#seq) return;
    this.asking = false;
    if (answer.t === 'refused') {
      this.open = false;
      this.#refused(answer);
      return;
    }
    this.answer = answer;
    this.told = 1;
  }

  /** Tell all of it at once, past every limit. Whether there is an answer. */
  async tell(): Promise<boolean> {
    this.limit = 3;
    if (this.answer === null) await this.press();
    if (this.answer === null) return false;
    this.told = this.most;
    this.open = true;
    return true;
  }

  close(): void {
    this.open = false;
  }
}
