/** The hands: what a tap or a drag means on this board; keys and typed commands use the same functions. */
import { plainMeld, type Meld, type Target } from '../../../board/draft';
import type { GestureHost, Point } from '../../../board/gestures';
import { hitRack } from '../../../board/hit';
import { naturalOrder, startingAt } from '../../../board/order';
import type { Places } from '../../../board/motion';
import { isJoker } from '../../../board/tiles';
import { meldText } from '../../../board/wire';
import { Surface, within } from '../../../ui/board/surface.svelte';
import type { Drafting } from '../game/drafting.svelte';
import type { Game } from '../game/game.svelte';
import { hint } from '../game/notice';
import { Zoom } from './zoom.svelte';

/** Where carried tiles would land. */
export type Aim = Exclude<Target, { to: 'rack' }> | { readonly to: 'rack'; readonly at: number };

/** A tile of what was just let go on the felt, and how many steps could be taken back then. */
export interface Dropped {
  readonly tile: string;
  readonly steps: number;
}

const NO_OFFERS: ReadonlySet<string> = new Set();

export class Board extends Surface<Aim> implements GestureHost {
  readonly game: Game;
  readonly drafting: Drafting;
  dragging = $state(false);
  readonly zoom = new Zoom();
  /** The meld that is looked at by itself. */
  enlarged = $state<string | null>(null);
  /** The number of the turn in which it is asked whether to draw while tiles are laid. */
  confirming = $state<number | null>(null);
  /** Asking where the selected tiles go. */
  moving = $state(false);
  /** Melds that a tile tapped twice fits in. */
  offers = $state.raw<ReadonlySet<string>>(NO_OFFERS);
  dropped = $state.raw<Dropped | null>(null);
  /** The selection as "from here on" made it. */
  #onward: readonly string[] = [];

  constructor(game: Game) {
    super();
    this.game = game;
    this.drafting = game.drafting;
  }

  get mayArrange(): boolean {
    return this.game.seated && this.game.state?.phase === 'playing' && !this.game.busy;
  }

  // --- taps ---

  tapTile(tile: string, extend: boolean, point: Point | null = null): void {
    if (!this.mayArrange) return this.look(this.drafting.meldOf(tile)?.id);
    const { selection } = this.drafting;
    const meld = this.drafting.meldOf(tile);
    this.game.notice = null;
    this.offers = NO_OFFERS;
    if (extend) {
      this.#extend(tile);
      return;
    }
    const elsewhere = meld !== undefined && selection.length > 0 && !selection.some((id) => meld.tiles.includes(id));
    if (elsewhere) this.place(this.#within(meld, point));
    else if (!this.refuses(meld)) this.drafting.toggle(tile);
  }

  /** Where in a meld tiles go: jokers beside the tile that is tapped, on its nearer side; others where they belong. */
  #within(meld: Meld, point: Point | null): Target {
    const open = [...meld.tiles, ...this.drafting.selection].some((id) => isJoker(this.drafting.kindOf(id)));
    const target = open && point !== null ? this.onFelt(point, 20) : null;
    return target?.to === 'meld' && target.meld === meld.id ? target : { to: 'meld', meld: meld.id, at: null };
  }

  tapMeld(meld: string, point: Point): void {
    if (!this.mayArrange) return this.look(meld);
    const tapped = this.drafting.draft.find((one) => one.id === meld);
    const tiles = tapped?.tiles ?? [];
    const { selection } = this.drafting;
    const target = this.onFelt(point, 20);
    const gap = target?.to === 'meld' && target.meld === meld && target.at !== null;
    const within = selection.length > 0 && selection.every((id) => tiles.includes(id));
    if (selection.length === 0 || (within && (!gap || selection.length === tiles.length))) {
      if (!this.refuses(tapped)) this.drafting.select(selection.length === tiles.length ? [] : tiles);
      return;
    }
    this.place(gap ? target : { to: 'meld', meld, at: null });
  }

  tapFelt(): void {
    this.offers = NO_OFFERS;
    if (this.drafting.selection.length > 0) this.place({ to: 'new' });
  }

  /** Tiles of one's own come back; tiles of the rack go to the empty place that is tapped. */
  tapRack(point: Point): void {
    const { selection } = this.drafting;
    const target = this.#rackTarget(point);
    const empty = target !== null && (this.shownRack[target.at] ?? '.').startsWith('.');
    if (selection.some((id) => this.drafting.meldOf(id) !== undefined)) this.toRack();
    else if (selection.length > 0 && empty) this.drafting.reorder(selection, this.shownRack, target.at);
    this.drafting.clear();
  }

  /** A finger that rests on a tile takes from here on; a handful stays, to be laid there or carried. */
  hold(tile: string): boolean {
    const { selection } = this.drafting;
    const again = selection === this.#onward && selection.includes(tile);
    const stays = !again && selection.some((id) => id !== tile);
    if (!stays) this.onward(tile);
    return !stays;
  }

  /** Select from this tile on; asked again, a tile of the table gives its whole meld. */
  onward(tile: string): void {
    if (!this.mayArrange) return;
    const meld = this.drafting.meldOf(tile);
    if (this.refuses(meld)) return;
    const tail = meld?.tiles.slice(meld.tiles.indexOf(tile));
    const again = this.drafting.selection.join() === tail?.join();
    this.drafting.select((again ? meld?.tiles : tail) ?? this.#fromHere(tile));
    this.#onward = this.drafting.selection;
  }

  /** The rack's tiles that go on from this one as a run or a group; asked again, the other of the two. */
  #fromHere(tile: string): readonly string[] {
    const { rack, selection } = this.drafting;
    const found = startingAt(
      rack.map((id) => this.drafting.kindOf(id)),
      rack.indexOf(tile),
    ).map((tiles) => tiles.flatMap((at) => rack[at] ?? []));
    const now = found.findIndex((ids) => ids.join() === selection.join());
    return found[(now + 1) % found.length] ?? [tile];
  }

  /** A tile of the rack goes to the only meld that it makes legal; where there are more, they are all shown. */
  async doubleTap(tile: string): Promise<void> {
    const { selection } = this.drafting;
    if (!this.mayArrange || selection.some((id) => id !== tile) || !this.drafting.rack.includes(tile)) {
      this.tapTile(tile, false);
      return;
    }
    this.drafting.select([tile]);
    const { draft } = this.drafting;
    const found = await this.fitting([tile]);
    // what was taken up meanwhile was not asked about
    if (found === null || draft !== this.drafting.draft || this.drafting.selection.join() !== tile) return;
    const [only, another] = found;
    if (only !== undefined && another === undefined) this.place({ to: 'meld', meld: only, at: null });
    else if (only === undefined) this.game.notice = hint('fits-nowhere');
    else {
      this.offers = new Set(found);
      this.game.notice = hint('fits-several');
    }
  }

  /** The melds that stay or become legal with these tiles; null while the judge cannot be asked. */
  async fitting(tiles: readonly string[]): Promise<readonly string[] | null> {
    const { base, draft } = this.drafting;
    const trials = draft
      .filter((meld) => !tiles.some((id) => meld.tiles.includes(id)) && !this.isLocked(meld))
      .map((meld) => {
        const order = naturalOrder([...meld.tiles, ...tiles], (id) => this.drafting.kindOf(id));
        return { meld: meld.id, grown: plainMeld(meld.id, order) };
      });
    if (!(await this.game.previews.judge(trials.map(({ grown }) => meldText(base, grown))))) return null;
    return trials
      .filter(({ grown }) => {
        const verdict = this.game.verdict(grown);
        return verdict?.legal === true || (verdict?.relaid ?? null) !== null;
      })
      .map(({ meld }) => meld);
  }

  /** Show all places that the selected tiles may go to. */
  moveTo(): void {
    this.moving = this.mayArrange && this.drafting.selection.length > 0;
  }

  /** Whether a meld may not be touched before the player has opened. */
  isLocked(meld: Meld): boolean {
    return this.game.locked && this.drafting.base.melds.includes(meld);
  }

  /** Whether a meld may not be touched yet; the player is told why. */
  refuses(meld: Meld | undefined): boolean {
    const locked = meld !== undefined && this.isLocked(meld);
    if (locked) this.game.notice = hint('table-locked');
    return locked;
  }

  /** From the tile on, as a long press; on the rack with tiles selected, from the last of them to this one. */
  #extend(tile: string): void {
    const { rack, selection } = this.drafting;
    const last = selection.findLast((id) => rack.includes(id));
    if (!rack.includes(tile) || last === undefined || selection[0] === tile) {
      this.onward(tile);
      return;
    }
    const [from, to] = [rack.indexOf(last), rack.indexOf(tile)].sort((a, b) => a - b);
    this.drafting.select([...new Set([...selection, ...rack.slice(from, (to ?? 0) + 1)])]);
  }

  // --- placing ---

  place(target: Target, tiles: readonly string[] = this.drafting.selection): boolean {
    if (!this.mayArrange || tiles.length === 0) return false;
    const onto = target.to === 'meld' ? this.drafting.draft.find((one) => one.id === target.meld) : undefined;
    if ([onto, ...tiles.map((id) => this.drafting.meldOf(id))].some((meld) => this.refuses(meld))) return false;
    this.offers = NO_OFFERS;
    const done = this.drafting.move(tiles, target);
    this.game.notice = done ? null : hint('table-stays');
    return done;
  }

  toRack(): void {
    const laid = this.drafting.selection.filter((id) => this.drafting.meldOf(id) !== undefined);
    this.place({ to: 'rack' }, laid);
  }

  split(): void {
    const first = this.drafting.selection[0] ?? this.focusedTile;
    const meld = first === null || first === undefined ? undefined : this.drafting.meldOf(first);
    if (meld === undefined || first == null || !this.mayArrange || this.refuses(meld)) return;
    const at = Math.min(
      ...this.drafting.selection.filter((id) => meld.tiles.includes(id)).map((id) => meld.tiles.indexOf(id)),
      meld.tiles.indexOf(first),
    );
    this.drafting.split(meld.id, at);
  }

  /** Show a meld large: the one named, else that of the selection or of the focused tile. */
  look(meld?: string): void {
    const tile = this.drafting.selection[0] ?? this.focusedTile ?? '';
    this.enlarged = meld ?? this.drafting.meldOf(tile)?.id ?? null;
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
    const from = tile === null ? this.drafting.draft.find((one) => one.id === meld) : this.drafting.meldOf(tile);
    if (this.refuses(from)) return [];
    const tiles =
      tile === null
        ? (this.drafting.draft.find((one) => one.id === meld)?.tiles ?? [])
        : selection.includes(tile)
          ? selection
          : [tile].filter((id) => this.drafting.tile(id) !== undefined);
    this.dragging = tiles.length > 0;
    return tiles;
  }

  over(tiles: readonly string[], point: Point): number | null {
    const aim = this.#target(point);
    const stays = aim?.to === 'rack' && this.drafting.bound(tiles).length > 0;
    this.aim = stays ? null : aim;
    if (stays || aim === null) return stays ? 0 : null;
    return (aim.to === 'rack' ? this.rackLayout?.w : this.layout?.metrics.w) ?? 0;
  }

  drop(tiles: readonly string[], point: Point, from: Places): void {
    const aim = this.#target(point);
    this.cancel();
    if (aim === null) return;
    this.flight = from;
    if (aim.to !== 'rack') {
      const meld = aim.to === 'meld' ? this.drafting.draft.find((one) => one.id === aim.meld) : undefined;
      if (aim.to === 'meld' && aim.at === null && tiles.every((id) => meld?.tiles.includes(id))) return;
      const [tile] = tiles;
      if (this.place(aim, tiles) && tile !== undefined)
        this.dropped = { tile, steps: this.drafting.history.past.length };
      return;
    }
    const shown = this.shownRack;
    const laid = tiles.filter((id) => this.drafting.meldOf(id) !== undefined);
    if (laid.length > 0 && !this.place({ to: 'rack' }, laid)) return;
    this.drafting.reorder(tiles, shown, aim.at);
    this.drafting.clear();
  }

  override cancel(): void {
    super.cancel();
    this.dragging = false;
  }

  /** Tiles seen for the first time come from the hand that laid them, or from the pool. */
  arrivals(from: Places): void {
    const { base } = this.drafting;
    const seen = from.size > 0;
    const fresh = [...base.tiles.keys()].filter((id) => seen && !from.has(id));
    // to look where they come from costs a layout of the whole page
    if (fresh.length === 0) return;
    const start = (selector: string): { x: number; y: number; width: number } | null => {
      const box = this.root?.querySelector(selector)?.getBoundingClientRect();
      return box === undefined || box.width === 0
        ? null
        : { x: box.x + box.width / 2 - 12, y: box.y + box.height / 2 - 16, width: 24 };
    };
    const hand = start(`[data-seat="${this.game.state?.last?.seat ?? -1}"]`);
    const pool = start('[data-testid="draw"]');
    for (const id of fresh) {
      const place = this.drafting.meldOf(id) === undefined ? pool : hand;
      if (place !== null) from.set(id, place);
    }
  }

  #target(point: Point): Aim | null {
    const target = this.onFelt(point, 20);
    if (target !== null) return target.to === 'rack' ? null : target;
    return this.#rackTarget(point);
  }

  #rackTarget(point: Point): { readonly to: 'rack'; readonly at: number } | null {
    const box = this.rack?.getBoundingClientRect();
    if (this.rackLayout === null || !within(box, point, { above: 12, below: 40, aside: 40 })) return null;
    return { to: 'rack', at: hitRack(this.rackLayout, this.shownRack, point.x - box.left, point.y - box.top) };
  }

  // --- focus ---

  get root(): HTMLElement | null {
    return this.felt?.closest('.table') ?? null;
  }

  tileElement(id: string | null): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(`[data-tile-id="${id}"]`) ?? null;
  }
}
