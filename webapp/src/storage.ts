/** What the browser keeps for the page. A full or forbidden storage only costs what was to be kept. */

/** Keep a text; false where the browser does not. */
export function remember(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function recall<T>(storage: Storage, key: string): Partial<T> | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return kept !== null && typeof kept === 'object' ? kept : null;
  } catch {
    return null;
  }
}
