/** Seconds as minutes and seconds, 75 -> 1:15. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Seconds left at which the player is told, never more often. */
const MARKS = [10, 30] as const;

/** The mark that `left` seconds of `limit` have passed; 0 before the first one, and for marks no turn is long enough for. */
export function timeMark(left: number, limit: number | null): number {
  return MARKS.find((mark) => left <= mark && (limit === null || mark < limit)) ?? 0;
}
