/** Whom people mean at the desk. */
import type { TournamentShown } from '../../../../gen/protocol';

/** The player that a text names: a number, `12 Ann` as the list offers it, or a name or its beginning. */
export function meant(shown: TournamentShown, text: string): number | undefined {
  const asked = text.trim().toLowerCase();
  const number = Number(/^\d+(?=\s|$)/.exec(asked)?.[0] ?? NaN);
  if (shown.entrants.some((one) => one.number === number)) return number;
  const found = shown.entrants.filter((entrant) => entrant.name.toLowerCase().startsWith(asked));
  const exact = found.find((entrant) => entrant.name.toLowerCase() === asked);
  return exact?.number ?? (found.length === 1 ? found[0]?.number : undefined);
}
