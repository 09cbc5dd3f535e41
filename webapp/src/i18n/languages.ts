/** Which language a reader gets. */

/** The language chosen before, else the first of the browser's that there is, else English. */
export function preferred(known: readonly string[], stored: string | null, wanted: readonly string[]): string {
  if (stored !== null && known.includes(stored)) return stored;
  const short = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return short.find((code) => known.includes(code)) ?? 'en';
}
