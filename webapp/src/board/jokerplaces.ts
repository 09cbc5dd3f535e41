/** Where else the jokers of a run could stand, for the player to choose. */
import { naturalOrder, width } from './order';
import { colourOf, isJoker, numberOf, type Kind } from './tiles';

/**
 * Every order of a run whose end jokers can stand before or after its numbers; one order, or none, where nothing is open.
 * The order that `naturalOrder` gives is among them. One place after 13 is tried too: the judge knows whether a 1 may follow.
 */
export function jokerPlaces<T>(tiles: readonly T[], kindOf: (tile: T) => Kind): T[][] {
  const laid = naturalOrder(tiles, kindOf);
  const isSpare = (tile: T): boolean => isJoker(kindOf(tile));
  const from = laid.findIndex((tile) => !isSpare(tile));
  const to = laid.findLastIndex((tile) => !isSpare(tile));
  const middle = laid.slice(from, to + 1);
  const spare = [...laid.slice(0, from), ...laid.slice(to + 1)];
  const [low, high] = [middle[0], middle.at(-1)];
  if (low === undefined || high === undefined || low === high || spare.some((tile) => 'MC'.includes(kindOf(tile))))
    return [];
  if (colourOf(kindOf(low)) !== colourOf(kindOf(high)) || numberOf(kindOf(low)) === numberOf(kindOf(high))) return [];
  const room = (jokers: readonly T[]): number => jokers.reduce((sum, tile) => sum + width(kindOf(tile)), 0);
  return spare
    .concat([low])
    .map((_, behind) => ({ before: spare.slice(behind), after: spare.slice(0, behind) }))
    .filter(({ before, after }) => room(before) < numberOf(kindOf(low)) && room(after) <= 14 - numberOf(kindOf(high)))
    .map(({ before, after }) => [...before, ...middle, ...after]);
}
