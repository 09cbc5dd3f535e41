/** The referee's texts: a namespace of their own in the message files. */
import type { RulingShown } from '../../../gen/protocol';
import type { KeyOf } from '../../../i18n/english';
import { type Params, signed } from '../../../i18n/format';
import { locale } from '../../../i18n/i18n.svelte';

export type RefereeKey = KeyOf<'referee'>;

/** Text of a key of the namespace, typed against the English files. */
export function rt(key: RefereeKey, params: Params = {}): string {
  return locale.code('referee', key, params);
}

/** A rule in words: an offence of a catalogue, or what was typed. */
export function ruleText(rule: string): string {
  return locale.code('referee', `offence-${rule}`, {}, rule);
}

/** What was given: its points, or that it is a warning. */
export function givenText(points: number): string {
  return points === 0 ? rt('kind-warning') : signed(points);
}

/** Why it was given, with the rule where one is named and the reason says something else. */
export function whyText(ruling: RulingShown): string {
  const rule = ruleText(ruling.rule);
  // a reason is kept without the no-break spaces of a rule's words
  if (rule.replace(/\s/g, ' ') === ruling.reason) return rule;
  return rule === '' ? ruling.reason : `${ruling.reason} (${rule})`;
}
