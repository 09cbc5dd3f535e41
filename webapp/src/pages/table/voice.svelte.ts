/** What the page says by itself: one list of sentences, read out in order; the last ones stay to be seen. */
const KEPT = 6;

export interface Said {
  readonly id: number;
  readonly text: string;
}

export class Voice {
  said = $state.raw<readonly Said[]>([]);
  #next = 0;

  say(text: string): void {
    if (text === '') return;
    this.#next += 1;
    this.said = [...this.said.slice(1 - KEPT), { id: this.#next, text }];
  }
}
