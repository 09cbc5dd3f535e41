import type { EndShown } from '../../gen/protocol';
import { locale, t } from '../../i18n/i18n.svelte';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Change {
  readonly key: string;
  readonly value?: unknown;
}

/** An edition's name in the reader's language, house rules aside; its own name where it has none, as a pasted edition. */
export function editionName(edition: Named): string {
  return locale.code('edition', `name-${edition.id.replace(/-house$/, '')}`, {}, edition.name);
}

/** A house rule in a few words: "opening 50", "no time limit". */
export function changeText({ key, value }: Change): string {
  const stem = `change-${key.replaceAll(/[._]/g, '-')}`;
  const word = locale.code('edition', `${stem}-${String(value ?? 'none')}`, {}, '');
  if (word !== '') return word;
  const params = typeof value === 'object' ? ((value ?? {}) as Record<string, number>) : { value: String(value) };
  return locale.code('edition', stem, params);
}

/** Why points do not sum to zero, or not to all that is left: a club's count in a sentence; empty where there is none. */
export function countingText({ loss_cap = null, winner_bonus = null }: Partial<EndShown>): string {
  const words = Object.entries({ loss_cap, winner_bonus }).filter(([, value]) => value !== null);
  const changes = words.map(([word, value]) => changeText({ key: `end.${word}`, value })).join('; ');
  return changes === '' ? '' : t('counting', { changes });
}

/** What changed words say of the end of a game and of its count. */
export function endOf(changes: Iterable<readonly [string, unknown]>): Partial<EndShown> {
  const said = [...changes].filter(([key]) => key.startsWith('end.')).map(([key, value]) => [key.slice(4), value]);
  return Object.fromEntries(said) as Partial<EndShown>;
}

/** The edition's name with its house rules: "Original, with: opening 50; no time limit". */
export function editionTitle(edition: Named & { readonly changes: readonly Change[] }): string {
  const name = editionName(edition);
  if (edition.changes.length === 0) return name;
  return locale.code('edition', 'title-with', { name, changes: edition.changes.map(changeText).join('; ') });
}
