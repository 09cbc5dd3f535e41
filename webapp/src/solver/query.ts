/** A question that can be answered here, and the work that it may take. */
import type { Counts } from './counts';
import type { Layout } from './layout';
import type { Rules } from './rules';
import type { Budget, Objective } from './task';

/** The plays that lay at least the rack tiles `least`, and none but those of `most`. */
export interface Query {
  readonly layout: Layout;
  readonly rules: Rules;
  readonly objective: Objective;
  readonly least: Counts;
  readonly most: Counts;
}

/** The work of one call: what it has spent, and what is left. */
export class Work {
  nodes = 0;
  readonly #start = performance.now();

  constructor(private readonly budget: Budget) {}

  ended(): boolean {
    const { nodes, milliseconds } = this.budget;
    return this.nodes >= nodes || (milliseconds > 0 && performance.now() - this.#start >= milliseconds);
  }

  /** What may still be spent, at least the least there is. */
  rest(): Budget {
    const { nodes, milliseconds } = this.budget;
    const time = milliseconds > 0 ? Math.max(1e-6, milliseconds - (performance.now() - this.#start)) : 0;
    return { nodes: Math.max(1, nodes - this.nodes), milliseconds: time };
  }
}
