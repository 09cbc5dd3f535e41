/** A place beside what one works on where nothing lies. */
import type { Box } from '../../board/layout';

/** Between what stands there and its neighbours, and from place to place that is looked at, in pixels. */
const CLEAR = 2;
const STEP = 6;

/** The free square of this size in `view` that is nearest to `near`; null where there is none. */
export function freeSpot(
  taken: readonly Box[],
  near: Box,
  size: number,
  view: Box,
): { readonly x: number; readonly y: number } | null {
  let best: { readonly x: number; readonly y: number } | null = null;
  let least = Infinity;
  for (let y = view.y; y + size <= view.y + view.height; y += STEP) {
    for (let x = view.x; x + size <= view.x + view.width; x += STEP) {
      const here = { x, y, width: size, height: size };
      const far = Math.hypot(apart(here, near, 'x', 'width'), apart(here, near, 'y', 'height'));
      if (far < least && !taken.some((box) => meets(here, box))) {
        best = { x, y };
        least = far;
      }
    }
  }
  return best;
}

function apart(a: Box, b: Box, at: 'x' | 'y', side: 'width' | 'height'): number {
  return Math.max(0, b[at] - a[at] - a[side], a[at] - b[at] - b[side]);
}

function meets(a: Box, b: Box): boolean {
  return apart(a, b, 'x', 'width') < CLEAR && apart(a, b, 'y', 'height') < CLEAR;
}
