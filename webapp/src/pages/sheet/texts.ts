/** The sheet's texts: a namespace of their own in the message files. */
import type { EditionFault } from '../../gen/protocol';
import type { KeyOf } from '../../i18n/english';
import type { Params } from '../../i18n/format';
import { locale } from '../../i18n/i18n.svelte';
import { faultText } from '../tournament/texts';

export type SheetKey = KeyOf<'sheet'>;

/** Text of a key of the namespace, typed against the English files. */
export function st(key: SheetKey, params: Params = {}): string {
  return locale.code('sheet', key, params);
}

/** Why the server would not take an entry, in one sentence. */
export function sheetFault(fault: EditionFault): string {
  return locale.code('sheet', `fault-${fault.code}`, fault.params as Params, faultText(fault));
}
