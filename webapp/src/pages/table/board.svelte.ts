/** The hands: what a tap or a drag means on this board; keys and typed commands use the same functions. */
import type { Target } from '../../board/draft';
import type { GestureHost, Point } from '../../board/gestures';
import { hitFelt, hitRack } from '../../board/hit';
import { stretch } from '../../board/order';
import type { Layout, RackLayout } from '../../board/layout';
import type { Places } from '../../board/motion';
import type { Drafting } from './drafting.svelte';
import { hint, type Game } from './game.svelte';

/** Where carried tiles would land. */
export type Aim = Exclude<Target, { to: 'rack' }> | { readonly to: 'rack'; readonly at: number };

export class Board implements GestureHost {
  readonly game: Game;
  readonly drafting: Drafting;
  feltElement: HTMLElement | null = null;
  rackElement: HTMLElement | null = null;
  layout: Layout | null = null;
  rackLayout: RackLayout | null = null;
  aim = $state.raw<Aim | null>(null);
  dragging = $state(false);
  /** The tile that holds each region's single tab stop. */
  focusFelt = $state<string | null>(null);
  focusRack = $state<string | null>(null);
  /** Places the next glide starts from, for tiles let go in mid-air. */
  flight: Places = new Map();
  /** Asking to draw while tiles are laid. */
  confirming = $state(false);
  #focused: string | null = null;

  constructor(game: Game) {
    this.game = game;
    this.drafting = game.drafting;
  }

  get mayArrange(): boolean {
    return this.game.seated && this.game.state?.phase === 'playing' && !this.game.busy;
  }

  // --- taps ---

  tapTile(tile: string, extend: boolean): void {
    if (!this.mayArrange) return;
    const { selection } = this.drafting;
    const meld = this.drafting.meldOf(tile);
    this.game.notice = null;
    if (extend) {
      this.#extend(tile);
      return;
    }
    const elsewhere = meld !== undefined && selection.length > 0 && !selection.some((id) => meld.tiles.includes(id));
    if (elsewhere) this.place({ to: 'meld', meld: meld.id, at: null });
    else this.drafting.toggle(tile);
  }

  tapMeld(meld: string, point: Point): void {
    if (!this.mayArrange) return;
    const tiles = this.drafting.draft.find((one) => one.id === meld)?.tiles ?? [];
    const { selection } = this.drafting;
    if (selection.length === 0 || selection.every((id) => tiles.includes(id))) {
      this.drafting.select(selection.length === tiles.length ? [] : tiles);
      return;
    }
    const target = this.#feltTarget(point);
    this.place(target?.to === 'meld' ? target : { to: 'meld', meld, at: null });
  }

  tapFelt(): void {
    if (this.drafting.selection.length > 0) this.place({ to: 'new' });
  }

  tapRack(): void {
    const own = this.drafting.selection.filter((id) => this.drafting.meldOf(id) !== undefined);
    if (own.length > 0) this.toRack();
    else this.drafting.clear();
  }

  hold(tile: string): void {
    if (!this.mayArrange) return;
    const line = this.drafting.meldOf(tile)?.tiles;
    if (line === undefined) {
      const { rack } = this.drafting;
      const at = rack.indexOf(tile);
      const count = stretch(
        rack.map((id) => this.drafting.kindOf(id)),
        at,
      );
      this.drafting.select(rack.slice(at, at + count));
      return;
    }
    const tail = line.slice(line.indexOf(tile));
    const same = this.drafting.selection.join() === tail.join();
    this.drafting.select(same ? line : tail);
  }

  /** From the tile to the end of its meld; on the rack, from the last selected tile to this one. */
  #extend(tile: string): void {
    const { rack, selection } = this.drafting;
    const last = selection.findLast((id) => rack.includes(id));
    if (!rack.includes(tile)) this.drafting.extendToEnd(tile);
    else if (last === undefined) this.drafting.toggle(tile);
    else {
      const [from, to] = [rack.indexOf(last), rack.indexOf(tile)].sort((a, b) => a - b);
      this.drafting.select([...new Set([...selection, ...rack.slice(from, (to ?? 0) + 1)])]);
    }
  }

  // --- placing ---

  place(target: Target, tiles: readonly string[] = this.drafting.selection): boolean {
    if (!this.mayArrange || tiles.length === 0) return false;
    const done = this.drafting.move(tiles, target);
    this.game.notice = done ? null : hint('table-stays');
    return done;
  }

  toRack(): void {
    const laid = this.drafting.selection.filter((id) => this.drafting.meldOf(id) !== undefined);
    this.place({ to: 'rack' }, laid);
  }

  split(): void {
    const first = this.drafting.selection[0] ?? this.#focused;
    const meld = first === null || first === undefined ? undefined : this.drafting.meldOf(first);
    if (meld === undefined || first == null || !this.mayArrange) return;
    const at = Math.min(
      ...this.drafting.selection.filter((id) => meld.tiles.includes(id)).map((id) => meld.tiles.indexOf(id)),
      meld.tiles.indexOf(first),
    );
    this.drafting.split(meld.id, at);
  }

  hint(): void {
    if (this.game.mayHint) void this.game.hinting.press();
  }

  /** Press a button of the table, named by its `data-testid`. */
  press(button: string): void {
    this.root?.querySelector<HTMLElement>(`[data-testid="${button}"]`)?.click();
  }

  // --- dragging ---

  carry(tile: string | null, meld: string | null): readonly string[] {
    if (!this.mayArrange) return [];
    const { selection } = this.drafting;
    const tiles =
      tile === null
        ? (this.drafting.draft.find((one) => one.id === meld)?.tiles ?? [])
        : selection.includes(tile)
          ? selection
          : [tile];
    this.dragging = tiles.length > 0;
    return tiles;
  }

  over(tiles: readonly string[], point: Point): number {
    this.aim = this.#target(tiles, point);
    if (this.aim?.to === 'rack') return this.rackLayout?.w ?? 0;
    return this.aim === null ? 0 : (this.layout?.metrics.w ?? 0);
  }

  drop(tiles: readonly string[], point: Point, from: Places): void {
    const aim = this.#target(tiles, point);
    this.cancel();
    if (aim === null) return;
    this.flight = from;
    if (aim.to !== 'rack') {
      const meld = aim.to === 'meld' ? this.drafting.draft.find((one) => one.id === aim.meld) : undefined;
      if (aim.to === 'meld' && aim.at === null && tiles.every((id) => meld?.tiles.includes(id))) return;
      this.place(aim, tiles);
      return;
    }
    const laid = tiles.filter((id) => this.drafting.meldOf(id) !== undefined);
    if (laid.length > 0 && !this.place({ to: 'rack' }, laid)) return;
    this.drafting.reorder(tiles, aim.at);
    this.drafting.clear();
  }

  cancel(): void {
    this.aim = null;
    this.dragging = false;
  }

  /** Tiles seen for the first time come from the hand that laid them, or from the pool. */
  arrivals(from: Places): void {
    if (from.size === 0) return;
    const start = (selector: string): { x: number; y: number; width: number } | null => {
      const box = this.root?.querySelector(selector)?.getBoundingClientRect();
      return box === undefined || box.width === 0
        ? null
        : { x: box.x + box.width / 2 - 12, y: box.y + box.height / 2 - 16, width: 24 };
    };
    const hand = start(`[data-seat="${this.game.state?.last?.seat ?? -1}"]`);
    const pool = start('[data-testid="draw"]');
    for (const id of this.drafting.base.tiles.keys()) {
      const place = this.drafting.meldOf(id) === undefined ? pool : hand;
      if (!from.has(id) && place !== null) from.set(id, place);
    }
  }

  #feltTarget(point: Point): Target | null {
    const box = this.feltElement?.getBoundingClientRect();
    if (box === undefined || this.layout === null || this.feltElement === null) return null;
    const inside = point.x >= box.left && point.x <= box.right && point.y >= box.top - 20 && point.y <= box.bottom;
    return inside ? hitFelt(this.layout, point.x - box.left, point.y - box.top + this.feltElement.scrollTop) : null;
  }

  #target(tiles: readonly string[], point: Point): Aim | null {
    const target = this.#feltTarget(point);
    if (target !== null) return target.to === 'rack' ? null : target;
    const box = this.rackElement?.getBoundingClientRect();
    if (box === undefined || this.rackLayout === null) return null;
    const inside =
      point.x >= box.left - 40 && point.x <= box.right + 40 && point.y >= box.top - 12 && point.y <= box.bottom + 40;
    if (!inside || this.drafting.bound(tiles).length > 0) return null;
    return {
      to: 'rack',
      at: hitRack(this.rackLayout, this.drafting.rack.length, point.x - box.left, point.y - box.top),
    };
  }

  // --- focus ---

  get root(): HTMLElement | null {
    return this.feltElement?.closest('.table') ?? null;
  }

  /** The tile that has the focus, or had it last. */
  get focusedTile(): string | null {
    return this.#focused;
  }

  focusTile(id: string): void {
    this.root?.querySelector<HTMLElement>(`[data-tile-id="${id}"]`)?.focus();
  }

  /** A tile got the focus: it becomes its region's tab stop. */
  focused(id: string): void {
    this.#focused = id;
    if (this.drafting.meldOf(id) === undefined) this.focusRack = id;
    else this.focusFelt = id;
  }

  /** Focus follows a tile that was moved, since its element may be a new one. */
  refocus(): void {
    if (this.#focused === null || document.activeElement !== document.body) return;
    this.focusTile(this.#focused);
  }
}
