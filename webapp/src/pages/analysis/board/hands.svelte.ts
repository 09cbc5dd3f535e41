/** The hands at the analysis board: what a tap or a drag means; keys use the same functions. */
import type { Target } from '../../../board/draft';
import type { GestureHost, Point } from '../../../board/gestures';
import { hitFelt } from '../../../board/hit';
import type { Layout } from '../../../board/layout';
import type { Places } from '../../../board/motion';
import type { Bench } from '../bench.svelte';

export type Aim = Target | { readonly to: 'box' };

export class Hands implements GestureHost {
  readonly bench: Bench;
  felt: HTMLElement | null = null;
  rack: HTMLElement | null = null;
  box: HTMLElement | null = null;
  layout: Layout | null = null;
  aim = $state.raw<Aim | null>(null);
  /** The tile that is each region's single tab stop. */
  stops = $state.raw<Readonly<Record<string, string>>>({});
  /** Places the next glide starts from, for tiles let go in mid-air. */
  flight: Places = new Map();

  constructor(bench: Bench) {
    this.bench = bench;
  }

  /** A play that is shown ends with the first touch; true where that was all the touch did. */
  #ended(): boolean {
    const showing = this.bench.picture !== null;
    if (showing) this.bench.show([]);
    return showing;
  }

  // --- taps ---

  /** Tiles come into the hand; with tiles of another place in the hand, a tile of a meld is where they go. */
  tapTile(tile: string, extend: boolean, point: Point | null = null): void {
    if (this.#ended()) return;
    const { selection } = this.bench;
    const meld = this.bench.meldOf(tile);
    if (extend && meld !== undefined) return this.onward(tile);
    const elsewhere = meld !== undefined && selection.length > 0 && !selection.some((id) => meld.tiles.includes(id));
    if (elsewhere) this.bench.put(this.#within(meld.id, point));
    else this.bench.toggle(tile);
  }

  /** Where in a meld the tiles go: beside the tile that is tapped, or where they belong. */
  #within(meld: string, point: Point | null): Target {
    const target = point === null ? null : this.#onFelt(point);
    return target?.to === 'meld' && target.meld === meld ? target : { to: 'meld', meld, at: null };
  }

  tapMeld(meld: string, point: Point): void {
    if (this.#ended()) return;
    const { selection } = this.bench;
    const tiles = this.bench.melds.find(({ id }) => id === meld)?.tiles ?? [];
    const within = selection.every((id) => tiles.includes(id));
    if (within) this.bench.select(selection.length === tiles.length ? [] : tiles);
    else this.bench.put(this.#within(meld, point));
  }

  tapFelt(): void {
    if (!this.#ended()) this.bench.put({ to: 'new' });
  }

  tapRack(): void {
    if (!this.#ended()) this.bench.put({ to: 'rack' });
  }

  doubleTap(tile: string): void {
    this.tapTile(tile, false);
  }

  hold(tile: string): boolean {
    if (this.bench.picture !== null || this.bench.meldOf(tile) === undefined) return false;
    this.onward(tile);
    return true;
  }

  /** Take up a meld from this tile on; asked again, the whole of it. */
  onward(tile: string): void {
    const tiles = this.bench.meldOf(tile)?.tiles ?? [tile];
    const tail = tiles.slice(tiles.indexOf(tile));
    this.bench.select(this.bench.selection.join() === tail.join() ? tiles : tail);
  }

  // --- dragging ---

  carry(tile: string | null, meld: string | null): readonly string[] {
    this.#ended();
    if (tile === null) return this.bench.melds.find(({ id }) => id === meld)?.tiles ?? [];
    return this.bench.selection.includes(tile) ? this.bench.selection : [tile];
  }

  over(_tiles: readonly string[], point: Point): number {
    this.aim = this.#target(point);
    return this.aim?.to === 'meld' || this.aim?.to === 'new' ? (this.layout?.metrics.w ?? 0) : 0;
  }

  drop(tiles: readonly string[], point: Point, from: Places): void {
    const aim = this.#target(point);
    this.cancel();
    if (aim === null) return;
    this.flight = from;
    this.bench.put(aim, tiles);
  }

  cancel(): void {
    this.aim = null;
  }

  #onFelt(point: Point): Target | null {
    const box = this.felt?.getBoundingClientRect();
    if (this.felt === null || this.layout === null || !inside(box, point)) return null;
    return hitFelt(this.layout, point.x - box.left, point.y - box.top + this.felt.scrollTop);
  }

  #target(point: Point): Aim | null {
    if (inside(this.rack?.getBoundingClientRect(), point)) return { to: 'rack' };
    if (inside(this.box?.getBoundingClientRect(), point)) return { to: 'box' };
    return this.#onFelt(point);
  }
}

function inside(box: DOMRect | undefined, { x, y }: Point): box is DOMRect {
  return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
