/** The keyboard at the analysis board: the keys of the table, and Delete, which puts tiles back into the box. */
import { tick } from 'svelte';
import type { Act } from '../../../board/acts';
import { actOf, nextTile, type Direction } from '../../../board/keys';
import { settings } from '../../../settings.svelte';
import type { Hands } from './hands.svelte';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'home',
  End: 'end',
};
const STOP = ':is([tabindex="0"], a[href], button:not([tabindex="-1"]), input, select, textarea):not(:disabled)';

type Rows = Readonly<Record<string, { readonly ids: readonly string[]; readonly across: number }>>;

export class Keyboard {
  readonly #hands: Hands;
  readonly #root: () => HTMLElement | undefined;
  /** The tiles of rack and box as they stand, and how many in a row. */
  readonly #rows: () => Rows;
  #region = '';
  #tile = '';

  constructor(hands: Hands, root: () => HTMLElement | undefined, rows: () => Rows) {
    this.#hands = hands;
    this.#root = root;
    this.#rows = rows;
  }

  /** F6 and Shift+F6 lead from region to region. */
  window(event: KeyboardEvent): void {
    if (event.key !== 'F6' || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
    const now = regions.findIndex((region) => region.contains(document.activeElement));
    for (let step = 1; step <= regions.length; step += 1) {
      const at = (now + (event.shiftKey ? -step : step) + regions.length * 2) % regions.length;
      const stop = regions[at]?.querySelector<HTMLElement>(STOP);
      stop?.focus();
      if (stop != null) return;
    }
  }

  focusin(event: FocusEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : null;
    this.#region = target?.closest<HTMLElement>('[data-region]')?.dataset.region ?? '';
    const tile = target?.dataset.tileId;
    if (tile === undefined) return;
    this.#tile = tile;
    this.#hands.stops = { ...this.#hands.stops, [this.#region]: tile };
  }

  /** The focus follows a tile that was moved, or stays in the region of what is gone. */
  async keep(): Promise<void> {
    await tick();
    const lost = document.activeElement === document.body || !!document.activeElement?.matches(':disabled');
    if (!lost || this.#region === '') return;
    const region = this.#root()?.querySelector<HTMLElement>(`[data-region="${this.#region}"]`);
    const moved = this.#element(this.#tile);
    (moved ?? region?.querySelector<HTMLElement>(STOP))?.focus();
  }

  #element(tile: string): HTMLElement | null {
    return this.#root()?.querySelector<HTMLElement>(`[data-tile-id="${tile}"]`) ?? null;
  }

  key(event: KeyboardEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target === null || target.closest('input, select, textarea, dialog') !== null || event.altKey) return;
    const tile = target.dataset.tileId ?? null;
    if (event.key === 'Delete' || event.key === 'Backspace') this.#put('box', tile);
    else {
      const act = actOf(event, tile !== null, settings.letters);
      if (act === null || !this.#do(act, event.key, tile)) return;
    }
    event.preventDefault();
  }

  /** False for what means nothing here. */
  #do(act: Act, key: string, tile: string | null): boolean {
    const { bench } = this.#hands;
    switch (act) {
      case 'undo':
      case 'redo':
        bench[act]();
        return true;
      case 'let-go':
        bench.show([]);
        return true;
      case 'new':
        this.#take(tile);
        bench.put({ to: 'new' });
        return true;
      case 'to-rack':
        this.#put('rack', tile);
        return true;
    }
    return tile !== null && this.#onTile(act, key, tile);
  }

  #onTile(act: Act, key: string, tile: string): boolean {
    const hands = this.#hands;
    const { bench } = hands;
    const meld = bench.meldOf(tile);
    switch (act) {
      case 'step':
      case 'ends':
        this.#step(tile, DIRECTIONS[key] ?? 'right');
        return true;
      case 'select':
        bench.toggle(tile);
        return true;
      case 'onward':
        hands.onward(tile);
        return true;
      case 'whole-set':
        bench.select(meld?.tiles ?? (this.#region === 'rack' ? bench.rack : [tile]));
        return true;
      case 'put':
        if (this.#region === 'box' && bench.selection.length === 0) bench.put({ to: 'rack' }, [tile]);
        else hands.tapTile(tile, false);
        return true;
      case 'put-before':
        if (meld !== undefined) bench.put({ to: 'meld', meld: meld.id, at: meld.tiles.indexOf(tile) });
        return true;
      case 'split':
        bench.split(tile);
        return true;
    }
    return false;
  }

  #step(tile: string, direction: Direction): void {
    const { ids, across } = this.#rows()[this.#region] ?? { ids: [], across: 10 };
    const melds = this.#hands.bench.melds.map((meld) => meld.tiles);
    const next = nextTile(this.#region === 'felt' ? melds : [], ids, across, tile, direction);
    if (next !== null) this.#element(next)?.focus();
  }

  #put(to: 'rack' | 'box', tile: string | null): void {
    this.#take(tile);
    this.#hands.bench.put({ to });
  }

  /** Where nothing is held, the tile with the focus is. */
  #take(tile: string | null): void {
    const { bench } = this.#hands;
    if (tile !== null && bench.selection.length === 0) bench.select([tile]);
  }
}
