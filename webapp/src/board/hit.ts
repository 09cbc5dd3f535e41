/** What lies under a point, by arithmetic from the layout: no DOM reads while dragging. */
import type { Target } from './draft';
import { isEmpty } from './racking';
import type { Layout, Metrics, PlacedMeld, RackLayout } from './layout';

/** Part of a tile's width, at either side, where a drop means "between these two". */
const EDGE = 0.3;

function position(m: Metrics, meld: PlacedMeld, x: number, y: number): number | null {
  const line = Math.max(0, Math.floor((y - meld.y - m.frame) / (m.h + m.inner)));
  const along = (x - meld.x - m.frame) / (m.w + m.inner);
  const lastLine = Math.ceil(meld.count / meld.perLine) - 1;
  const start = Math.min(line, lastLine) * meld.perLine;
  const inLine = Math.min(meld.perLine, meld.count - start);
  if (along <= EDGE) return start;
  if (along >= inLine - EDGE) return start + inLine;
  const within = along - Math.floor(along);
  if (within < EDGE) return start + Math.floor(along);
  if (within > 1 - EDGE) return start + Math.ceil(along);
  return null;
}

/** The drop target at a point of the felt (content coordinates, scroll included). */
export function hitFelt(layout: Layout, x: number, y: number): Target {
  const near = layout.metrics.outer / 2;
  const meld = layout.melds.find(
    (box) => x >= box.x - near && x <= box.x + box.width + near && y >= box.y - near && y <= box.y + box.height + near,
  );
  if (meld === undefined) return { to: 'new' };
  return { to: 'meld', meld: meld.id, at: position(layout.metrics, meld, x, y) };
}

/** The place on the rack at a point: between tiles the nearer gap; on an empty place, or after the tiles, that place. */
export function hitRack(rack: RackLayout, places: readonly string[], x: number, y: number): number {
  const row = Math.max(0, Math.min(rack.rows - 1, Math.floor(y / (rack.h + rack.gap))));
  const within = (column: number): number => row * rack.columns + Math.max(0, Math.min(rack.columns - 1, column));
  const exact = within(Math.floor(x / (rack.w + rack.gap)));
  if (isEmpty(places[exact] ?? '.')) return exact;
  return Math.min(places.length, row * rack.columns + Math.max(0, Math.round(x / (rack.w + rack.gap))));
}

/** Where the caret stands for an insertion before position `at`: left edge, top and height. */
export function caretAt(m: Metrics, meld: PlacedMeld, at: number): { x: number; y: number; height: number } {
  const endOfLine = at > 0 && (at % meld.perLine === 0 || at === meld.count);
  const cell = endOfLine ? at - 1 : at;
  const column = (cell % meld.perLine) + (endOfLine ? 1 : 0);
  return {
    x: meld.x + m.frame + column * (m.w + m.inner) - m.inner / 2,
    y: meld.y + m.frame + Math.floor(cell / meld.perLine) * (m.h + m.inner),
    height: m.h,
  };
}
