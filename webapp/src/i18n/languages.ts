/** Which language a reader gets. */

/** Tags that some systems still send, and what they are now. */
const RENAMED: Readonly<Record<string, string>> = { iw: 'he' };

/**
 * The first of the tags that is known, whole or by its beginning (the lookup of RFC 4647, 3.4): `nl-BE` finds `nl`; and
 * `pt-PT`, as `pt`, what there is of Portuguese. The server chooses by the same rule.
 */
export function lookup(tags: readonly string[], known: readonly string[]): string | undefined {
  const codes = new Map([
    ...known.map((code) => [code.split('-')[0] ?? '', code] as const),
    ...known.map((code) => [code.toLowerCase(), code] as const),
  ]);
  for (const tag of tags) {
    const [first = '', ...others] = tag.toLowerCase().split('-');
    const parts = [RENAMED[first] ?? first, ...others];
    for (let end = parts.length; end > 0; end--) {
      const code = codes.get(parts.slice(0, end).join('-'));
      if (code !== undefined) return code;
    }
  }
  return undefined;
}

/** The language chosen before, else the first of the browser's that there is, else English. */
export function preferred(known: readonly string[], stored: string | null, wanted: readonly string[]): string {
  return stored !== null && known.includes(stored) ? stored : (lookup(wanted, known) ?? 'en');
}
