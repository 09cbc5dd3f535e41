/** The keys at the table: each key does what a tap or a button does, moves the focus, or has something read out. */
import type { Act } from '../../../board/acts';
import { actOf, directionOf, nextTile, type Direction } from '../../../board/keys';
import { settings } from '../../../settings.svelte';
import { tileOf, type Regions } from '../../../ui/board/regions';
import { step } from '../../../ui/board/stepping';
import type { Game } from '../game/game.svelte';
import type { Board } from './hands.svelte';
import { hint } from '../game/notice';
import { lastText, othersText, rackText, setText, timeText, whyText } from '../a11y/asked';

/** What opens beside the board. */
export type Panel = 'command' | 'help';

type TileAct = 'step' | 'ends' | 'select' | 'extend' | 'onward' | 'whole-set' | 'put' | 'put-before' | 'fit';
type OnTile = (tile: string, key: string) => void;
type Anywhere = (key: string, tile: string | null) => void;

export class Keys {
  readonly #board: Board;
  readonly #open: (panel: Panel) => void;
  readonly #regions: Regions;

  constructor(board: Board, regions: Regions, open: (panel: Panel) => void) {
    this.#board = board;
    this.#regions = regions;
    this.#open = open;
    this.#arrive();
  }

  /** A game is begun where the tiles are. Who comes from a table where they took their turn back hears that it worked. */
  #arrive(): void {
    if (document.activeElement === document.body) this.#regions.enter('rack');
    if (history.state !== true) return;
    history.replaceState(null, '');
    this.#board.game.notice = hint('taken-back');
  }

  /** F6 and Shift+F6, wherever the focus is on the page; while it is nowhere also what needs no tile. */
  window(event: KeyboardEvent): void {
    if (document.querySelector('dialog[open]') !== null) return;
    const act = event.target === document.body ? actOf(event, false, settings.letters) : null;
    if (act !== null && act in this.#anywhere) {
      this.#do(act, event.key, null);
      event.preventDefault();
    }
    step(this.#regions, event);
  }

  // --- keys ---

  key(event: KeyboardEvent): void {
    const tile = tileOf(event);
    if (tile === undefined) return;
    const act = actOf(event, tile !== null, settings.letters);
    if (act === null) return;
    this.#do(act, event.key, tile);
    event.preventDefault();
  }

  #do(act: Act, key: string, tile: string | null): void {
    const onTile: Partial<Record<Act, OnTile>> = this.#onTile;
    const anywhere: Partial<Record<Act, Anywhere>> = this.#anywhere;
    if (tile !== null) onTile[act]?.(tile, key);
    anywhere[act]?.(key, tile);
  }

  /** What keys do where a tile has the focus. */
  readonly #onTile: Readonly<Record<TileAct, OnTile>> = {
    step: (tile, key) => this.#step(tile, directionOf(key)),
    ends: (tile, key) => this.#step(tile, directionOf(key)),
    select: (tile) => {
      if (this.#board.mayArrange) this.#board.drafting.toggle(tile);
    },
    extend: (tile, key) => this.#extend(tile, directionOf(key)),
    onward: (tile) => this.#board.onward(tile),
    'whole-set': (tile) => {
      const { drafting, mayArrange } = this.#board;
      if (mayArrange) drafting.select(drafting.meldOf(tile)?.tiles ?? drafting.rack);
    },
    put: (tile) => this.#board.tapTile(tile, false),
    'put-before': (tile) => this.#putBefore(tile),
    fit: (tile) => void this.#board.doubleTap(tile),
  };

  readonly #anywhere: Readonly<Record<Exclude<Act, TileAct | 'region'>, Anywhere>> = {
    new: (_, tile) => {
      this.#take(tile);
      this.#board.place({ to: 'new' });
    },
    split: () => this.#board.split(),
    'to-rack': (_, tile) => {
      this.#take(tile);
      this.#board.toRack();
    },
    'move-to': (_, tile) => {
      this.#take(tile);
      this.#board.moveTo();
    },
    undo: () => {
      if (this.#board.mayArrange) this.#board.drafting.undo();
    },
    redo: () => {
      if (this.#board.mayArrange) this.#board.drafting.redo();
    },
    'let-go': () => {
      this.#board.drafting.clear();
      this.#board.game.hinting.close();
    },
    play: () => this.#board.press('play'),
    draw: () => this.#board.press(this.#board.game.state?.pool === 0 ? 'pass' : 'draw'),
    hint: () => this.#board.hint(),
    'take-back': () => void this.#board.game.takeBack(),
    look: () => this.#board.look(),
    larger: () => this.#board.zoom.by(1),
    smaller: () => this.#board.zoom.by(-1),
    'say-rack': () => this.#say(rackText),
    'say-set': (key) => this.#say((game) => setText(game, Number(key) - 1)),
    'say-time': () => this.#say(timeText),
    'say-others': () => this.#say(othersText),
    'say-last': () => this.#say(lastText),
    'say-why': () => this.#say(whyText),
    command: () => this.#open('command'),
    help: () => this.#open('help'),
  };

  #say(text: (game: Game) => string): void {
    const { game } = this.#board;
    game.voice.say(text(game));
  }

  #step(tile: string, direction: Direction): void {
    const next = this.#beside(tile, direction);
    if (next !== null) this.#board.tileElement(next)?.focus();
  }

  #beside(tile: string, direction: Direction): string | null {
    const { drafting, rackLayout, shownRack } = this.#board;
    const melds = drafting.draft.map((meld) => meld.tiles);
    return nextTile(melds, shownRack, rackLayout?.columns ?? 10, tile, direction);
  }

  /** Select this tile and the next one in the same meld or on the rack, and go on from there. */
  #extend(tile: string, direction: Direction): void {
    const { drafting, mayArrange } = this.#board;
    if (!mayArrange) return;
    const next = this.#beside(tile, direction);
    const along = next !== null && drafting.meldOf(next)?.id === drafting.meldOf(tile)?.id ? [tile, next] : [tile];
    drafting.select([...new Set([...drafting.selection, ...along])]);
    this.#board.tileElement(along.at(-1) ?? tile)?.focus();
  }

  /** Where nothing is held, the tile with the focus is. */
  #take(tile: string | null): void {
    const { drafting, mayArrange } = this.#board;
    if (mayArrange && tile !== null && drafting.selection.length === 0) drafting.select([tile]);
  }

  /** What is held goes right before this tile. */
  #putBefore(tile: string): void {
    const board = this.#board;
    const meld = board.drafting.meldOf(tile);
    if (meld === undefined) board.tapTile(tile, false);
    else board.place({ to: 'meld', meld: meld.id, at: meld.tiles.indexOf(tile) });
  }
}
