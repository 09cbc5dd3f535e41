/** The clubs' texts: a namespace of their own in the message files. */
import type { EditionFault } from '../../gen/protocol';
import type { KeyOf } from '../../i18n/english';
import type { Params } from '../../i18n/format';
import { locale } from '../../i18n/i18n.svelte';
import { refusalText } from '../../i18n/refusals';
import type { Refusal } from '../../net/http';
import { faultText } from '../tournament/texts';

export type ClubKey = KeyOf<'club'>;

/** Text of a key of the namespace, typed against the English files. */
export function ct(key: ClubKey, params: Params = {}): string {
  return locale.code('club', key, params);
}

/** What is wrong, in one sentence. */
export function wrongOf(fault: EditionFault): string {
  const said = locale.code('club', `fault-${fault.code}`, fault.params as Params, faultText(fault));
  return /^\d+$/.test(fault.key) ? ct('at-line', { line: fault.key, fault: said }) : said;
}

/** Why the server refused, in a sentence for each thing that is wrong. */
export function wrongs({ code, params, faults }: Refusal): readonly string[] {
  return faults.length === 0 ? [refusalText(code, params)] : faults.map(wrongOf);
}
