/**
 * Following the server: a new table and rack get the local ids of the old ones where the tiles are the same, and a draft
 * survives as far as what it touched is still there.
 */
import { parseMeld } from './notation';
import { meldOf, plainMeld, type Base, type Draft, type Meld, type Tile } from './draft';
import { naturalOrder } from './order';
import { isEmpty } from './racking';
import type { Kind } from './tiles';

/** Gives out ids; one per open table, so that an id is never used twice. */
export class Ids {
  #next = 0;
  take(): string {
    this.#next += 1;
    return `t${this.#next}`;
  }
}

interface Known {
  readonly base: Base;
  readonly draft: Draft;
  readonly order: readonly string[];
}

export interface Followed {
  readonly base: Base;
  readonly draft: Draft;
  /** All own tiles in the player's order; new ones at the end. */
  readonly order: readonly string[];
  /** Ids that were not on this player's rack before. */
  readonly fresh: readonly string[];
  /** Whether table and rack are what they were. */
  readonly same: boolean;
  /** What could not be kept of the draft: own tiles that are back on the rack, and the melds they were meant for. */
  readonly conflicts: Conflicts;
}

export interface Conflicts {
  readonly tiles: ReadonlySet<string>;
  readonly melds: ReadonlySet<string>;
}

export const NO_CONFLICTS: Conflicts = { tiles: new Set(), melds: new Set() };

/** A bag of ids by kind, from which each id is taken once. */
class Bag {
  readonly #ids = new Map<Kind, string[]>();
  constructor(ids: Iterable<readonly [Kind, string]>) {
    for (const [kind, id] of ids) this.#ids.set(kind, [...(this.#ids.get(kind) ?? []), id]);
  }
  take(kind: Kind): string | undefined {
    return this.#ids.get(kind)?.shift();
  }
  takeId(kind: Kind, id: string): boolean {
    const ids = this.#ids.get(kind) ?? [];
    const at = ids.indexOf(id);
    if (at >= 0) ids.splice(at, 1);
    return at >= 0;
  }
}

function withKinds(known: Known, ids: Iterable<string>): (readonly [Kind, string])[] {
  return [...ids].map((id) => [known.base.tiles.get(id)?.kind ?? '', id] as const);
}

function kindsOf(base: Base, meld: Meld): string {
  return meld.tiles.map((id) => base.tiles.get(id)?.kind).join(' ');
}

/** The melds the player's eyes know (their draft before the old table), matched with the new texts by equal tiles. */
function sameMelds(known: Known, texts: readonly string[]): Map<number, Meld> {
  const found = new Map<number, Meld>();
  const usedMelds = new Set<string>();
  const usedTiles = new Set<string>();
  for (const meld of [...known.draft, ...known.base.melds]) {
    if (usedMelds.has(meld.id) || meld.tiles.some((id) => usedTiles.has(id))) continue;
    const kinds = kindsOf(known.base, meld);
    const at = texts.findIndex((text, index) => !found.has(index) && parseMeld(text).tiles.join(' ') === kinds);
    if (at < 0) continue;
    found.set(at, meld);
    usedMelds.add(meld.id);
    for (const id of meld.tiles) usedTiles.add(id);
  }
  return found;
}

/** Groups of changes that hang together: base melds a draft touched, and what it made of them. */
function components(base: Base, draft: Draft): { before: Meld[]; after: Meld[] }[] {
  const home = new Map(base.melds.flatMap((meld) => meld.tiles.map((id) => [id, meld] as const)));
  const groups: { before: Set<Meld>; after: Set<Meld> }[] = [];
  for (const meld of draft) {
    const before = new Set(meld.tiles.map((id) => home.get(id)).filter((from) => from !== undefined));
    const joined = groups.filter((group) => [...group.before].some((from) => before.has(from)));
    const merged = {
      before: new Set([...before, ...joined.flatMap((g) => [...g.before])]),
      after: new Set([meld, ...joined.flatMap((g) => [...g.after])]),
    };
    groups.splice(0, groups.length, ...groups.filter((group) => !joined.includes(group)), merged);
  }
  return groups.map((group) => ({ before: [...group.before], after: [...group.after] }));
}

/** The new base for `rack` and `table` as the server tells them, and what is left of the draft on it. */
export function follow(known: Known, rack: readonly Kind[], table: readonly string[], ids: Ids): Followed {
  const racked = rackTiles(known, rack, ids);
  const stays = new Set(racked.map((tile) => tile.id));
  const tiles = new Map(racked.map((tile) => [tile.id, tile]));
  const base: Base = { tiles, melds: tableMelds(known, table, stays, ids, tiles) };
  const { draft, lost } = replay(known, base);
  const own = new Set(known.order);
  const fresh = racked.map((tile) => tile.id).filter((id) => !own.has(id));
  return {
    base,
    draft,
    conflicts: conflictsOf(known.base, base, draft, lost),
    same: sameBase(known.base, base),
    order: [...known.order.filter((id) => stays.has(id) || isEmpty(id)), ...fresh],
    fresh,
  };
}

/** The rack with the ids of own tiles of these kinds: first of those that stand there, then of those that the draft lays. */
function rackTiles(known: Known, rack: readonly Kind[], ids: Ids): Tile[] {
  const placed = new Set(known.draft.flatMap((meld) => meld.tiles));
  const stand = known.order.filter((id) => !placed.has(id));
  const bag = new Bag(withKinds(known, [...stand, ...known.order.filter((id) => placed.has(id))]));
  return rack.map((kind) => ({ id: bag.take(kind) ?? ids.take(), kind, home: 'rack' }));
}

/** The table with the ids of equal melds and tiles, none of those that `stays` on the rack; they are put into `tiles`. */
function tableMelds(
  known: Known,
  table: readonly string[],
  stays: ReadonlySet<string>,
  ids: Ids,
  tiles: Map<string, Tile>,
): Meld[] {
  const same = sameMelds(known, table);
  const loose = new Bag(
    withKinds(
      known,
      [...known.base.tiles.keys()].filter((id) => !stays.has(id)),
    ),
  );
  for (const { tiles: kept } of same.values())
    for (const id of kept) if (!stays.has(id)) loose.takeId(known.base.tiles.get(id)?.kind ?? '', id);
  const names = meldNames(new Set([...same.values()].map((meld) => meld.id)));
  return table.map((text, index): Meld => {
    const { kind: reading, tiles: kinds, stands: stated } = parseMeld(text);
    const old = same.get(index);
    const laid = kinds.map((kind, at) => {
      const kept = old?.tiles[at];
      const id = kept !== undefined && !stays.has(kept) ? kept : (loose.take(kind) ?? ids.take());
      tiles.set(id, { id, kind, home: 'table' });
      return id;
    });
    const stands = Object.fromEntries(laid.flatMap((tile, at) => (stated[at] ? [[tile, stated[at]]] : [])));
    return { ...plainMeld(old?.id ?? names.next().value, laid), kind: reading, stands };
  });
}

/** Names of melds that are not `used`. */
function* meldNames(used: ReadonlySet<string>): Generator<string, never> {
  for (let number = 1; ; number += 1) if (!used.has(`m${number}`)) yield `m${number}`;
}

interface Change {
  readonly before: readonly Meld[];
  readonly after: readonly Meld[];
}

/** Put each connected change of the old draft on the new base, where all it touched is still there. */
function replay(known: Known, base: Base): { draft: Draft; lost: Change[] } {
  const now = new Map(base.melds.map((meld) => [meld.id, meld]));
  let draft: Draft = base.melds;
  const lost: Change[] = [];
  for (const change of components(known.base, known.draft)) {
    const { before, after } = change;
    const untouched = after.length === 1 && before.length === 1 && after[0]?.tiles.join() === before[0]?.tiles.join();
    if (untouched) continue;
    const stillThere = before.every((meld) => now.get(meld.id)?.tiles.join() === meld.tiles.join());
    const stillMine = after.every((meld) =>
      meld.tiles.every((id) => known.base.tiles.get(id)?.home === 'table' || base.tiles.get(id)?.home === 'rack'),
    );
    if (stillThere && stillMine) {
      const gone = new Set(before.map((meld) => meld.id));
      draft = [...draft.filter((meld) => !gone.has(meld.id)), ...after];
      continue;
    }
    const grown = stillMine ? grownAgain(base, change) : null;
    if (grown === null) lost.push(change);
    else draft = draft.map((meld) => (meld.id === grown.id ? grown : meld));
  }
  return { draft: uniqueIds(draft), lost };
}

/** A meld that only got own tiles, and that another player has extended meanwhile, still gets them. */
function grownAgain(base: Base, { before, after }: Change): Meld | null {
  const [old, wanted] = [before[0], after[0]];
  if (before.length !== 1 || after.length !== 1 || old === undefined || wanted === undefined) return null;
  if (!old.tiles.every((id) => wanted.tiles.includes(id))) return null;
  const meld = base.melds.find((one) => old.tiles.every((id) => one.tiles.includes(id)));
  if (meld === undefined) return null;
  const added = wanted.tiles.filter((id) => !old.tiles.includes(id));
  const kindOf = (id: string): Kind => base.tiles.get(id)?.kind ?? '';
  return plainMeld(meld.id, naturalOrder([...meld.tiles, ...added], kindOf));
}

function sameBase(a: Base, b: Base): boolean {
  return (
    a.tiles.size === b.tiles.size &&
    a.melds.length === b.melds.length &&
    [...b.tiles].every(([id, tile]) => a.tiles.get(id)?.home === tile.home) &&
    a.melds.every((meld, at) => meld.id === b.melds[at]?.id && meld.tiles.join() === b.melds[at]?.tiles.join())
  );
}

function conflictsOf(old: Base, base: Base, draft: Draft, lost: readonly Change[]): Conflicts {
  const tiles = lost
    .flatMap(({ after }) => after.flatMap((meld) => meld.tiles))
    .filter((id) => old.tiles.get(id)?.home === 'rack' && base.tiles.get(id)?.home === 'rack' && !meldOf(draft, id));
  if (tiles.length === 0) return NO_CONFLICTS;
  const touched = new Set(lost.flatMap(({ before }) => before.flatMap((meld) => meld.tiles)));
  const melds = base.melds.filter((meld) => meld.tiles.some((id) => touched.has(id))).map((meld) => meld.id);
  return { tiles: new Set(tiles), melds: new Set(melds) };
}

function uniqueIds(draft: Draft): Draft {
  const seen = new Set<string>();
  return draft.map((meld) => {
    let id = meld.id;
    for (let n = 1; seen.has(id); n += 1) id = `n${n}`;
    seen.add(id);
    return id === meld.id ? meld : { ...meld, id };
  });
}

export const NOTHING: Known = { base: { tiles: new Map(), melds: [] }, draft: [], order: [] };

/** Every tile of `base` is in exactly one place: once in the draft, or, if it is the player's own, on the rack. */
export function conserved(base: Base, draft: Draft): boolean {
  const laid = draft.flatMap((meld) => meld.tiles);
  const once = new Set(laid).size === laid.length && laid.every((id) => base.tiles.has(id));
  return once && [...base.tiles.values()].every((tile) => tile.home === 'rack' || meldOf(draft, tile.id) !== undefined);
}
