/** The best play in a position, as `solver/solve.py` finds it on the server: the same answers, byte for byte. */
import { points, primary } from './cost';
import { counted, less, listed, NONE } from './counts';
import type { Search } from './kernel';
import { readLayout } from './layout';
import type { Query } from './query';
import { KINDS, rulesOf } from './rules';
import { SameTurn, type FirstPlay } from './same_turn';
import { best, type Budget, type Objective } from './task';

/** `optimal`: proved. `feasible`: no play is worth more than `bound`. `no-play`: proved that there is none.
 * `out-of-budget`: nothing found, nothing proved. */
export type Status = 'optimal' | 'feasible' | 'no-play' | 'out-of-budget';

export interface Answer {
  readonly status: Status;
  /** How many rack tiles the play lays, their penalty points, and which they are, in canonical order. */
  readonly tiles: number;
  readonly value: number;
  readonly play: { readonly opening: readonly string[]; readonly table: readonly string[] } | null;
  readonly played: readonly string[];
  /** No play is worth more: points for the objective `value`, tiles for the others. */
  readonly bound: number;
  /** States expanded by the search. */
  readonly nodes: number;
}

/** The question about a position; null where only the server can answer it. See `here.ts`. */
export function queryOf(position: string, edition: string, objective: Objective): Query | null {
  const rules = rulesOf(edition);
  const layout = rules && readLayout(position, rules);
  return layout ? { layout, rules, objective, least: NONE, most: counted(layout.rack) } : null;
}

/** The best play that the query allows. Throws Malformed, or RangeError, where the search does not take the position. */
export function solve(query: Query, budget: Budget, search: Search): Answer {
  const { layout, rules, objective, most } = query;
  const rack = listed(most);
  if (objective === 'out' && rack.length < layout.rack.length) return without('no-play', 0, 0);
  const { opening, found } = layout.opened ? laterPlay(query, budget, search) : firstPlay(query, budget, search);
  const { melds, left, proved, nodes } = found;
  const bound = primary(rack, objective, rules) - found.bound;
  if (melds === null || left.length === rack.length) {
    return proved ? without('no-play', 0, nodes) : without('out-of-budget', bound, nodes);
  }
  const played = listed(less(most, counted(left)));
  return {
    status: proved ? 'optimal' : 'feasible',
    tiles: played.length,
    value: points(played, rules),
    play: { opening: opening.map(({ text }) => text), table: melds.map(({ text }) => text) },
    played: played.map((kind) => KINDS[kind]!),
    bound,
    nodes,
  };
}

function without(status: Status, bound: number, nodes: number): Answer {
  return { status, tiles: 0, value: 0, play: null, played: [], bound, nodes };
}

function laterPlay({ layout, rules, objective, least, most }: Query, budget: Budget, search: Search): FirstPlay {
  const may = listed(less(most, least));
  const task = { rules, must: listed(least), may, objective, threshold: 0, table: layout.table };
  return { opening: [], found: best(task, budget, search) };
}

function firstPlay(query: Query, budget: Budget, search: Search): FirstPlay {
  const { layout, rules, objective, least, most } = query;
  const threshold = rules.waived && (layout.pool === 0 || layout.lastTurn) ? 1 : rules.amount;
  if (rules.same_turn) return new SameTurn(query, threshold, budget, search).bestPlay();
  const may = listed(less(most, least));
  const found = best({ rules, must: listed(least), may, objective, threshold, table: [] }, budget, search);
  if (found.melds === null) return { opening: [], found };
  return { opening: found.melds, found: { ...found, melds: [...layout.table, ...found.melds] } };
}
