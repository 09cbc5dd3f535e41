/**
 * First plays where the table may be used in the turn of the opening: Lawler's partition, as `opening/same_turn.py` has
 * it and explains it.
 */
import type { Search } from './kernel';
import type { Layout, Meld } from './layout';
import { FIRST_JOKER, KINDS, type Rules } from './rules';
import { best, points, type Budget, type Found, type Objective, type Task } from './task';

/** How many tiles of each kind. */
type Tiles = readonly number[];
type Cost = readonly [number, number, number];

/** The plays that lay at least `least` and at most `most`; `opening`: melds of a witness that all of them lay. */
interface Part {
  readonly least: Tiles;
  readonly most: Tiles;
  readonly opening: readonly Meld[];
}

interface Waiting {
  readonly cost: Cost;
  readonly part: Part;
  readonly found: Found;
}

export class SameTurn {
  #nodes = 0;
  #proved = true;
  readonly #start = performance.now();

  constructor(
    private readonly layout: Layout,
    private readonly rules: Rules,
    private readonly objective: Objective,
    private readonly amount: number,
    private readonly budget: Budget,
    private readonly search: Search,
  ) {}

  /** The melds of the opening, and the best play that lays them. */
  bestPlay(): { opening: readonly Meld[]; found: Found } {
    const whole = counted(this.layout.rack);
    if (this.#own(whole).length === 0) return this.#without(0);
    let parts: Part[] = [{ least: this.objective === 'out' ? whole : counted([]), most: whole, opening: [] }];
    const waiting: Waiting[] = [];
    let bound = 0;
    for (let made = 0; ;) {
      for (const part of parts) {
        const found = this.#play(part, whole);
        if (made === 0) bound = found.bound;
        made += 1;
        if (found.melds !== null) waiting.push({ cost: this.#cost(found.left), part, found });
      }
      const next = takeLeast(waiting);
      if (next === undefined) return this.#without(bound);
      const { cost, part, found } = next;
      const opening = part.opening.length > 0 ? part.opening : this.#own(less(whole, counted(found.left)));
      if (opening.length > 0) {
        const least = this.#proved ? cost[0] : bound;
        return { opening, found: { ...found, nodes: this.#nodes, proved: this.#proved, bound: least } };
      }
      parts = this.#parted(part);
    }
  }

  #without(bound: number): { opening: readonly Meld[]; found: Found } {
    const { rack: left } = this.layout;
    return { opening: [], found: { melds: null, left, nodes: this.#nodes, proved: this.#proved, bound } };
  }

  /** The part by how much it lays of a smallest witness; nothing where its tiles make none. */
  #parted(part: Part): Part[] {
    const opening = this.#smallest(part.most);
    if (opening.length === 0) return [];
    const witness = tilesOf(opening);
    const parts = [{ least: most(part.least, witness), most: part.most, opening }];
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
  #smallest(tiles: Tiles): readonly Meld[] {
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
  #own(tiles: Tiles): readonly Meld[] {
    const { rules, amount: threshold } = this;
    return this.#ask({ rules, must: [], may: listed(tiles), objective: 'tiles', threshold, table: [] }).melds ?? [];
  }

  /** The best play of the part for a player who has opened, and all that it leaves of the rack. */
  #play(part: Part, whole: Tiles): Found {
    const { rules, objective } = this;
    const { table } = this.layout;
    const may = listed(less(part.most, part.least));
    const found = this.#ask({ rules, must: listed(part.least), may, objective, threshold: 0, table });
    return { ...found, left: listed(less(whole, less(part.most, counted(found.left)))) };
  }

  /** Put a task to the search, with what is left of the budget. Melds that reach the amount need no proof. */
  #ask(task: Task): Found {
    const found = this.#ended()
      ? { melds: null, left: task.may, nodes: 0, proved: false, bound: 0 }
      : best(task, this.#rest(), this.search);
    this.#nodes += found.nodes;
    this.#proved &&= found.proved || (task.threshold > 0 && found.melds !== null);
    return found;
  }

  #ended(): boolean {
    const { nodes, milliseconds } = this.budget;
    return this.#nodes >= nodes || (milliseconds > 0 && performance.now() - this.#start >= milliseconds);
  }

  #rest(): Budget {
    const { nodes, milliseconds } = this.budget;
    const time = milliseconds > 0 ? Math.max(1e-6, milliseconds - (performance.now() - this.#start)) : 0;
    return { nodes: Math.max(1, nodes - this.#nodes), milliseconds: time };
  }

  /** The cost of leaving tiles behind, as `objectives.py` has it. */
  #cost(left: readonly number[]): Cost {
    const counts = [left.length, points(left, this.rules)] as const;
    const [first, other] = this.objective === 'value' ? [counts[1], counts[0]] : counts;
    return [first, -left.filter((kind) => kind >= FIRST_JOKER).length, other];
  }
}

/** The one that costs least, of equals the first, taken out. */
function takeLeast(waiting: Waiting[]): Waiting | undefined {
  let least = 0;
  for (const [at, one] of waiting.entries()) if (cheaper(one.cost, waiting[least]!.cost)) least = at;
  return waiting.splice(least, 1)[0];
}

function cheaper(one: Cost, other: Cost): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
}

function counted(kinds: readonly number[]): Tiles {
  const counts = new Array<number>(KINDS.length).fill(0);
  for (const kind of kinds) counts[kind]! += 1;
  return counts;
}

const tilesOf = (melds: readonly Meld[]): Tiles => counted(melds.flatMap((meld) => meld.kinds));
const listed = (tiles: Tiles): number[] => tiles.flatMap((count, kind) => new Array<number>(count).fill(kind));
const less = (tiles: Tiles, others: Tiles): Tiles => tiles.map((count, kind) => Math.max(0, count - others[kind]!));
const most = (tiles: Tiles, others: Tiles): Tiles => tiles.map((count, kind) => Math.max(count, others[kind]!));
const within = (tiles: Tiles, others: Tiles): boolean => tiles.every((count, kind) => count <= others[kind]!);
