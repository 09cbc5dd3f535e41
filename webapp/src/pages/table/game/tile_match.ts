/** The tiles the last move laid, found again on the table by kind. */
import type { Base } from '../../../board/draft';
import type { LastMove } from '../../../gen/protocol';

export function recentTiles(last: LastMove | null, base: Base): ReadonlySet<string> {
  const left = [...(last?.played ?? [])];
  const found = new Set<string>();
  for (const index of last?.melds ?? []) {
    for (const id of base.melds[index]?.tiles ?? []) {
      const at = left.indexOf(base.tiles.get(id)?.kind ?? '');
      if (at < 0) continue;
      left.splice(at, 1);
      found.add(id);
    }
  }
  return found;
}
