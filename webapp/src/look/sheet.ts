/** The tokens of a style sheet as values, for the page that shows them and the test that holds components to them. */

export interface Token {
  readonly name: string;
  readonly value: string;
}

const SECTIONS = {
  type: /^type-/,
  space: /^(space-|radius|safe-)/,
  motion: /^(time|ease)-/,
  depth: /^(shad|veil)/,
  colours: /./,
} as const;
export type Section = keyof typeof SECTIONS;

/** The custom properties declared in `css`, in its order; a name that comes again keeps its first value. */
export function tokensIn(css: string): Token[] {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of css.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)) {
    if (!found.has(name)) found.set(name, value.replaceAll(/\s+/g, ' '));
  }
  return [...found].map(([name, value]) => ({ name, value }));
}

/** The tokens by what they measure. */
export function sections(css: string): Record<Section, Token[]> {
  const sorted: Record<Section, Token[]> = { type: [], space: [], colours: [], depth: [], motion: [] };
  const names = Object.keys(SECTIONS) as Section[];
  for (const token of tokensIn(css)) {
    const section = names.find((name) => SECTIONS[name].test(token.name));
    if (section !== undefined) sorted[section].push(token);
  }
  return sorted;
}
