/**
 * What the browser keeps for the page: on this device, or in this tab. What it does not keep, as where storage is
 * forbidden, missing or full, holds in memory until the page is left. Nothing else asks the browser for its storages.
 */

export class Shelf {
  /** What was changed here in vain, null for what was to go: newer than what the browser has. */
  readonly #unkept = new Map<string, string | null>();

  /** `open` gives the browser's storage, or null, or fails. */
  constructor(readonly open: () => Storage | null) {}

  /** Keep a text; false where the browser does not, and it only holds here. */
  remember(key: string, text: string): boolean {
    const kept = this.#try((storage) => storage.setItem(key, text));
    if (kept) this.#unkept.delete(key);
    else this.#unkept.set(key, text);
    return kept;
  }

  text(key: string): string | null {
    const unkept = this.#unkept.get(key);
    if (unkept !== undefined) return unkept;
    let found: string | null = null;
    this.#try((storage) => {
      found = storage.getItem(key);
    });
    return found;
  }

  /** The object that was kept as JSON; null for none, and for what is none. */
  recall<T>(key: string): Partial<T> | null {
    try {
      const kept: unknown = JSON.parse(this.text(key) ?? 'null');
      return kept !== null && typeof kept === 'object' ? kept : null;
    } catch {
      return null;
    }
  }

  forget(key: string): void {
    if (this.#try((storage) => storage.removeItem(key))) this.#unkept.delete(key);
    else this.#unkept.set(key, null);
  }

  /** The keys that begin with `start`. */
  keys(start: string): string[] {
    const found = new Set<string>();
    this.#try((storage) => Object.keys(storage).forEach((key) => found.add(key)));
    for (const [key, text] of this.#unkept) {
      if (text === null) found.delete(key);
      else found.add(key);
    }
    return [...found].filter((key) => key.startsWith(start));
  }

  /** Whether the browser takes anything now. */
  get keeps(): boolean {
    const kept = this.#try((storage) => storage.setItem(PROBE, ''));
    this.#try((storage) => storage.removeItem(PROBE));
    return kept;
  }

  #try(act: (storage: Storage) => void): boolean {
    try {
      const storage = this.open();
      if (storage === null) return false;
      act(storage);
      return true;
    } catch {
      return false;
    }
  }
}

const PROBE = 'tilerummy.probe';

/** Kept until the reader forgets it. */
export const device = new Shelf(() => localStorage);
/** Kept as long as this tab is open, through reloads. */
export const tab = new Shelf(() => sessionStorage);

/** Whether the browser takes cookies, by which the server knows who sits where. */
export const cookies = (): boolean => navigator.cookieEnabled;
