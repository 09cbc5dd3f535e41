/** An entry as it is sent. */
import type { EntryShown } from '../../gen/protocol';
import type { Entered } from './own.svelte';

/** Write what an entry says as game `game` (from 0); `over`: the entry that it puts right. */
export function writeOf(
  game: number,
  { out, values, counts }: Pick<EntryShown, 'out' | 'values' | 'counts'>,
  over: string | null = null,
): Entered {
  const left = values.map((value, seat) => (seat === out ? {} : { value, count: counts[seat] ?? null }));
  return { t: 'write', game, out, left, over };
}
