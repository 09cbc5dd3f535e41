/** The keyboard at the analysis board: the keys of the table, and Delete, which puts tiles back into the box. */
import type { Act } from '../../../board/acts';
import { actOf, directionOf, nextTile } from '../../../board/keys';
import { settings } from '../../../settings.svelte';
import { tileOf } from '../../../ui/board/regions';
import type { Hands } from './hands.svelte';

export class Keyboard {
  readonly #hands: Hands;
  readonly #focus: (tile: string) => void;

  /** `focus` gives the focus to a tile. */
  constructor(hands: Hands, focus: (tile: string) => void) {
    this.#hands = hands;
    this.#focus = focus;
  }

  key(event: KeyboardEvent): void {
    const tile = tileOf(event);
    if (tile === undefined) return;
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
    const racked = bench.rack.includes(tile);
    switch (act) {
      case 'step':
      case 'ends':
        this.#step(tile, key, racked);
        return true;
      case 'select':
        bench.toggle(tile);
        return true;
      case 'onward':
        hands.onward(tile);
        return true;
      case 'whole-set':
        bench.select(meld?.tiles ?? (racked ? bench.rack : [tile]));
        return true;
      case 'put':
        if (meld === undefined && !racked && bench.selection.length === 0) bench.put({ to: 'rack' }, [tile]);
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

  #step(tile: string, key: string, racked: boolean): void {
    const { bench, boxed, rackLayout } = this.#hands;
    const { places, across } = racked ? { places: bench.rack, across: rackLayout?.columns ?? 14 } : boxed;
    const melds = bench.melds.map((meld) => meld.tiles);
    const next = nextTile(melds, places, across, tile, directionOf(key));
    if (next !== null) this.#focus(next);
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
