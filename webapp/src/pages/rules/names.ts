import { locale } from '../../i18n/i18n.svelte';

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

/** The house rules by which points do not sum to zero, or not to all that is left; empty where there are none. */
export function countingText(edition: { readonly changes: readonly Change[] }): string {
  const counting = edition.changes.filter(({ key }) => key === 'end.loss_cap' || key === 'end.winner_bonus');
  return counting.map(changeText).join('; ');
}

/** The edition's name with its house rules: "Original, with: opening 50; no time limit". */
export function editionTitle(edition: Named & { readonly changes: readonly Change[] }): string {
  const name = editionName(edition);
  if (edition.changes.length === 0) return name;
  return locale.code('edition', 'title-with', { name, changes: edition.changes.map(changeText).join('; ') });
}
