/** The hands at the analysis board: what a tap or a drag means; keys use the same functions. */
import type { Target } from '../../../board/draft';
import type { GestureHost, Point } from '../../../board/gestures';
import type { Places } from '../../../board/motion';
import { Surface, within } from '../../../ui/board/surface.svelte';
import type { Bench } from '../bench.svelte';

/** The rim of the rack, in pixels. */
const EDGE = { above: 8, below: 8, aside: 8 };
type Aim = Target | { readonly to: 'box' };

export class Hands extends Surface<Aim> implements GestureHost {
  readonly bench: Bench;
  box: HTMLElement | null = null;
  /** The places of the box, and how many are in a row. */
  boxed: { readonly places: readonly string[]; readonly across: number } = { places: [], across: 13 };

  constructor(bench: Bench) {
    super();
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
    const target = point === null ? null : this.onFelt(point);
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

  over(_tiles: readonly string[], point: Point): number | null {
    this.aim = this.#target(point);
    if (this.aim === null) return null;
    return this.aim.to === 'meld' || this.aim.to === 'new' ? (this.layout?.metrics.w ?? 0) : 0;
  }

  drop(tiles: readonly string[], point: Point, from: Places): void {
    const aim = this.#target(point);
    this.cancel();
    if (aim === null) return;
    this.flight = from;
    this.bench.put(aim, tiles);
  }

  #target(point: Point): Aim | null {
    if (within(this.rack?.getBoundingClientRect(), point, EDGE)) return { to: 'rack' };
    if (within(this.box?.getBoundingClientRect(), point)) return { to: 'box' };
    return this.onFelt(point);
  }
}
