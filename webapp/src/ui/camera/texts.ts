/** The camera's texts: a namespace of their own in the message files. */
import type { KeyOf } from '../../i18n/english';
import type { Params } from '../../i18n/format';
import { locale } from '../../i18n/i18n.svelte';

export type CameraKey = KeyOf<'camera'>;

/** Text of a key of the namespace, typed against the English files. */
export function ct(key: CameraKey, params: Params = {}): string {
  return locale.code('camera', key, params);
}
