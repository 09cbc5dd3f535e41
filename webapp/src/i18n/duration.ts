/** How long something is, in the reader's language: "3 days", "2d 23h". */

type Unit = 'day' | 'hour' | 'minute' | 'second';
const UNITS: readonly (readonly [Unit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
/** Seconds from which on people count in hours and days. */
export const HOUR = 3_600;

function spell(value: number, unit: Unit, language: string, unitDisplay: 'long' | 'narrow'): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(value);
}

/** A whole number of the largest unit that it is one of: 14 400 s are 4 hours, 90 s are 90 seconds. */
export function duration(seconds: number, language: string): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1];
  return spell(seconds / size, unit, language, 'long');
}

/** What is left, by its two largest units, rounded down. */
export function left(seconds: number, language: string, display: 'long' | 'narrow' = 'narrow'): string {
  const at = Math.max(
    0,
    UNITS.findIndex(([, size]) => seconds >= size),
  );
  let rest = Math.max(0, Math.floor(seconds));
  const parts = UNITS.slice(at, at + 2).flatMap(([unit, size]) => {
    const value = Math.floor(rest / size);
    rest -= value * size;
    return value === 0 ? [] : [spell(value, unit, language, display)];
  });
  return parts.join(' ') || spell(0, 'second', language, display);
}
