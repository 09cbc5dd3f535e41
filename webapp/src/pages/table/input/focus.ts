/** Where the focus is at the table, and its keys, which come with a file of their own. */
import { Regions, tileOf } from '../../../ui/board/regions';
import type { Board } from './hands.svelte';
import type { Keys, Panel } from './keys';
import { markKeys } from './test_hooks';

export class Focus {
  readonly regions: Regions;
  readonly #board: Board;
  readonly #open: (panel: Panel) => void;
  #keys: Keys | undefined;

  constructor(board: Board, open: (panel: Panel) => void) {
    this.#board = board;
    this.#open = open;
    this.regions = new Regions({
      root: () => board.root,
      focused: (tile, region) => board.focused(tile, region),
      moved: (region) => (region === 'felt' || region === 'rack' ? board.tileElement(board.focusedTile) : null),
    });
  }

  /** Have the keys here; they are asked for once the table lies still, and at the first press. */
  async load(): Promise<Keys> {
    const { Keys } = await import('./keys');
    markKeys();
    return (this.#keys ??= new Keys(this.#board, this.regions, this.#open));
  }

  key(event: KeyboardEvent): void {
    if (this.#keys !== undefined) this.#keys.key(event);
    else if (isOurs(event)) this.#later(event, (keys) => keys.key(event));
  }

  window(event: KeyboardEvent): void {
    if (this.#keys !== undefined) this.#keys.window(event);
    else if (event.key === 'F6' || (event.target === document.body && isOurs(event)))
      this.#later(event, (keys) => keys.window(event));
  }

  #later(event: KeyboardEvent, press: (keys: Keys) => void): void {
    event.preventDefault();
    void this.load().then(press, () => undefined);
  }
}

/** Whether a press that came before the keys is kept for them: one that means nothing else where it came. */
function isOurs(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.key === 'Tab') return false;
  const tile = tileOf(event);
  return tile !== undefined && (tile !== null || (event.key.length === 1 && event.key !== ' '));
}
