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
    const id = same?.id ?? home(base, ids, used) ?? `shown-${index}`;
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

function kindsOf(base: Base, meld: Meld): string {
  return meld.tiles.map((id) => base.tiles.get(id)?.kind).join(' ');
}

function take(base: Base, free: Set<string>, kind: Kind): string | undefined {
  const id = [...free].find((one) => base.tiles.get(one)?.kind === kind);
  if (id !== undefined) free.delete(id);
  return id;
}

/** The meld of `base` from which most of the tiles come, unless another meld has its place already. */
function home(base: Base, ids: readonly string[], used: ReadonlySet<string>): string | undefined {
  const shared = (meld: Meld): number => meld.tiles.filter((id) => ids.includes(id)).length;
  const best = base.melds
    .filter((meld) => !used.has(meld.id) && shared(meld) > 0)
    .sort((one, other) => shared(other) - shared(one));
  return best[0]?.id;
}
