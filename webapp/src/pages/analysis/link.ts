/** A position as a link, `/analysis#original;opening.amount=50/b4+b5+b6+|+b3`: its edition, house rules and line. */
import type { Value } from '../home/houserules';

export interface Linked {
  readonly edition: string;
  /** House rules by key; which there are, the server knows. */
  readonly changes: Readonly<Record<string, Value>>;
  /** A line of notation, not yet read. */
  readonly line: string;
}

/** Longer than any position: what is longer is none. */
const MOST = 6_000;

export function linkOf({ edition, changes, line }: Linked): string {
  const rules = Object.entries(changes).map(([key, value]) => `;${packed(key)}=${packed(JSON.stringify(value))}`);
  return `/analysis#${packed(edition)}${rules.join('')}/${packed(line)}`;
}

/** What a link or the part of it after `#` says; null where it says no position. */
export function readLink(link: string): Linked | null {
  const hash = link.slice(link.indexOf('#') + 1);
  const cut = hash.indexOf('/');
  if (cut < 1 || hash.length > MOST) return null;
  try {
    const [edition = '', ...rules] = hash.slice(0, cut).split(';');
    const changes = rules.map((rule): [string, Value] => {
      const [key = '', value = ''] = rule.split('=');
      return [unpacked(key), JSON.parse(unpacked(value)) as Value];
    });
    return { edition: unpacked(edition), changes: Object.fromEntries(changes), line: unpacked(hash.slice(cut + 1)) };
  } catch {
    return null;
  }
}

/** Whether a text is meant as a link, not as notation. */
export function isLink(text: string): boolean {
  return /^\S*analysis#/.test(text.trim());
}

/** The edition of a game, as a link names it: house rules are told apart from their book. */
export function linkedEdition(shown: {
  readonly id: string;
  readonly changes: readonly { readonly key: string; readonly value?: unknown }[];
}): Pick<Linked, 'edition' | 'changes'> {
  const changes = shown.changes.map(({ key, value }) => [key, value as Value]);
  return { edition: shown.id.replace(/-house$/, ''), changes: Object.fromEntries(changes) as Record<string, Value> };
}

function packed(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2C', ',');
}

function unpacked(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
