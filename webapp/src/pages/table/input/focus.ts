/** Where the focus is at the table: it goes from region to region, and is never lost. The keys come with a file of their own. */
import { tick } from 'svelte';
import type { Board } from './hands.svelte';
import type { Keys } from './keys';
import { markKeys } from './test_hooks';

const STOP = ':is([tabindex="0"], a[href], button:not([tabindex="-1"])):not(:disabled)';

/** What opens beside the board. */
export type Panel = 'command' | 'help';

export class Focus {
  readonly #board: Board;
  readonly #open: (panel: Panel) => void;
  #region: string | null = null;
  #keys: Keys | undefined;

  constructor(board: Board, open: (panel: Panel) => void) {
    this.#board = board;
    this.#open = open;
  }

  // --- keys ---

  /** Have the keys here; they are asked for once the table lies still, and at the first press. */
  async load(): Promise<Keys> {
    const { Keys } = await import('./keys');
    markKeys();
    return (this.#keys ??= new Keys(this.#board, this, this.#open));
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

  // --- regions ---

  focusin(event: FocusEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : null;
    this.#region = target?.closest<HTMLElement>('[data-region]')?.dataset.region ?? null;
  }

  /** The focus is never lost: it follows a tile that was moved, or stays in the region of what is gone. */
  async keep(): Promise<void> {
    await tick();
    const lost = (): boolean =>
      document.activeElement === document.body || !!document.activeElement?.matches(':disabled');
    if (this.#region === null || !lost()) return;
    if (this.#region === 'felt' || this.#region === 'rack') this.#board.refocus();
    if (lost()) this.enter(this.#region);
  }

  /** Go into a region; where it has nothing to go to, into the next one that has. */
  enter(name: string): void {
    const regions = this.regions();
    const at = regions.findIndex((region) => region.dataset.region === name);
    [...regions.slice(Math.max(0, at)), ...regions].some((region) => this.into(region));
  }

  regions(): HTMLElement[] {
    return [...(this.#board.root?.querySelectorAll<HTMLElement>('[data-region]') ?? [])];
  }

  into(region: HTMLElement | undefined): boolean {
    // where the tab stop has just gone, any button will do
    const stop =
      region?.querySelector<HTMLElement>(STOP) ?? region?.querySelector<HTMLElement>('button:not(:disabled)');
    stop?.focus();
    return stop !== undefined && stop !== null;
  }
}

/** Whether a press that came before the keys is kept for them: one that means nothing else where it came. */
function isOurs(event: KeyboardEvent): boolean {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return false;
  if (target === null || target.closest('input, select, textarea, dialog') !== null) return false;
  return target.dataset.tileId !== undefined || (event.key.length === 1 && event.key !== ' ');
}
