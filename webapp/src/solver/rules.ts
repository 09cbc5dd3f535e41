/** What the search needs to know of the editions that are solved in the browser; the others are the server's. */
import editions from './editions.json';

/** Numbers of the tile kinds: 0-51 the numbered ones by colour `k r b y`, then number; 52-55 the jokers `J D C M`. */
export const KINDS: readonly string[] = [
  ...[...'krby'].flatMap((colour) => Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`)),
  ...'JDCM',
];
export const FIRST_JOKER = 52;

export interface Rules {
  /** Points that an opening needs, at least 1; `waived`: none once the pool is empty, or in the last turn. */
  readonly amount: number;
  readonly waived: boolean;
  /** Whether the tiles on the table may be used in the turn of the opening. */
  readonly same_turn: boolean;
  /** Copies of each numbered tile, and of the four jokers. */
  readonly copies: number;
  readonly jokers: readonly number[];
  /** Points of a joker on a rack. */
  readonly penalty: number;
  /** What the request says about melds with jokers, a byte each; null where only the regular joker is known. */
  readonly switches: readonly number[] | null;
}

const EDITIONS: Readonly<Record<string, Rules>> = editions;

/** The rules of an edition by its id; undefined where it is not solved here. */
export function rulesOf(edition: string): Rules | undefined {
  return Object.hasOwn(EDITIONS, edition) ? EDITIONS[edition] : undefined;
}
