/** What is counted of puzzles: a rating, and days in a row. */

/** How far one puzzle moves a rating (Elo's K). */
const K = 32;
const DAY = 86_400_000;

/** What is counted in one browser. */
export interface Kept {
  readonly rating: number;
  /** When the rating last moved (ms); 0 for never. */
  readonly rated: number;
  /** The puzzles by their first try: 1 for solved, 0 for not. */
  readonly first: Readonly<Record<string, 0 | 1 | undefined>>;
  /** The days whose puzzle was solved on the day, as ISO dates. */
  readonly days: readonly string[];
}

/** What two browsers of one person have counted: the rating that moved last, all tries and all days. */
export function merged(here: Kept, other: Kept): Kept {
  const { rating, rated } = other.rated > here.rated ? other : here;
  const days = [...new Set([...here.days, ...other.days])].sort();
  return { rating, rated, first: { ...here.first, ...other.first }, days };
}

/** Elo's rating after a result against a puzzle of this difficulty: 1 solved, 0 not. */
export function rated(rating: number, difficulty: number, result: 0 | 1): number {
  const expected = 1 / (1 + 10 ** ((difficulty - rating) / 400));
  return Math.round(rating + K * (result - expected));
}

/** How many days in a row, by UTC, end today or yesterday. Days whose solution was looked up count for nothing and break nothing. */
export function streakOf(days: readonly string[], now: Date, looked: readonly string[] = []): number {
  const dayOf = (ago: number): string => new Date(now.getTime() - ago * DAY).toISOString().slice(0, 10);
  let count = 0;
  for (let ago = 0; ; ago += 1) {
    const day = dayOf(ago);
    if (days.includes(day)) count += 1;
    else if (ago > 0 && !looked.includes(day)) return count;
  }
}
