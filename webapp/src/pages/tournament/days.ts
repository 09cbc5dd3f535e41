/** The days of a round, as people read them. */
import type { TablesShown, TournamentShown } from '../../gen/protocol';
import { locale } from '../../i18n/i18n.svelte';
import { tt } from './texts';

function said(day: string): string {
  const format = new Intl.DateTimeFormat(locale.region, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${day}T12:00:00Z`));
}

/** The days on which a round may be played, in words; undefined where none are said. */
export function daysOf(shown: TournamentShown, round: TablesShown): string | undefined {
  const stage = shown.stages.find((one) => one.rounds.includes(round));
  const at = shown.calendar.findIndex((one) => one.id === stage?.id);
  const number = stage?.rounds.indexOf(round);
  const found = shown.dates.find((one) => one.stage === at && one.round === number);
  if (found === undefined) return undefined;
  const [first, last] = [said(found.first), said(found.last)];
  return first === last ? tt('day', { first }) : tt('days', { first, last });
}
