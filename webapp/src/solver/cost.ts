/** What plays are worth, and their order by it: `solver/objectives.py`. */
import { FIRST_JOKER, type Rules } from './rules';
import type { Objective } from './task';

/** By the objective, then jokers spent (fewer jokers left cost more), then the other measure. */
export type Cost = readonly [number, number, number];

/** Penalty points of tiles on a rack. */
export function points(kinds: readonly number[], { penalty }: Rules): number {
  return kinds.reduce((sum, kind) => sum + (kind < FIRST_JOKER ? (kind % 13) + 1 : penalty), 0);
}

/** What the objective counts of these tiles. */
export function primary(kinds: readonly number[], objective: Objective, rules: Rules): number {
  return objective === 'value' ? points(kinds, rules) : kinds.length;
}

/** The cost of leaving tiles behind. */
export function costOf(left: readonly number[], objective: Objective, rules: Rules): Cost {
  const jokers = left.filter((kind) => kind >= FIRST_JOKER).length;
  const [first, other] = [left.length, points(left, rules)];
  return objective === 'value' ? [other, -jokers, first] : [first, -jokers, other];
}

/** Below 0 where the one comes before the other. */
export function compared(one: Cost, other: Cost): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** What comes first by this order, of equals the earliest, taken out. */
export function takeFirst<T>(waiting: T[], order: (one: T, other: T) => number): T | undefined {
  let first = 0;
  for (const [at, one] of waiting.entries()) if (order(one, waiting[first]!) < 0) first = at;
  return waiting.splice(first, 1)[0];
}
