/** Where the focus is on a page with a board: it stays in its region, and is never lost. */
import { tick } from 'svelte';

const STOP = ':is([tabindex="0"], a[href], button:not([tabindex="-1"]), input, select, textarea):not(:disabled)';

interface Page {
  /** What holds the regions. */
  root(): ParentNode | null;
  /** Hears which tile has the focus. */
  focused(tile: string, region: string): void;
  /** Where the focus of a region goes after a change, if anywhere. */
  moved(region: string): HTMLElement | null;
}

export class Regions {
  readonly #page: Page;
  /** The region with the focus, or that had it last. */
  #here = '';

  constructor(page: Page) {
    this.#page = page;
  }

  focusin({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    this.#here = target.closest<HTMLElement>('[data-region]')?.dataset.region ?? '';
    if (target.dataset.tileId !== undefined) this.#page.focused(target.dataset.tileId, this.#here);
  }

  /** The focus follows a tile that was moved, or stays in the region of what is gone. */
  async keep(): Promise<void> {
    await tick();
    if (this.#here === '' || !lost()) return;
    this.#page.moved(this.#here)?.focus();
    if (lost()) this.enter(this.#here);
  }

  /** Go into a region; where it has nothing to go to, into the next one that has. */
  enter(name: string): void {
    const regions = this.all();
    const at = regions.findIndex((region) => region.dataset.region === name);
    [...regions.slice(Math.max(0, at)), ...regions].some(into);
  }

  all(): HTMLElement[] {
    return [...(this.#page.root()?.querySelectorAll<HTMLElement>('[data-region]') ?? [])];
  }
}

/** Go into a region; false where it has nothing to go to. */
export function into(region: HTMLElement | undefined): boolean {
  // where the tab stop has just gone, any button will do
  const stop = region?.querySelector<HTMLElement>(STOP) ?? region?.querySelector<HTMLElement>('button:not(:disabled)');
  stop?.focus();
  return stop != null;
}

/** The tile that a key is pressed on, null for none; undefined where the key is not the board's. */
export function tileOf({ target, altKey }: KeyboardEvent): string | null | undefined {
  if (altKey || !(target instanceof HTMLElement) || target.closest('input, select, textarea, dialog') !== null) return;
  return target.dataset.tileId ?? null;
}

function lost(): boolean {
  return document.activeElement === document.body || !!document.activeElement?.matches(':disabled');
}
