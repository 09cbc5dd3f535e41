/** The circles' texts: a namespace of their own in the message files. */
import type { KeyOf } from '../../i18n/english';
import type { Params } from '../../i18n/format';
import { locale } from '../../i18n/i18n.svelte';

export type CircleKey = KeyOf<'circle'>;

/** Text of a key of the namespace, typed against the English files. */
export function ct(key: CircleKey, params: Params = {}): string {
  return locale.code('circle', key, params);
}

/** The months of a season, `October – December 2026`. */
export function seasonText(year: number, quarter: number): string {
  const month = (at: number): Date => new Date(Date.UTC(year, at, 15));
  const format = new Intl.DateTimeFormat(locale.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.formatRange(month(3 * quarter - 3), month(3 * quarter - 1));
}
