/** Tile kinds as the wire writes them: `b7`, or a joker `J` `D` `C` `M`. Only what drawing and sorting need. */

export type Kind = string;
export type Colour = 'k' | 'r' | 'b' | 'y';

const ORDER = 'krby';
const JOKERS = 'JDCM';

export function isJoker(kind: Kind): boolean {
  return JOKERS.includes(kind);
}

export function colourOf(kind: Kind): Colour {
  return kind.charAt(0) as Colour;
}

/** The printed number; 0 for a joker. */
export function numberOf(kind: Kind): number {
  return isJoker(kind) ? 0 : Number(kind.slice(1));
}

/** Sorting by colour, then number: runs stand together. Jokers come last. */
export function runKey(kind: Kind): number {
  return isJoker(kind) ? 1000 + JOKERS.indexOf(kind) : ORDER.indexOf(colourOf(kind)) * 20 + numberOf(kind);
}

/** Sorting by number, then colour: groups stand together. Jokers come last. */
export function groupKey(kind: Kind): number {
  return isJoker(kind) ? 1000 + JOKERS.indexOf(kind) : numberOf(kind) * 10 + ORDER.indexOf(colourOf(kind));
}
