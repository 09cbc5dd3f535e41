/** What was read off a photograph, what of it somebody has to look at, and what they say. */
import { colourOf, isJoker, numberOf, type Kind } from '../board/tiles';

export type Point = readonly [number, number];
/** A rack, or melds on a table. */
export type Shot = 'rack' | 'table';

/** How likely each of what a tile may be. */
export interface Chances {
  /** 1 to 13, and last a joker. */
  readonly numbers: readonly number[];
  /** k r b y */
  readonly colours: readonly number[];
}

export interface ReadTile extends Chances {
  /** In pixels of the photograph: top left, top right, bottom right, bottom left of the tile as one reads it. */
  readonly corners: readonly Point[];
  readonly kind: Kind;
  readonly p: number;
  readonly unsure: boolean;
  /** The meld, or the row of the rack. */
  readonly group: number;
  /** What the rules would have it be, and where. */
  readonly lawful: { readonly kind: Kind; readonly group: number };
}

/** Tiles in the order of their groups, and as they lie in them. */
export interface Reading {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly ReadTile[];
}

/** The box the tiles are of. */
export interface CameraBox {
  readonly copies: number;
  /** How many of each kind of joker. */
  readonly jokers: Readonly<Record<string, number | undefined>>;
}

/** Where only numbers count: below it, a tile is looked at. */
const SURE = 0.9;
const COLOURS = 'krby';
const JOKER = 13;

/** The kinds of joker a box holds. */
export function jokersIn({ jokers }: CameraBox): Kind[] {
  return [...'JDCM'].filter((kind) => (jokers[kind] ?? 0) > 0);
}

/**
 * What a tile may be, the likeliest first, with how likely. `plain`: only the number counts, and no two have the same. A
 * joker is each of those in the box, equally likely.
 */
export function likely(tile: Chances, box: CameraBox, plain: boolean): readonly (readonly [Kind, number])[] {
  const jokers = plain ? jokersIn(box).slice(0, 1) : jokersIn(box);
  const colours = [...COLOURS].map((colour, at) => [colour, tile.colours[at] ?? 0] as const);
  const [first = ['k', 1] as const] = colours.toSorted((a, b) => b[1] - a[1]);
  const inks = plain ? [[first[0], 1] as const] : colours;
  const numbered = tile.numbers
    .slice(0, JOKER)
    .flatMap((p, at) => inks.map(([colour, ink]) => [`${colour}${at + 1}`, p * ink] as const));
  const joker = jokers.map((kind) => [kind, (tile.numbers[JOKER] ?? 0) / jokers.length] as const);
  return [...numbered, ...joker].sort((a, b) => b[1] - a[1]);
}

/** Whether somebody has to look at a tile. Where the box has several kinds of joker, the reader does not tell which. */
export function doubtful(tile: ReadTile, box: CameraBox, plain: boolean): boolean {
  if (plain) return Math.max(...tile.numbers) < SURE;
  return tile.unsure || (isJoker(tile.kind) && jokersIn(box).length !== 1);
}

/** Whether the photograph ends within a tile. */
export function cut({ corners }: Pick<ReadTile, 'corners'>, { width, height }: Omit<Reading, 'tiles'>): boolean {
  return corners.some(([x, y]) => x < 0 || y < 0 || x > width || y > height);
}

/** Whether tiles of a rack lie in two places, far apart as tiles go. */
export function apart(tiles: readonly Pick<ReadTile, 'corners'>[]): boolean {
  const places = tiles.map(({ corners }) => middle(corners));
  const high = tiles.map(({ corners }) => distance(corners[0], corners[3])).sort((a, b) => a - b);
  const near = 2.5 * (high[high.length >> 1] ?? 0);
  const left = new Set(places);
  const heaps: number[] = [];
  for (const begin of places) {
    if (!left.delete(begin)) continue;
    const heap = [begin];
    // the heap grows while it is gone through
    for (const one of heap)
      for (const other of left) if (distance(one, other) < near && left.delete(other)) heap.push(other);
    heaps.push(heap.length);
  }
  return heaps.filter((size) => size > 2).length > 1;
}

/** Places of tiles of which the box has not so many: those that are over. `plain`: counted by number. */
export function surplus(kinds: readonly (Kind | null)[], box: CameraBox, plain: boolean): ReadonlySet<number> {
  const count = new Map<string, number>();
  const over = new Set<number>();
  const jokers = jokersIn(box).reduce((sum, kind) => sum + (box.jokers[kind] ?? 0), 0);
  for (const [at, kind] of kinds.entries()) {
    if (kind === null) continue;
    const name = !plain ? kind : isJoker(kind) ? 'J' : String(numberOf(kind));
    const most = isJoker(kind) ? (plain ? jokers : (box.jokers[kind] ?? 0)) : plain ? 4 * box.copies : box.copies;
    count.set(name, (count.get(name) ?? 0) + 1);
    if (count.get(name)! > most) over.add(at);
  }
  return over;
}

export function middle(corners: readonly Point[]): Point {
  const sum = corners.reduce<Point>((all, [x, y]) => [all[0] + x, all[1] + y], [0, 0]);
  return [sum[0] / corners.length, sum[1] / corners.length];
}

export function distance(a: Point = [0, 0], b: Point = [0, 0]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Whether a point lies in a tile. */
export function within([x, y]: Point, corners: readonly Point[]): boolean {
  return corners.every(([ax, ay], at) => {
    const [bx, by] = corners[(at + 1) % corners.length] ?? [ax, ay];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
  });
}

/** A tile as it stands now: as it was read, or as somebody said. */
export interface Seen {
  readonly kind: Kind;
  /** Its place among the tiles that were read; those that somebody added come after them. */
  readonly at: number;
  readonly tile: ReadTile | null;
  readonly group: number;
  readonly doubt: boolean;
}

/** What somebody said of a reading. */
export interface Said {
  /** By place: the kind; null: no tile. */
  readonly kinds: ReadonlyMap<number, Kind | null>;
  readonly added: readonly Kind[];
  /** They go by what the rules would have. */
  readonly lawful: boolean;
}

export const NOTHING_SAID: Said = { kinds: new Map(), added: [], lawful: false };

/** All tiles of a photograph as they stand now. */
export function seen(reading: Reading, said: Said, box: CameraBox, plain: boolean): readonly Seen[] {
  const tiles = reading.tiles.map((tile, at): Omit<Seen, 'kind'> & { kind: Kind | null } => {
    const { kind, group } = said.lawful ? tile.lawful : tile;
    const told = said.kinds.get(at);
    const doubt = told === undefined && (doubtful(tile, box, plain) || cut(tile, reading));
    return { kind: told === undefined ? named(kind, box) : told, at, tile, group, doubt };
  });
  const added = said.added.map((kind, one): Seen => {
    return { kind, at: tiles.length + one, tile: null, group: Number.MAX_SAFE_INTEGER - one, doubt: false };
  });
  const there = [...tiles, ...added].filter((one): one is Seen => one.kind !== null);
  const over = surplus(
    there.map(({ kind }) => kind),
    box,
    plain,
  );
  return there.map((one, place) => ({ ...one, doubt: one.doubt || (over.has(place) && !said.kinds.has(one.at)) }));
}

/** A joker is called after the first kind that the box has. */
function named(kind: Kind, box: CameraBox): Kind {
  return isJoker(kind) ? (jokersIn(box)[0] ?? kind) : kind;
}

/** Tiles by the melds or rows they lie in. */
export function grouped(tiles: readonly Seen[]): readonly (readonly Seen[])[] {
  const groups = new Map<number, Seen[]>();
  for (const one of tiles) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group);
}

/** Whether the rules would have other melds than those that were read. */
export function disputed({ tiles }: Reading): boolean {
  // the same melds may have other numbers
  const renamed = new Map<number, number>();
  for (const { group, lawful } of tiles) if (!renamed.has(group)) renamed.set(group, lawful.group);
  const merged = new Set(renamed.values()).size < renamed.size;
  return merged || tiles.some(({ kind, group, lawful }) => kind !== lawful.kind || renamed.get(group) !== lawful.group);
}

/** How often each kind may be on a photograph, in the order of the reader; `elsewhere`: what is known to lie in another place. */
export function boxLeft(box: CameraBox, elsewhere: readonly Kind[]): readonly number[] {
  const jokers = jokersIn(box).reduce((sum, kind) => sum + (box.jokers[kind] ?? 0), 0);
  const left = [...Array.from({ length: 52 }, () => box.copies), jokers];
  for (const kind of elsewhere) {
    const at = isJoker(kind) ? 52 : 13 * COLOURS.indexOf(colourOf(kind)) + numberOf(kind) - 1;
    left[at] = Math.max(0, (left[at] ?? 0) - 1);
  }
  return left;
}
