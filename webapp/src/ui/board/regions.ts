/** Where the focus is on a page with a board: it goes from region to region, and is never lost. */
import { tick } from 'svelte';

const STOP = ':is([tabindex="0"], a[href], button:not([tabindex="-1"]), input, select, textarea):not(:disabled)';

export class Regions {
  /** The region with the focus, or that had it last; '' for none. */
  here = '';
  readonly #root: () => ParentNode | null;
  readonly #focused: (tile: string, region: string) => void;
  readonly #moved: (region: string) => HTMLElement | null;

  /** `focused` hears which tile has the focus; `moved` is where the focus of a region goes after a change. */
  constructor(
    root: () => ParentNode | null,
    focused: (tile: string, region: string) => void,
    moved: (region: string) => HTMLElement | null,
  ) {
    this.#root = root;
    this.#focused = focused;
    this.#moved = moved;
  }

  focusin(event: FocusEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : null;
    this.here = target?.closest<HTMLElement>('[data-region]')?.dataset.region ?? '';
    if (target?.dataset.tileId !== undefined) this.#focused(target.dataset.tileId, this.here);
  }

  /** F6 and Shift+F6, wherever the focus is on the page. */
  step(event: KeyboardEvent): void {
    if (event.key !== 'F6' || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    const regions = this.#all();
    const now = regions.findIndex((region) => region.contains(document.activeElement));
    for (let step = 1; step <= regions.length; step += 1) {
      const at = (now + (event.shiftKey ? -step : step) + regions.length * 2) % regions.length;
      if (into(regions[at])) return;
    }
  }

  /** The focus follows a tile that was moved, or stays in the region of what is gone. */
  async keep(): Promise<void> {
    await tick();
    if (this.here === '' || !lost()) return;
    this.#moved(this.here)?.focus();
    if (lost()) this.enter(this.here);
  }

  /** Go into a region; where it has nothing to go to, into the next one that has. */
  enter(name: string): void {
    const regions = this.#all();
    const at = regions.findIndex((region) => region.dataset.region === name);
    [...regions.slice(Math.max(0, at)), ...regions].some(into);
  }

  #all(): HTMLElement[] {
    return [...(this.#root()?.querySelectorAll<HTMLElement>('[data-region]') ?? [])];
  }
}

/** The tile that a key is pressed on, null for none; undefined where the key is not the board's. */
export function tileOf({ target, altKey }: KeyboardEvent): string | null | undefined {
  if (altKey || !(target instanceof HTMLElement) || target.closest('input, select, textarea, dialog') !== null) return;
  return target.dataset.tileId ?? null;
}

function lost(): boolean {
  return document.activeElement === document.body || !!document.activeElement?.matches(':disabled');
}

function into(region: HTMLElement | undefined): boolean {
  // where the tab stop has just gone, any button will do
  const stop = region?.querySelector<HTMLElement>(STOP) ?? region?.querySelector<HTMLElement>('button:not(:disabled)');
  stop?.focus();
  return stop != null;
}
