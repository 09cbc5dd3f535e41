/** What the tiles left on a rack cost, tile by tile, from notation: `b4 k9 J`; a number alone is a tile of any colour. */

/** The part of an edition that counting a rack needs; `jokers`: of all kinds together. */
export interface Box {
  readonly copies: number;
  readonly jokers: number;
  readonly penalty: number;
}

export interface Part {
  /** A number from 1 to 13; null: jokers. */
  readonly number: number | null;
  readonly times: number;
  readonly points: number;
}

export type TallyFault =
  | { readonly code: 'no-tile'; readonly tile: string }
  | { readonly code: 'too-many'; readonly tile: string; readonly most: number };

export interface Tallied {
  readonly sum: number;
  readonly count: number;
  /** Numbers from low to high, jokers last. */
  readonly parts: readonly Part[];
  readonly faults: readonly TallyFault[];
}

const TILE = /^(?:([krby])?(1[0-3]|[1-9])|([jdcm]))$/;

/** Tiles that are none, and those there are not so many of, are told and not counted. */
export function tally(text: string, box: Box): Tallied {
  const faults: TallyFault[] = [];
  const found = new Map<number | null, number>();
  const coloured = new Map<string, number>();
  for (const word of text.split(/[\s,;+]+/).filter((one) => one !== '')) {
    const tile = TILE.exec(word.toLowerCase());
    if (tile === null) {
      faults.push({ code: 'no-tile', tile: word.slice(0, 12) });
      continue;
    }
    const number = tile[2] === undefined ? null : Number(tile[2]);
    const times = (found.get(number) ?? 0) + 1;
    const ofColour = (coloured.get(tile[0]) ?? 0) + 1;
    const most = number === null ? box.jokers : 4 * box.copies;
    if (times > most || (tile[1] !== undefined && ofColour > box.copies)) {
      const limit = tile[1] === undefined ? most : box.copies;
      faults.push({ code: 'too-many', tile: word, most: limit });
      continue;
    }
    found.set(number, times);
    coloured.set(tile[0], ofColour);
  }
  const parts = [...found]
    .map(([number, times]) => ({ number, times, points: times * (number ?? box.penalty) }))
    .sort((a, b) => (a.number ?? 99) - (b.number ?? 99));
  return {
    sum: parts.reduce((total, part) => total + part.points, 0),
    count: parts.reduce((total, part) => total + part.times, 0),
    parts,
    faults,
  };
}
