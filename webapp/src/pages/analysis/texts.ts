/** The analysis board's texts: a namespace of their own in the message files. */
import type { KeyOf } from '../../i18n/english';
import type { Params } from '../../i18n/format';
import { locale } from '../../i18n/i18n.svelte';

export type AnalysisKey = KeyOf<'analysis'>;

/** Text of a key of the namespace, typed against the English files. */
export function at(key: AnalysisKey, params: Params = {}): string {
  return locale.code('analysis', key, params);
}
