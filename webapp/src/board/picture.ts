/** Pictures of a table that is not the one to play on: how it lay before a turn, or how another player tries to lay it. */
import { plainMeld, type Base, type Draft, type Meld, type Tile } from './draft';
import { parseMeld } from './notation';
import type { Kind } from './tiles';

export interface Picture {
  readonly melds: Draft;
  readonly tiles: ReadonlyMap<string, Tile>;
  /** Tiles to point out: those that were laid. */
  readonly laid: ReadonlySet<string>;
}

/** `table` drawn with the tiles that lie on `base` as far as they go, so that each can be seen to move. */
export function pictureOf(base: Base, table: readonly string[]): Picture {
  const parsed = table.map((text) => parseMeld(text));
  const onTable = base.melds.flatMap((meld) => meld.tiles);
  const free = new Set(onTable);
  const whole = (kinds: readonly Kind[]): Meld | undefined =>
    base.melds.find((meld) => meld.tiles.every((id) => free.has(id)) && kindsOf(base, meld) === kinds.join(' '));
  // Melds that lie there unchanged keep their tiles; only then do the others take what is left.
  const kept = parsed.map(({ tiles }) => {
    const meld = whole(tiles);
    meld?.tiles.forEach((id) => free.delete(id));
    return meld;
  });
  const tiles = new Map<string, Tile>();
  const laid = new Set<string>();
  const used = new Set(kept.flatMap((meld) => meld?.id ?? []));
  const melds = parsed.map((meld, index): Meld => {
    const same = kept[index];
    const ids = meld.tiles.map((kind, at) => {
      const id = same?.tiles[at] ?? take(base, free, kind) ?? `laid-${index}-${at}`;
      if (!base.tiles.has(id)) laid.add(id);
      tiles.set(id, { id, kind, home: 'table' });
      return id;
    });
    const id = same?.id ?? home(base, ids, used) ?? unused(base, index, table.length);
    used.add(id);
    const stands = Object.fromEntries(ids.flatMap((tile, at) => (meld.stands[at] ? [[tile, meld.stands[at]]] : [])));
    return { ...plainMeld(id, ids), kind: meld.kind, stands };
  });
  return { melds, tiles, laid };
}

/** The table of `base` as it fills with the tiles that were `laid`: without any of them first, then one more each time. */
export function filling(base: Base, laid: ReadonlySet<string>): Picture[] {
  const order = base.melds.flatMap((meld) => meld.tiles).filter((id) => laid.has(id));
  return order.map((_, count) => {
    const missing = new Set(order.slice(count));
    const melds = base.melds.flatMap((meld) => {
      const tiles = meld.tiles.filter((id) => !missing.has(id));
      return tiles.length === 0 ? [] : [{ ...meld, tiles }];
    });
    return { melds, tiles: base.tiles, laid };
  });
}

/** What a turn moved on the table: the tiles that lie in another meld now, and the melds that they were taken from. */
export interface Moved {
  readonly tiles: ReadonlySet<string>;
  readonly from: ReadonlySet<string>;
}

export function movedSince(base: Base, before: readonly string[]): Moved {
  const tiles = new Set<string>();
  const from = new Set<string>();
  const now = homes(base.melds);
  for (const [tile, meld] of homes(pictureOf(base, before).melds)) {
    if (!now.has(tile) || now.get(tile) === meld) continue;
    tiles.add(tile);
    from.add(meld);
  }
  return { tiles, from };
}

/** Pictures of a turn as a hand makes it, from the table `before` to `base`: one tile goes to its place after the other. */
export function turnPictures(base: Base, before: readonly string[], laid: ReadonlySet<string>): Picture[] {
  const from = pictureOf(base, before);
  const [cleared = from, ...fuller] = filling(base, laid);
  return [from, ...rearranging(from, cleared), ...fuller];
}

/** What lies between two tables of the same tiles, a tile at a time; the last one is `to`. */
function rearranging(from: Picture, to: Picture): Picture[] {
  const order = (draft: Draft): string => draft.map((meld) => `${meld.id}:${meld.tiles.join()}`).join(' ');
  const target = homes(to.melds);
  const place = new Map(to.melds.flatMap((meld) => meld.tiles).map((id, at) => [id, at]));
  const pictures: Picture[] = [];
  let melds = from.melds;
  for (const [tile, meld] of target) {
    if (homes(melds).get(tile) === meld) continue;
    melds = brought(melds, tile, meld, place);
    pictures.push({ ...to, melds });
  }
  if (order(melds) === order(to.melds)) return pictures;
  return [...pictures, to];
}

/** A tile is brought into a meld, which begins with it where there is none, in the order that the meld will have. */
function brought(melds: Draft, tile: string, meld: string, place: ReadonlyMap<string, number>): Draft {
  const left = melds
    .map((one) => (one.tiles.includes(tile) ? { ...one, tiles: one.tiles.filter((id) => id !== tile) } : one))
    .filter((one) => one.tiles.length > 0);
  const rank = (id: string): number => place.get(id) ?? 0;
  if (!left.some((one) => one.id === meld)) return [...left, plainMeld(meld, [tile])];
  return left.map((one) =>
    one.id === meld ? { ...one, tiles: [...one.tiles, tile].sort((a, b) => rank(a) - rank(b)) } : one,
  );
}

/** The meld of each tile. */
function homes(melds: Draft): Map<string, string> {
  return new Map(melds.flatMap((meld) => meld.tiles.map((tile): [string, string] => [tile, meld.id])));
}

function kindsOf(base: Base, meld: Meld): string {
  return meld.tiles.map((id) => base.tiles.get(id)?.kind).join(' ');
}

function take(base: Base, free: Set<string>, kind: Kind): string | undefined {
  const id = [...free].find((one) => base.tiles.get(one)?.kind === kind);
  if (id !== undefined) free.delete(id);
  return id;
}

/** A name for a meld that is new at this place of `count`: melds of an earlier picture may lie on the table by now. */
function unused(base: Base, index: number, count: number): string {
  const known = new Set(base.melds.map((meld) => meld.id));
  let at = index;
  while (known.has(`shown-${at}`)) at += count;
  return `shown-${at}`;
}

/** The meld of `base` from which most of the tiles come, unless another meld has its place already. */
function home(base: Base, ids: readonly string[], used: ReadonlySet<string>): string | undefined {
  const shared = (meld: Meld): number => meld.tiles.filter((id) => ids.includes(id)).length;
  const best = base.melds
    .filter((meld) => !used.has(meld.id) && shared(meld) > 0)
    .sort((one, other) => shared(other) - shared(one));
  return best[0]?.id;
}
