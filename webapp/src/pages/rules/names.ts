import { locale } from '../../i18n/i18n.svelte';

/** An edition's name in the reader's language; its own name where it has none, as a pasted edition. */
export function editionName(edition: { readonly id: string; readonly name: string }): string {
  return locale.code('edition', `name-${edition.id}`, {}, edition.name);
}
