/** What people are told where the server has a fault. */
import type { TournamentShown } from '../../gen/protocol';
import type { KeyOf } from '../../i18n/english';
import { locale } from '../../i18n/i18n.svelte';
import type { Params } from '../../i18n/format';

/** A part of a picture: the same names for every kind of page. */
export type Part = TournamentShown['missing'][number];

/** Text of a key of the namespace, typed against the English files. */
export function pt(key: KeyOf<'parts'>, params: Params = {}): string {
  return locale.code('parts', key, params);
}

/** What these parts are called; of a newer server, as it calls them. */
export function partNames(parts: readonly Part[]): string {
  return parts.map((part) => locale.code('parts', `part-${part}`, {}, part)).join(', ');
}
