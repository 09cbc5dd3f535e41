/** The tournaments' texts: a namespace of their own in the message files. */
import type { EditionFault, Problem } from '../../gen/protocol';
import { locale } from '../../i18n/i18n.svelte';
import type { KeyOf } from '../../i18n/english';
import type { Params } from '../../i18n/format';
import { refusalText } from '../../i18n/refusals';

export type TournamentKey = KeyOf<'tournament'>;

/** Text of a key of the namespace, typed against the English files. */
export function tt(key: TournamentKey, params: Params = {}): string {
  return locale.code('tournament', key, params);
}

/** The parameters that are a stage's id. */
const STAGES = ['stage', 'stage_now'];

/** What is wrong, in one sentence; a vocabulary's own faults are the editions' sentences. */
export function faultText(fault: EditionFault): string {
  const listed = Object.entries(fault.params).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.join(', ') : STAGES.includes(key) ? stageName(String(value)) : value,
  ]);
  const params = { where: fault.key, value: fault.key, ...Object.fromEntries(listed) } as Params;
  const near = fault.code === 'unknown-key' && 'suggestion' in fault.params;
  const key = `fault-${near ? 'unknown-key-near' : fault.code}`;
  const said = locale.code('tournament', key, params, locale.code('edition', key, params, fault.code));
  const line = params.at_line;
  return line === undefined ? said : tt('at-line', { line, fault: said });
}

/** What the server would not do, in a sentence for each reason. */
export function problemTexts(problem: Problem | null): string[] {
  if (problem === null) return [tt('not-done')];
  return problem.faults.length === 0 ? [refusalText(problem.code, problem.params)] : problem.faults.map(faultText);
}

/** Whether nothing is wrong but that it is rare. */
export function isUnlikely(problem: Problem | null): boolean {
  const faults = problem?.faults ?? [];
  return faults.length > 0 && faults.every((fault) => fault.code.startsWith('unlikely-'));
}

export function stageName(id: string): string {
  return locale.code('tournament', `stage-${id}`, {}, id);
}

/** What a step of the desk was, in a word or two. */
export function stepName(what: string): string {
  return locale.code('tournament', `step-${what}`, {}, what);
}

export function formatName(format: { readonly id: string; readonly name: string }): string {
  return locale.code('tournament', `format-${format.id}`, {}, format.name);
}

/** What a format is like, in a sentence; of a club's own, its stages. */
export function aboutFormat({ id, stages }: { readonly id: string; readonly stages: readonly string[] }): string {
  return locale.code('tournament', `about-${id}`, {}, stages.map(stageName).join(' · '));
}

/** What put a player after the one above, where points alone did not. */
export function decidedBy(key: string | null): string {
  return key === null || key === 'points' ? '' : locale.code('tournament', `key-${key}`);
}
