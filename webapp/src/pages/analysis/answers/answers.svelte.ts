/** What is asked about the position, asked again a moment after each change of it. */
import type { Analysed, EditionFault, Fault, Wish } from '../../../gen/protocol';
import { Refusal } from '../../../net/http';
import { answerTo } from '../asking';
import type { Bench } from '../bench.svelte';

export const WANTED = ['best', 'several', 'placeable', 'outs', 'waits', 'arrange', 'every'] as const;
export type Wanted = (typeof WANTED)[number];
export type Objective = NonNullable<Wish['objective']>;
export const OBJECTIVES = ['tiles', 'value', 'out'] as const satisfies readonly Objective[];

/** Milliseconds without a change until the question goes out. */
const QUIET = 100;
/** How many plays are wanted of several, and how many ways out. */
const COUNTS: Readonly<Partial<Record<Wanted, number>>> = { several: 5, outs: 10 };

/** Why there is no answer. */
export interface Problem {
  readonly code: string;
  readonly violations: readonly Fault[];
  readonly faults: readonly EditionFault[];
}

export class Answers {
  wanted = $state<Wanted>('best');
  objective = $state<Objective>('tiles');
  answer = $state.raw<Analysed | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** Melds of the position that cannot be, by their place. */
  readonly wrong = $derived(
    new Set(this.problem?.violations.flatMap(({ meld }) => (meld === null ? [] : [meld])) ?? []),
  );
  #timer: ReturnType<typeof setTimeout> | undefined;
  #n = 0;

  /** Ask about the position as it is now; what was asked before is of no interest any more. `quietly`, the answer before
      stays until the next one is there. */
  ask(bench: Bench, quietly = false): void {
    this.rest();
    const { edition, changes } = bench.setup;
    const rules = Object.keys(changes).length > 0 ? { house: { base: edition, changes } } : { edition };
    const question = { position: bench.line, wish: this.#wish(), ...rules };
    const n = this.#n;
    this.busy = !quietly;
    this.#timer = setTimeout(() => void this.#asked(n, question), QUIET);
  }

  /** Nothing to ask. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#n += 1;
    this.answer = null;
    this.busy = false;
  }

  #wish(): Wish {
    const asked = this.wanted === 'several' ? 'best' : this.wanted;
    return { asked, objective: this.objective, count: COUNTS[this.wanted] ?? 1 };
  }

  async #asked(n: number, question: Parameters<typeof answerTo>[0]): Promise<void> {
    let answer: Analysed | null = null;
    let problem: Problem | null = null;
    try {
      answer = await answerTo(question);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      const violations = (reason.params.violations ?? []) as readonly Fault[];
      problem = { code: reason.code, violations, faults: reason.faults };
    }
    if (n !== this.#n) return;
    this.answer = answer;
    this.problem = problem;
    this.busy = false;
  }
}
