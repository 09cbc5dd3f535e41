/** What the worker answers: the best plays of a position, within a time. */
import { bestPlays } from './k_best';
import type { Search } from './kernel';
import { Work, type Query } from './query';
import { queryOf, solve, type Answer } from './solve';
import { Malformed, type Budget, type Objective } from './task';

/** See `bestHere` in `here.ts`. `count` is 1 where nothing is said. */
export interface Question {
  readonly position: string;
  readonly edition: string;
  readonly objective: Objective;
  readonly count?: number;
  readonly budget?: Partial<Budget>;
}

/** What the server's library spends where nothing is said. */
const USUAL: Budget = { nodes: 20_000_000, milliseconds: 0 };

/** The query of a question; null where only the server can answer it. */
export function understood({ position, edition, objective }: Question): Query | null {
  return queryOf(position, edition, objective);
}

/** The answer, or the answers from the best play on; null where the search does not take the position. */
export function answers(query: Query, { count = 1, budget }: Question, search: Search): readonly Answer[] | null {
  const whole = { ...USUAL, ...budget };
  try {
    const first = solve(query, whole, search);
    return first.play === null || count === 1 ? [first] : [first, ...others(query, first, count, whole, search)];
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError) return null;
    throw error;
  }
}

/** The plays that come after the first: as many searches share the time of the budget as there may be. */
function others(query: Query, first: Answer, count: number, budget: Budget, search: Search): Answer[] {
  const searches = 2 * count * new Set(query.layout.rack).size;
  const work = new Work(budget);
  const each = { ...budget, milliseconds: budget.milliseconds / searches };
  const plays = [...bestPlays(query, count, each, search, () => work.ended())];
  return plays.filter(({ played }) => played.join() !== first.played.join()).slice(0, count - 1);
}
