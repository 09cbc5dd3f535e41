/**
 * Where the melds of a table stand on a felt of a given size. Positions are local to each screen: only the order and the
 * membership of melds are shared. Everything derives from the tile width, so hit-testing and motion need no DOM reads.
 */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Metrics {
  /** Tile width and height in CSS pixels. */
  readonly w: number;
  readonly h: number;
  /** Between tiles of a meld, around them, and between melds. */
  readonly inner: number;
  readonly frame: number;
  readonly outer: number;
}

export interface PlacedMeld extends Box {
  readonly id: string;
  readonly count: number;
  /** Tiles in one line of the meld; fewer than `count` only where the meld is wider than the felt. */
  readonly perLine: number;
}

export interface Layout {
  readonly metrics: Metrics;
  readonly melds: readonly PlacedMeld[];
  /** Meld ids by row: what keeps a meld in its place while playing. */
  readonly rows: readonly (readonly string[])[];
  readonly width: number;
  /** Height of the felt it was made for, and how much larger than fitting its tiles are. */
  readonly room: number;
  readonly zoom: number;
  /** Height of the content; more than the felt's height means that the felt scrolls. */
  readonly height: number;
}

export interface Item {
  readonly id: string;
  readonly count: number;
}

export interface Space {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  /** How much larger than fitting the reader wants the tiles; above 1 the felt may scroll. */
  readonly zoom?: number;
}

/** Smallest tile width in CSS pixels (WCAG 2.2, target size minimum); below it the felt scrolls. */
export const SMALLEST = 24;
const ASPECT = 1.34;
/** Largest tile width of an enlarged table, and the tiles that stay side by side there. */
const MAGNIFIED = { most: 104, across: 4.6 };
/** How far melds of one row stand apart to fill it, in tile widths; what is left then is at both ends. */
const APART = 1.2;

export function metrics(w: number): Metrics {
  return {
    w,
    h: Math.round(w * ASPECT),
    inner: Math.max(1, Math.round(w * 0.04)),
    frame: Math.max(2, Math.round(w * 0.1)),
    outer: Math.max(4, Math.round(w * 0.2)),
  };
}

interface Size {
  readonly perLine: number;
  readonly width: number;
  readonly height: number;
}

function sizeOf(m: Metrics, count: number, room: number): Size {
  const fits = Math.max(1, Math.floor((room - 2 * m.frame + m.inner) / (m.w + m.inner)));
  const perLine = Math.max(1, Math.min(count, fits));
  const lines = Math.max(1, Math.ceil(count / perLine));
  return {
    perLine,
    width: 2 * m.frame + perLine * m.w + (perLine - 1) * m.inner,
    height: 2 * m.frame + lines * m.h + (lines - 1) * m.inner,
  };
}

type Rows = string[][];

interface Packing {
  readonly rows: Rows;
  readonly height: number;
}

class Packer {
  readonly m: Metrics;
  readonly #sizes = new Map<string, Size>();
  readonly #room: number;

  constructor(w: number, items: readonly Item[], space: Space) {
    this.m = metrics(w);
    this.#room = space.width - 2 * this.m.outer;
    for (const item of items) this.#sizes.set(item.id, sizeOf(this.m, item.count, this.#room));
  }

  size(id: string): Size {
    return this.#sizes.get(id) ?? { perLine: 1, width: 0, height: 0 };
  }

  used(row: readonly string[]): number {
    return row.reduce((sum, id) => sum + this.size(id).width + this.m.outer, -this.m.outer);
  }

  fits(row: readonly string[], id: string): boolean {
    return row.length === 0 || this.used(row) + this.m.outer + this.size(id).width <= this.#room;
  }

  rowHeight(row: readonly string[]): number {
    return Math.max(this.size('').height + this.m.h + 2 * this.m.frame, ...row.map((id) => this.size(id).height));
  }

  height(rows: Rows): number {
    return rows.reduce((sum, row) => sum + this.rowHeight(row) + this.m.outer, this.m.outer);
  }

  /** One free row below the melds, where a new meld is dropped. */
  freeRow(): number {
    return this.m.h + 2 * this.m.frame + this.m.outer;
  }

  put(rows: Rows, id: string): void {
    const row = rows.find((candidate) => this.fits(candidate, id));
    if (row === undefined) rows.push([id]);
    else row.push(id);
  }

  pack(items: readonly Item[], firstFit: boolean): Packing {
    const rows: Rows = [];
    for (const { id } of items) {
      const last = rows.at(-1);
      if (firstFit) this.put(rows, id);
      else if (last !== undefined && this.fits(last, id)) last.push(id);
      else rows.push([id]);
    }
    return { rows, height: this.height(rows) };
  }

  /** Every meld stays in its row if it still fits there; new and overflowing ones go where there is room. */
  keep(items: readonly Item[], before: readonly (readonly string[])[]): Packing {
    const here = new Set(items.map((item) => item.id));
    const homeless: string[] = [];
    const rows: Rows = before.map((old) => {
      const row: string[] = [];
      for (const id of old) {
        if (!here.delete(id)) continue;
        if (this.fits(row, id)) row.push(id);
        else homeless.push(id);
      }
      return row;
    });
    for (const id of homeless) this.put(rows, id);
    for (const { id } of items) if (here.has(id)) this.put(rows, id);
    while (rows.at(-1)?.length === 0) rows.pop();
    return { rows, height: this.height(rows) };
  }
}

function place(packer: Packer, packing: Packing, items: readonly Item[], space: Space): Layout {
  const { m } = packer;
  const counts = new Map(items.map((item) => [item.id, item.count]));
  const spare = Math.max(0, space.height - packing.height - packer.freeRow());
  const between = Math.min(Math.round(m.h * 0.22), Math.floor(spare / (packing.rows.length + 1)));
  const melds: PlacedMeld[] = [];
  let y = m.outer + Math.floor(between / 2);
  for (const row of packing.rows) {
    const left = Math.max(0, space.width - 2 * m.outer - packer.used(row));
    const wider = Math.floor(Math.min(left / Math.max(1, row.length - 1), m.w * APART));
    let x = m.outer + Math.floor((left - wider * (row.length - 1)) / 2);
    for (const id of row) {
      const { perLine, width, height } = packer.size(id);
      melds.push({ id, count: counts.get(id) ?? 0, perLine, x, y, width, height });
      x += width + m.outer + wider;
    }
    y += packer.rowHeight(row) + m.outer + between;
  }
  const { width, height: room, zoom = 1 } = space;
  return { metrics: m, melds, rows: packing.rows, width, room, zoom, height: y };
}

/** Larger than fits, as the reader wishes, and sticky like any; never wider than the felt. */
function magnified(items: readonly Item[], space: Space, zoom: number, before: Layout | undefined): Layout {
  const wanted = before?.metrics.w ?? layout(items, { ...space, zoom: 1 }).metrics.w * zoom;
  const w = Math.round(Math.max(SMALLEST, Math.min(wanted, MAGNIFIED.most, space.width / MAGNIFIED.across)));
  const packer = new Packer(w, items, space);
  return place(packer, before ? packer.keep(items, before.rows) : packer.pack(items, false), items, space);
}

/**
 * The layout with the largest tiles that fit; sticky to `earlier` where that still fits the same felt. `mayGrow`: whether much
 * larger tiles are worth moving everything for, which nobody wants in the middle of a turn; a felt that becomes much higher
 * is worth it even then, since a begun turn that is shown again meets a felt that has no height yet.
 */
export function layout(items: readonly Item[], space: Space, earlier?: Layout, mayGrow = true): Layout {
  const { zoom = 1 } = space;
  const before = earlier?.zoom === zoom ? earlier : undefined;
  if (zoom > 1) return magnified(items, space, zoom, before?.width === space.width ? before : undefined);
  const fitting = (packer: Packer, packing: Packing, free: boolean): boolean =>
    packing.height + (free ? packer.freeRow() : 0) <= space.height;
  let fresh: Layout | undefined;
  for (let w = space.largest; w >= SMALLEST && fresh === undefined; w -= w > 40 ? 2 : 1) {
    const packer = new Packer(w, items, space);
    const packing = [packer.pack(items, false), packer.pack(items, true)].reduce((a, b) =>
      b.height < a.height ? b : a,
    );
    if (fitting(packer, packing, true)) fresh = place(packer, packing, items, space);
  }
  if (before !== undefined && before.width === space.width && before.metrics.w <= space.largest) {
    const packer = new Packer(before.metrics.w, items, space);
    const packing = packer.keep(items, before.rows);
    const resized = space.height !== before.room;
    const worth = resized && mayGrow ? 1.05 : 1.35;
    const muchLarger = (mayGrow || resized) && fresh !== undefined && fresh.metrics.w >= before.metrics.w * worth;
    const overflows = !fitting(packer, packing, false);
    if (!muchLarger && (!overflows || (fresh === undefined && before.metrics.w === SMALLEST))) {
      return place(packer, packing, items, space);
    }
  }
  if (fresh !== undefined) return fresh;
  const packer = new Packer(SMALLEST, items, space);
  return place(packer, packer.pack(items, true), items, space);
}

/** Where the tile at position `at` of a meld stands, relative to the meld. */
export function tileAt(m: Metrics, perLine: number, at: number): { x: number; y: number } {
  return {
    x: m.frame + (at % perLine) * (m.w + m.inner),
    y: m.frame + Math.floor(at / perLine) * (m.h + m.inner),
  };
}

export interface RackLayout {
  readonly w: number;
  readonly h: number;
  readonly gap: number;
  readonly columns: number;
  readonly rows: number;
}

/** Width of a rack tile below which another row is better than smaller tiles; a low screen has no room for one. */
const COMFORT = { one: 24, more: 29 };

function gapOf(w: number): number {
  return Math.max(2, Math.round(w * 0.05));
}

/** The rack in `rows` rows of `columns` places if the width allows that many; more rows rather than tiny tiles. */
export function rackLayout(count: number, width: number, rows: number, columns: number, largest: number): RackLayout {
  const fit = (across: number): number => {
    const w = Math.floor(width / (across + (across - 1) * 0.05));
    return Math.min(largest, across * (w + gapOf(w)) - gapOf(w) > width ? w - 1 : w);
  };
  const comfort = rows === 1 ? COMFORT.one : COMFORT.more;
  const most = Math.max(1, Math.floor(width / (comfort + 2)));
  let lines = rows;
  let across = Math.max(Math.min(columns, most), Math.ceil(count / lines));
  while (fit(across) < comfort && across > 1 && lines < rows + 2) {
    lines += 1;
    across = Math.max(Math.min(columns, most), Math.ceil(count / lines));
  }
  const w = Math.max(SMALLEST, fit(across));
  return { w, h: Math.round(w * ASPECT), gap: gapOf(w), columns: across, rows: lines };
}

interface RackShape {
  readonly rows: number;
  readonly columns: number;
  readonly largest: number;
}

/** How many places a rack has that fills `width`, by the height of the screen: one row where the screen is low. */
export function rackShape(width: number, screen: number): RackShape {
  const low = screen <= 500;
  const largest = low || screen < 620 ? 40 : Math.max(48, Math.min(72, Math.round(screen * 0.066)));
  const across = Math.ceil(width / (largest + gapOf(largest)));
  return { rows: low ? 1 : 2, columns: Math.max(low ? 14 : 10, across), largest };
}
