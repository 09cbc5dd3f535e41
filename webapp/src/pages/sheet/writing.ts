/** An entry as it is sent. */
import type { EntryShown } from '../../gen/protocol';
import type { Entered } from './own.svelte';
import { goneIn } from './paper';

/** Write what an entry says as game `game` (from 0); `over`: the entry that it puts right. */
export function writeOf(
  game: number,
  entry: Pick<EntryShown, 'out' | 'values' | 'counts' | 'unopened' | 'gone' | 'to_move'>,
  over: string | null = null,
): Entered {
  const { out, values, counts, unopened } = entry;
  const left = values.map((value, seat) => {
    const gone = goneIn(entry, seat);
    if (gone === 'absent') return { gone };
    if (seat === out) return {};
    const said = unopened?.[seat] ?? null;
    // a rack that does not count need not be told
    const rack = value === 0 && said !== null ? {} : { value, count: counts[seat] ?? null };
    return { ...rack, ...(said === null ? {} : { unopened: said }), ...(gone === null ? {} : { gone }) };
  });
  return { t: 'write', game, out, left, over, to_move: entry.to_move };
}
