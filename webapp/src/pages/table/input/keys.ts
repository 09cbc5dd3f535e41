/** The keys at the table: each key does what a tap or a button does, moves the focus, or has something read out. */
import type { Act } from '../../../board/acts';
import { actOf, directionOf, nextTile, type Direction } from '../../../board/keys';
import { settings } from '../../../settings.svelte';
import { tileOf, type Regions } from '../../../ui/board/regions';
import { step } from '../../../ui/board/stepping';
import type { Board } from './hands.svelte';
import { hint } from '../game/notice';
import { lastText, othersText, rackText, setText, timeText, whyText } from '../a11y/asked';

/** What opens beside the board. */
export type Panel = 'command' | 'help';

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

  /** Who comes from a table where they took their turn back hears that it worked, and goes on where the tiles are. */
  #arrive(): void {
    if (history.state !== true) return;
    history.replaceState(null, '');
    this.#board.game.notice = hint('taken-back');
    if (document.activeElement === document.body) this.#regions.enter('rack');
  }

  /** F6 and Shift+F6, wherever the focus is on the page; while it is nowhere also Esc, the help and the command field. */
  window(event: KeyboardEvent): void {
    if (document.querySelector('dialog[open]') !== null) return;
    const act = event.target === document.body ? actOf(event, false, settings.letters) : null;
    if (act === 'command' || act === 'help' || act === 'let-go') this.#do(act, event.key, null);
    if (act === 'command' || act === 'help') event.preventDefault();
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
    const board = this.#board;
    const { game, drafting } = board;
    switch (act) {
      case 'region':
        break;
      case 'step':
      case 'ends':
        if (tile !== null) this.#step(tile, directionOf(key));
        break;
      case 'select':
        if (tile !== null && board.mayArrange) drafting.toggle(tile);
        break;
      case 'extend':
        if (tile !== null) this.#extend(tile, key === 'ArrowLeft' ? 'left' : 'right');
        break;
      case 'onward':
        if (tile !== null) board.onward(tile);
        break;
      case 'whole-set':
        if (tile !== null && board.mayArrange) drafting.select(drafting.meldOf(tile)?.tiles ?? drafting.rack);
        break;
      case 'put':
        if (tile !== null) board.tapTile(tile, false);
        break;
      case 'put-before':
        if (tile !== null) this.#putBefore(tile);
        break;
      case 'new':
        this.#take(tile);
        board.place({ to: 'new' });
        break;
      case 'split':
        board.split();
        break;
      case 'to-rack':
        this.#take(tile);
        board.toRack();
        break;
      case 'move-to':
        this.#take(tile);
        board.moveTo();
        break;
      case 'fit':
        if (tile !== null) void board.doubleTap(tile);
        break;
      case 'undo':
        if (board.mayArrange) drafting.undo();
        break;
      case 'redo':
        if (board.mayArrange) drafting.redo();
        break;
      case 'let-go':
        drafting.clear();
        game.hinting.close();
        break;
      case 'play':
        board.press('play');
        break;
      case 'draw':
        board.press(game.state?.pool === 0 ? 'pass' : 'draw');
        break;
      case 'hint':
        board.hint();
        break;
      case 'take-back':
        void game.takeBack();
        break;
      case 'look':
        board.look();
        break;
      case 'larger':
      case 'smaller':
        board.zoom.by(act === 'larger' ? 1 : -1);
        break;
      case 'say-rack':
        game.voice.say(rackText(game));
        break;
      case 'say-set':
        game.voice.say(setText(game, Number(key) - 1));
        break;
      case 'say-time':
        game.voice.say(timeText(game));
        break;
      case 'say-others':
        game.voice.say(othersText(game));
        break;
      case 'say-last':
        game.voice.say(lastText(game));
        break;
      case 'say-why':
        game.voice.say(whyText(game));
        break;
      case 'command':
      case 'help':
        this.#open(act);
        break;
    }
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
