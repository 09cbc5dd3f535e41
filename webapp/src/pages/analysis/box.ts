/**
 * The tiles of an edition's box, and a position laid with them: a draft in which one meld is the rack. What no meld holds
 * is in the box.
 */
import { move, plainMeld, type Base, type Draft, type Meld, type Target } from '../../board/draft';
import type { MeldText } from '../../board/notation';
import { meldText } from '../../board/wire';
import { parseMeld } from '../../board/notation';
import { runKey, type Kind } from '../../board/tiles';
import type { Line } from './line';

export const RACK = 'rack';
const COLOURS = ['k', 'r', 'b', 'y'];
const JOKERS = ['J', 'D', 'C', 'M'];

export interface Contents {
  readonly copies: number;
  readonly jokers: Readonly<Record<string, number | undefined>>;
}

/** Every tile of the box; all may go anywhere. */
export function boxOf({ copies, jokers }: Contents): Base {
  const numbered = COLOURS.flatMap((colour) =>
    Array.from({ length: 13 }, (_, at) => [`${colour}${at + 1}`, copies] as const),
  );
  const kinds = [...numbered, ...JOKERS.map((joker) => [joker, jokers[joker] ?? 0] as const)];
  const ids = kinds.flatMap(([kind, count]) => Array.from({ length: count }, (_, at) => `${kind}.${at + 1}`));
  return { tiles: new Map(ids.map((id) => [id, { id, kind: kindIn(id), home: 'rack' }])), melds: [] };
}

/** What a box holds, counted. */
export function contentsOf({ tiles }: Base): Contents {
  const count = (kind: Kind): number => [...tiles.values()].filter((tile) => tile.kind === kind).length;
  return { copies: count('k1'), jokers: Object.fromEntries(JOKERS.map((joker) => [joker, count(joker)])) };
}

export function kindIn(id: string): Kind {
  return id.slice(0, id.indexOf('.'));
}

/** Tiles of a line that a box does not hold, or not as often. */
export interface Missing {
  readonly tile: Kind;
  readonly count: number;
  readonly most: number;
}

export interface Laid {
  readonly draft: Draft;
  readonly missing: readonly Missing[];
}

/** A position laid with the tiles of a box, and those for which it has none. */
export function lay(base: Base, { table, rack }: Pick<Line, 'table' | 'rack'>): Laid {
  const left = new Map<Kind, string[]>();
  for (const { id, kind } of base.tiles.values()) left.set(kind, [...(left.get(kind) ?? []), id]);
  const most = (tile: Kind): number => [...base.tiles.values()].filter(({ kind }) => kind === tile).length;
  const lacking = new Map<Kind, number>();
  const take = (kind: Kind): string[] => {
    const id = left.get(kind)?.shift();
    if (id !== undefined) return [id];
    lacking.set(kind, (lacking.get(kind) ?? 0) + 1);
    return [];
  };
  const melds = table.map((meld, at) => stated(`n${at + 1}`, meld.tiles.map(take), meld));
  const draft = racked(
    melds.filter(({ tiles }) => tiles.length > 0),
    rack.flatMap(take),
  );
  const missing = [...lacking].map(([tile, count]) => ({ tile, count: count + most(tile), most: most(tile) }));
  return { draft, missing };
}

function stated(id: string, ids: readonly (readonly string[])[], { kind, stands }: MeldText): Meld {
  const said = ids.flatMap(([tile], at) => (tile !== undefined && stands[at] ? [[tile, stands[at]] as const] : []));
  return { ...plainMeld(id, ids.flat()), kind, stands: Object.fromEntries(said) };
}

export function rackIn(draft: Draft): readonly string[] {
  return draft.find(({ id }) => id === RACK)?.tiles ?? [];
}

export function tableIn(draft: Draft): Draft {
  return draft.filter(({ id }) => id !== RACK);
}

/** These melds and this rack, which is always sorted. */
export function racked(table: Draft, rack: readonly string[]): Draft {
  const sorted = [...rack].sort((a, b) => runKey(kindIn(a)) - runKey(kindIn(b)) || (a < b ? -1 : 1));
  return sorted.length === 0 ? table : [...table, plainMeld(RACK, sorted)];
}

/** Tiles of each kind that are still in the box, by id; kinds of which there are none have an empty list. */
export function leftIn(base: Base, draft: Draft): ReadonlyMap<Kind, readonly string[]> {
  const laid = new Set(draft.flatMap(({ tiles }) => tiles));
  const left = new Map<Kind, string[]>();
  for (const { id, kind } of base.tiles.values())
    left.set(kind, [...(left.get(kind) ?? []), ...(laid.has(id) ? [] : [id])]);
  return left;
}

/** Tiles moved to a meld, a new one, the rack, or back into the box. */
export function put(base: Base, draft: Draft, ids: readonly string[], target: Target | { readonly to: 'box' }): Draft {
  const without = move(base, draft, ids, { to: 'rack' }) ?? draft;
  if (target.to === 'box') return without;
  if (target.to === 'rack') return racked(tableIn(without), [...rackIn(without), ...ids]);
  const moved = move(base, draft, ids, target) ?? draft;
  return racked(tableIn(moved), rackIn(moved));
}

/** The melds and the rack as a line says them. */
export function lineIn(base: Base, draft: Draft): Pick<Line, 'table' | 'rack'> {
  return {
    table: tableIn(draft).map((meld) => parseMeld(meldText(base, meld))),
    rack: rackIn(draft).map(kindIn),
  };
}
