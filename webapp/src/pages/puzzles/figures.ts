/** What is counted of puzzles: a rating, and days in a row. */

/** How far one puzzle moves a rating (Elo's K). */
const K = 32;
const DAY = 86_400_000;

/** Elo's rating after a result against a puzzle of this difficulty: 1 solved, 0 not. */
export function rated(rating: number, difficulty: number, result: 0 | 1): number {
  const expected = 1 / (1 + 10 ** ((difficulty - rating) / 400));
  return Math.round(rating + K * (result - expected));
}

/** How many days in a row, by UTC, end today or yesterday. */
export function streakOf(days: readonly string[], now: Date): number {
  const known = new Set(days);
  const solved = (ago: number): boolean => known.has(new Date(now.getTime() - ago * DAY).toISOString().slice(0, 10));
  const begin = solved(0) ? 0 : 1;
  let count = 0;
  while (solved(begin + count)) count += 1;
  return count;
}
