/** The melds of a table with names for tiles and melds that stay the same from one picture to the next, so that each tile
 * can be seen to go where it goes. */
import { parseMeld } from '../../../board/notation';
import type { Kind } from '../../../board/tiles';

export interface Laid {
  readonly id: string;
  readonly kind: Kind;
  /** What a joker is stated to stand for. */
  readonly stands: string | null;
}

export interface Group {
  readonly id: string;
  readonly tiles: readonly Laid[];
}

const keyOf = (tiles: readonly { readonly kind: Kind }[]): string => tiles.map(({ kind }) => kind).join(' ');

/** The groups of `melds` (in notation) after those of `before`; what is new is named after `stamp`. */
export function follow(before: readonly Group[], melds: readonly string[], stamp: string): Group[] {
  const whole = new Map<string, Group[]>();
  for (const group of before) whole.set(keyOf(group.tiles), [...(whole.get(keyOf(group.tiles)) ?? []), group]);
  const parsed = melds.map((meld) => parseMeld(meld));
  const same = parsed.map(({ tiles }) => whole.get(tiles.join(' '))?.shift() ?? null);
  const kept = new Set(same);
  const rest = before.filter((group) => !kept.has(group));
  const free = new Map<Kind, { readonly id: string; readonly group: string }[]>();
  for (const group of rest)
    for (const { id, kind } of group.tiles) free.set(kind, [...(free.get(kind) ?? []), { id, group: group.id }]);
  const named = new Set<string>();
  return parsed.map(({ tiles, stands }, index) => {
    const old = same[index];
    if (old != null && stands.every((one, at) => one === old.tiles[at]?.stands)) return old;
    if (old != null) return { ...old, tiles: old.tiles.map((tile, at) => ({ ...tile, stands: stands[at] ?? null })) };
    const found = tiles.map((kind) => free.get(kind)?.shift());
    const laid = tiles.map((kind, at) => {
      return { id: found[at]?.id ?? `${stamp}.${index}.${at}`, kind, stands: stands[at] ?? null };
    });
    const homes = found.flatMap((one) => (one === undefined ? [] : [one.group]));
    const home = homes.find((one) => !named.has(one)) ?? `${stamp}.${index}`;
    named.add(home);
    return { id: home, tiles: laid };
  });
}
