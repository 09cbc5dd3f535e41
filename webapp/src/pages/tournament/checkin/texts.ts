/** The texts of the check-in: a namespace of their own in the message files. */
import type { KeyOf } from '../../../i18n/english';
import type { Params } from '../../../i18n/format';
import { locale } from '../../../i18n/i18n.svelte';

export type CheckInKey = KeyOf<'checkin'>;

/** Text of a key of the namespace, typed against the English files. */
export function ct(key: CheckInKey, params: Params = {}): string {
  return locale.code('checkin', key, params);
}

/** The time of day of an instant. */
export function timeOf(at: number): string {
  return new Intl.DateTimeFormat(locale.region, { timeStyle: 'short' }).format(at);
}
