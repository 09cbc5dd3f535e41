/** How long a match may be: what there is to choose, and how the server is told. */
import type { EditionListed, Options } from '../../gen/protocol';

export type Length = number | 'open';

/** The lengths to choose from, in rounds where the edition has them. */
export function lengths(edition: EditionListed): readonly Length[] {
  return edition.round_games === null ? ['open', 1, 2, 3, 4, 6, 10] : ['open', 1, 2, 3, 4, 5];
}

/** The length that holds: the chosen one where this edition has it, else what its book would play. */
export function lengthNow(edition: EditionListed, chosen: Length | null): Length {
  if (chosen !== null && lengths(edition).includes(chosen)) return chosen;
  return edition.round_games === null ? 'open' : 1;
}

/** The options of a table whose match is so long. */
export function withLength(options: Options, edition: EditionListed, length: Length): Options {
  if (length === 'open') return options;
  return { ...options, ...(edition.round_games === null ? { games: length } : { rounds: length }) };
}
