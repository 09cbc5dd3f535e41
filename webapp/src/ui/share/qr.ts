/** A QR code as one SVG path, with the quiet zone that readers need. */
import { encode } from 'uqr';

/** Modules of white on every side, as the standard asks. */
const QUIET = 4;

export interface Drawing {
  /** The side of the square, in modules, with the quiet zone. */
  readonly size: number;
  /** The dark modules: every row's stretches as rectangles. */
  readonly path: string;
}

/** Level M: a quarter more modules than the least, and still read from a screen with a finger on it. */
export function drawing(text: string): Drawing {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return { size: size + 2 * QUIET, path: outline(data, QUIET) };
}

/** The path of the dark modules, moved by `by` to the right and down. */
export function outline(rows: readonly (readonly boolean[])[], by: number): string {
  return rows
    .map((row, y) =>
      stretches(row)
        .map(([x, long]) => `M${x + by} ${y + by}h${long}v1h-${long}z`)
        .join(''),
    )
    .join('');
}

/** Where stretches of dark modules begin, and how long they are. */
function stretches(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (!dark) return;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else found.push([x, 1]);
  });
  return found;
}
