/**
 * The order people lay tiles in: pure presentation. Numbers of one colour rise, with jokers filling the gaps; equal numbers
 * stand in colour order. Anything else keeps the order given: the server says what is legal, and suggests the legal order.
 */
import { colourOf, groupKey, isJoker, numberOf, type Kind } from './tiles';

/** How many numbers of a run a joker takes. */
export function width(kind: Kind): number {
  return kind === 'D' ? 2 : 1;
}

/** Take the first joker of `jokers` that is not wider than `gap`. */
function takeFitting<T>(jokers: T[], gap: number, kindOf: (tile: T) => Kind): T | undefined {
  const at = jokers.findIndex((joker) => width(kindOf(joker)) <= gap);
  return at < 0 ? undefined : jokers.splice(at, 1)[0];
}

function asRun<T>(numbered: readonly T[], spare: readonly T[], kindOf: (tile: T) => Kind): T[] {
  const sorted = [...numbered].sort((a, b) => numberOf(kindOf(a)) - numberOf(kindOf(b)));
  const jokers = [...spare];
  const laid: T[] = [];
  let next = 0;
  for (const tile of sorted) {
    const value = numberOf(kindOf(tile));
    while (laid.length > 0 && next < value) {
      const joker = takeFitting(jokers, value - next, kindOf);
      if (joker === undefined) break;
      laid.push(joker);
      next += width(kindOf(joker));
    }
    laid.push(tile);
    next = value + 1;
  }
  let first = numberOf(kindOf(sorted[0] as T));
  for (const joker of jokers) {
    const takes = width(kindOf(joker));
    if (next + takes - 1 <= 13 || first - takes < 1) {
      laid.push(joker);
      next += takes;
    } else {
      laid.unshift(joker);
      first -= takes;
    }
  }
  return laid;
}

export function naturalOrder<T>(tiles: readonly T[], kindOf: (tile: T) => Kind): T[] {
  const kinds = tiles.map(kindOf);
  const numbered = tiles.filter((tile) => !isJoker(kindOf(tile)));
  if (numbered.length === 0 || kinds.includes('M') || kinds.includes('C')) return [...tiles];
  const numbers = new Set(numbered.map((tile) => numberOf(kindOf(tile))));
  const colours = new Set(numbered.map((tile) => colourOf(kindOf(tile))));
  const spare = tiles.filter((tile) => isJoker(kindOf(tile)));
  if (numbered.length === 1 && spare.length > 0) return [...tiles];
  if (colours.size === 1 && numbers.size === numbered.length) return asRun(numbered, spare, kindOf);
  if (numbers.size === 1) return [...numbered.sort((a, b) => groupKey(kindOf(a)) - groupKey(kindOf(b))), ...spare];
  return [...tiles];
}

/**
 * What "from here on" takes up on a rack: the tiles, wherever they lie, that continue the one at `at` as a run, and those
 * that make a group with it; the larger first, and none of one tile alone unless there is nothing else. Jokers stay.
 */
export function startingAt(kinds: readonly Kind[], at: number): number[][] {
  const first = kinds[at];
  if (first === undefined) return [];
  if (isJoker(first)) return [[at]];
  const run = [at];
  for (let next = numberOf(first) + 1; ; next += 1) {
    const found = kinds.indexOf(`${colourOf(first)}${next}`);
    if (found < 0) break;
    run.push(found);
  }
  const seen = new Set([first]);
  const group = [at];
  kinds.forEach((kind, index) => {
    if (isJoker(kind) || numberOf(kind) !== numberOf(first) || seen.has(kind)) return;
    seen.add(kind);
    group.push(index);
  });
  const several = [run, group].filter((tiles) => tiles.length > 1).sort((a, b) => b.length - a.length);
  return several.length > 0 ? several : [[at]];
}
