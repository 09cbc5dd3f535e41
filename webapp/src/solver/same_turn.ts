/**
 * First plays where the table may be used in the turn of the opening: Lawler's partition, as `opening/same_turn.py` has
 * it and explains it.
 */
import { compared, costOf, takeFirst, type Cost } from './cost';
import { counted, less, listed, union, within, type Counts } from './counts';
import type { Search } from './kernel';
import type { Meld } from './layout';
import { Work, type Query } from './query';
import { best, type Budget, type Found, type Task } from './task';

/** A first play: `opening`, the melds that reach the amount, and what was found with them. */
export interface FirstPlay {
  readonly opening: readonly Meld[];
  readonly found: Found;
}

/** The plays that lay at least `least` and at most `most`; `opening`: melds of a witness that all of them lay. */
interface Part {
  readonly least: Counts;
  readonly most: Counts;
  readonly opening: readonly Meld[];
}

interface Waiting {
  readonly cost: Cost;
  readonly part: Part;
  readonly found: Found;
}

export class SameTurn {
  #proved = true;
  readonly #work: Work;

  constructor(
    private readonly query: Query,
    private readonly amount: number,
    budget: Budget,
    private readonly search: Search,
  ) {
    this.#work = new Work(budget);
  }

  /** The melds of the opening, and the best play that lays them. */
  bestPlay(): FirstPlay {
    const { most: whole, objective, least, rules } = this.query;
    if (this.#own(whole).length === 0) return this.#without(0);
    let parts: Part[] = [{ least: objective === 'out' ? whole : least, most: whole, opening: [] }];
    const waiting: Waiting[] = [];
    let bound = 0;
    for (let made = 0; ;) {
      for (const part of parts) {
        const found = this.#play(part, whole);
        if (made === 0) bound = found.bound;
        made += 1;
        if (found.melds !== null) waiting.push({ cost: costOf(found.left, objective, rules), part, found });
      }
      const next = takeFirst(waiting, (one, other) => compared(one.cost, other.cost));
      if (next === undefined) return this.#without(bound);
      const { cost, part, found } = next;
      const opening = part.opening.length > 0 ? part.opening : this.#own(less(whole, counted(found.left)));
      if (opening.length > 0) {
        return { opening, found: { ...found, ...this.#said(this.#proved ? cost[0] : bound) } };
      }
      parts = this.#parted(part);
    }
  }

  #without(bound: number): FirstPlay {
    return { opening: [], found: { melds: null, left: listed(this.query.most), ...this.#said(bound) } };
  }

  #said(bound: number): Pick<Found, 'nodes' | 'proved' | 'bound'> {
    return { nodes: this.#work.nodes, proved: this.#proved, bound };
  }

  /** The part by how much it lays of a smallest witness; nothing where its tiles make none. */
  #parted(part: Part): Part[] {
    const opening = this.#smallest(part.most);
    if (opening.length === 0) return [];
    const witness = tilesOf(opening);
    const parts = [{ least: union(part.least, witness), most: part.most, opening }];
    let least = part.least;
    for (const [kind, count] of witness.entries()) {
      if (count === 0) continue;
      const fewer = part.most.with(kind, count - 1);
      if (within(least, fewer)) parts.push({ least, most: fewer, opening: [] });
      least = least.with(kind, Math.max(least[kind] ?? 0, count));
    }
    return parts;
  }

  /** Melds of these tiles that reach the amount, of which no tile can be left out. */
  #smallest(tiles: Counts): readonly Meld[] {
    let melds = this.#own(tiles);
    for (const kind of listed(tilesOf(melds))) {
      const held = tilesOf(melds);
      if (!held[kind]) continue;
      const fewer = this.#own(held.with(kind, held[kind] - 1));
      if (fewer.length > 0) melds = fewer;
    }
    return melds;
  }

  /** Melds of these tiles alone that reach the amount; none where there are none, or none is found in time. */
  #own(tiles: Counts): readonly Meld[] {
    const { rules } = this.query;
    const threshold = this.amount;
    return this.#ask({ rules, must: [], may: listed(tiles), objective: 'tiles', threshold, table: [] }).melds ?? [];
  }

  /** The best play of the part for a player who has opened, and all that it leaves of the rack. */
  #play(part: Part, whole: Counts): Found {
    const { rules, objective, layout } = this.query;
    const { table } = layout;
    const may = listed(less(part.most, part.least));
    const found = this.#ask({ rules, must: listed(part.least), may, objective, threshold: 0, table });
    return { ...found, left: listed(less(whole, less(part.most, counted(found.left)))) };
  }

  /** Put a task to the search, with what is left of the budget. Melds that reach the amount need no proof. */
  #ask(task: Task): Found {
    const found = this.#work.ended()
      ? { melds: null, left: task.may, nodes: 0, proved: false, bound: 0 }
      : best(task, this.#work.rest(), this.search);
    this.#work.nodes += found.nodes;
    this.#proved &&= found.proved || (task.threshold > 0 && found.melds !== null);
    return found;
  }
}

function tilesOf(melds: readonly Meld[]): Counts {
  return counted(melds.flatMap((meld) => meld.kinds));
}
