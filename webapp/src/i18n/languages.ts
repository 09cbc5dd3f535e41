/** Which languages there are, from the names of the message files alone, and which of them a reader gets. */

/** The values of files by language code, English first, the others in the order of their codes. */
export function byLanguage<T>(files: Readonly<Record<string, T>>): Map<string, T> {
  const found = Object.entries(files).map(([path, value]): [string, T] => [
    path.replace(/^.*\//, '').replace(/\.json$/, ''),
    value,
  ]);
  const rank = (code: string): string => (code === 'en' ? '' : code);
  return new Map(found.sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1)));
}

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
