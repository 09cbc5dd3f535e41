/** What the browser keeps for the page. A full or forbidden storage only costs what was to be kept. */

export function remember(storage: Storage, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch {
    return;
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
