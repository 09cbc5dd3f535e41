/** A hint names kinds of tiles; the page has to find them among the player's own. */
import type { Tile } from './draft';

/** The player's tiles that a hint means, those laid already before their twins on the rack. */
export function meant(
  played: readonly string[],
  placed: readonly string[],
  rack: readonly string[],
  tiles: ReadonlyMap<string, Tile>,
): ReadonlySet<string> {
  const left = [...played];
  const found = new Set<string>();
  for (const id of [...placed, ...rack]) {
    const at = left.indexOf(tiles.get(id)?.kind ?? '');
    if (at < 0) continue;
    left.splice(at, 1);
    found.add(id);
  }
  return found;
}
