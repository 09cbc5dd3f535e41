/** Type as large as a sheet allows: what hangs on a wall is read from two metres. */

/** What fits on A4 and on Letter below the heading, in millimetres. */
const WIDTH = 184;
const HEIGHT = 222;
const GAP = 8;
const LARGEST = 13;
const SMALLEST = 4.25;
const LINE = 1.3;
/** A letter's width, in em, about what most names need. */
const LETTER = 0.49;
/** One line in so many may be too long for its column, and wraps; no column is narrower than this. */
const LONG = 2;
const FEWEST = 15;

export interface Type {
  /** Millimetres. */
  readonly size: number;
  readonly columns: number;
}

/** For blocks of lines (their lengths in letters), `air` em between two blocks and `side` em beside each. Where not all
 * fits on one sheet, the smallest type in `usual` columns. */
export function typeSize(
  blocks: readonly (readonly number[])[],
  { most, usual, air, side = 0 }: { most: number; usual: number; air: number; side?: number },
): Type {
  for (let size = LARGEST; size > SMALLEST; size -= 0.25) {
    for (let columns = 1; columns <= most; columns += 1) {
      const letters = Math.floor(((WIDTH - GAP * (columns - 1)) / columns / size - side) / LETTER);
      if (fits(blocks, letters) && height(blocks, columns, letters, air) * size <= HEIGHT) return { size, columns };
    }
  }
  return { size: SMALLEST, columns: usual };
}

function fits(blocks: readonly (readonly number[])[], letters: number): boolean {
  const lines = blocks.flat();
  return letters >= FEWEST && lines.filter((line) => line > letters).length * LONG <= lines.length;
}

/** In em, where blocks stand in rows. */
function height(blocks: readonly (readonly number[])[], columns: number, letters: number, air: number): number {
  const heights = blocks.map((lines) => lines.reduce((sum, line) => sum + rows(line, letters) * LINE, air));
  let sum = 0;
  for (let at = 0; at < heights.length; at += columns) sum += Math.max(...heights.slice(at, at + columns));
  return sum;
}

const rows = (line: number, letters: number): number => Math.max(1, Math.ceil(line / letters));
