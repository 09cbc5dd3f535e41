/** Which language a reader gets, and what it is called. */

/** The language chosen before, else the first of the browser's that there is, else English. */
export function preferred(known: readonly string[], stored: string | null, wanted: readonly string[]): string {
  if (stored !== null && known.includes(stored)) return stored;
  const short = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return short.find((code) => known.includes(code)) ?? 'en';
}

/** A language in its own words, with a capital: "Deutsch", "Suomi". Where the browser knows no name, its code. */
export function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
