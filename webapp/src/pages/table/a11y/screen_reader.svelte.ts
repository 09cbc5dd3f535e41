/** What the page says by itself: one list of sentences, read out in order; the last ones stay to be seen. */
import { untrack } from 'svelte';

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
    // an effect may say something without hearing itself
    this.said = [...untrack(() => this.said).slice(1 - KEPT), { id: this.#next, text }];
  }
}
