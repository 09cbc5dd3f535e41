/** The best play in a position, as `solver/solve.py` finds it on the server: the same answers, byte for byte. */
import type { Search } from './kernel';
import { readLayout, type Layout, type Meld } from './layout';
import { KINDS, rulesOf, type Rules } from './rules';
import { SameTurn } from './same_turn';
import { best, Malformed, points, type Budget, type Found, type Objective } from './task';

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

export interface Question {
  /** A line of notation, legal in its edition: the table is not judged here. */
  readonly position: string;
  /** The id of an official edition. */
  readonly edition: string;
  readonly objective: Objective;
  readonly budget?: Partial<Budget>;
}

/** A question that can be answered here. */
interface Asked {
  readonly layout: Layout;
  readonly rules: Rules;
  readonly objective: Objective;
  readonly budget: Budget;
}

/** What the server's library spends where nothing is said. */
const USUAL: Budget = { nodes: 20_000_000, milliseconds: 0 };

/** The question, understood; null where only the server can answer it. */
export function understood({ position, edition, objective, budget }: Question): Asked | null {
  const rules = rulesOf(edition);
  const layout = rules && readLayout(position, rules);
  return layout ? { layout, rules, objective, budget: { ...USUAL, ...budget } } : null;
}

/** The best play; null where the search does not take the position. */
export function solve(asked: Asked, search: Search): Answer | null {
  try {
    return answered(asked, search);
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError) return null;
    throw error;
  }
}

function answered(asked: Asked, search: Search): Answer {
  const { layout, rules, objective } = asked;
  const { opening, found } = layout.opened ? laterPlay(asked, search) : firstPlay(asked, search);
  const worth = objective === 'value' ? points(layout.rack, rules) : layout.rack.length;
  const { melds, left, proved, nodes } = found;
  if (melds === null || left.length === layout.rack.length) return without(proved ? 0 : worth - found.bound, found);
  const played = taken(layout.rack, left);
  return {
    status: proved ? 'optimal' : 'feasible',
    tiles: played.length,
    value: points(played, rules),
    play: { opening: opening.map(({ text }) => text), table: melds.map(({ text }) => text) },
    played: played.map((kind) => KINDS[kind]!),
    bound: worth - found.bound,
    nodes,
  };
}

function without(bound: number, { proved, nodes }: Found): Answer {
  return { status: proved ? 'no-play' : 'out-of-budget', tiles: 0, value: 0, play: null, played: [], bound, nodes };
}

interface Played {
  readonly opening: readonly Meld[];
  readonly found: Found;
}

function laterPlay({ layout, rules, objective, budget }: Asked, search: Search): Played {
  const task = { rules, must: [], may: layout.rack, objective, threshold: 0, table: layout.table };
  return { opening: [], found: best(task, budget, search) };
}

function firstPlay({ layout, rules, objective, budget }: Asked, search: Search): Played {
  const threshold = rules.waived && (layout.pool === 0 || layout.lastTurn) ? 1 : rules.amount;
  if (rules.same_turn) return new SameTurn(layout, rules, objective, threshold, budget, search).bestPlay();
  const found = best({ rules, must: [], may: layout.rack, objective, threshold, table: [] }, budget, search);
  if (found.melds === null) return { opening: [], found };
  return { opening: found.melds, found: { ...found, melds: [...layout.table, ...found.melds] } };
}

/** The tiles of the rack that are not left; both are in canonical order. */
function taken(rack: readonly number[], left: readonly number[]): number[] {
  let at = 0;
  return rack.filter((kind) => {
    if (left[at] !== kind) return true;
    at += 1;
    return false;
  });
}
