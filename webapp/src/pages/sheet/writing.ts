/** An entry as it is sent. */
import type { EntryShown } from '../../gen/protocol';
import type { Entered } from './own.svelte';

/** Write what an entry says as game `game` (from 0); `over`: the entry that it puts right. */
export function writeOf(
  game: number,
  { out, values, counts, unopened }: Pick<EntryShown, 'out' | 'values' | 'counts' | 'unopened'>,
  over: string | null = null,
): Entered {
  const left = values.map((value, seat) => {
    if (seat === out) return {};
    const said = unopened?.[seat] ?? null;
    // a rack that does not count need not be told
    const rack = value === 0 && said !== null ? {} : { value, count: counts[seat] ?? null };
    return said === null ? rack : { ...rack, unopened: said };
  });
  return { t: 'write', game, out, left, over };
}
