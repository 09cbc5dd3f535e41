/** How long ago something was, in the reader's language. */

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `then` and `now` in milliseconds; the last minute is "now". */
export function ago(then: number, now: number, language: string): string {
  const seconds = Math.max(0, (now - then) / 1000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const [unit, size] = STEPS.find(([, size]) => seconds >= size) ?? ['second', Infinity];
  return words.format(-Math.floor(seconds / size) || 0, unit);
}
