/** What the hands at a board know of it: its elements, where its tiles stand, what is aimed at, and where the focus is. */
import type { Target } from '../../board/draft';
import type { Point } from '../../board/gestures';
import { hitFelt } from '../../board/hit';
import type { Layout, RackLayout } from '../../board/layout';
import type { Places } from '../../board/motion';

/** Where carried tiles would land. */
export type Aim = Target | { readonly to: 'box' } | { readonly to: 'rack'; readonly at: number };

export class Surface<A extends Aim = Aim> {
  felt = $state.raw<HTMLElement | null>(null);
  rack: HTMLElement | null = null;
  layout: Layout | null = null;
  rackLayout: RackLayout | null = null;
  /** The places of the rack that are on the screen. */
  shownRack: readonly string[] = [];
  /** Whether every tile of the felt and of the rack is there: those of a table that has just come are made by and by. */
  readonly whole = $state({ felt: false, rack: false });
  aim = $state.raw<A | null>(null);
  /** The tile that is each region's single tab stop. */
  stops = $state.raw<Readonly<Record<string, string>>>({});
  /** The tile that has the focus, or had it last. */
  focusedTile: string | null = null;
  /** Places the next glide starts from, for tiles let go in mid-air. */
  flight: Places = new Map();

  /** A tile got the focus: it becomes its region's tab stop. */
  focused(tile: string, region: string): void {
    this.focusedTile = tile;
    this.stops = { ...this.stops, [region]: tile };
  }

  /** The places that tiles were let go at; they are told once. */
  land(): Places {
    const { flight } = this;
    this.flight = new Map();
    return flight;
  }

  cancel(): void {
    this.aim = null;
  }

  /** What a point of the felt means, or `above` pixels over it; null elsewhere. */
  protected onFelt(point: Point, above = 0): Target | null {
    const box = this.felt?.getBoundingClientRect();
    if (this.felt === null || this.layout === null || !within(box, point, { above })) return null;
    return hitFelt(this.layout, point.x - box.left, point.y - box.top + this.felt.scrollTop);
  }
}

interface Margins {
  readonly above?: number;
  readonly below?: number;
  readonly aside?: number;
}

/** Whether a point is in a box, or nearer to it than these pixels. */
export function within(
  box: DOMRect | undefined,
  { x, y }: Point,
  { above = 0, below = 0, aside = 0 }: Margins = {},
): box is DOMRect {
  if (box === undefined) return false;
  return x >= box.left - aside && x <= box.right + aside && y >= box.top - above && y <= box.bottom + below;
}
