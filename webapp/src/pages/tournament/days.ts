/** The days of a round, as people read them. */
import type { RoundDates, TablesShown, TournamentShown } from '../../gen/protocol';
import { locale } from '../../i18n/i18n.svelte';
import { day } from '../sheet/evening/about';
import { tt } from './texts';

function said(day: string): string {
  const format = new Intl.DateTimeFormat(locale.region, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${day}T12:00:00Z`));
}

/** The days of a round (from 0) of a stage, by its id; undefined where none are said. */
function datesOf(shown: TournamentShown, stage: string, round: number): RoundDates | undefined {
  const at = shown.calendar.findIndex((one) => one.id === stage);
  return shown.dates.find((one) => one.stage === at && one.round === round);
}

/** Whether the last day of a round is over by this device's calendar. */
export function isPast(shown: TournamentShown, stage: string, round: number): boolean {
  const last = datesOf(shown, stage, round)?.last;
  return last !== undefined && last < day();
}

/** The days on which a round (from 0) of a stage may be played, in words; undefined where none are said. */
export function daysIn(shown: TournamentShown, stage: string, round: number): string | undefined {
  const found = datesOf(shown, stage, round);
  if (found === undefined) return undefined;
  const [first, last] = [said(found.first), said(found.last)];
  return first === last ? tt('day', { first }) : tt('days', { first, last });
}

/** The days of a round that is shown. */
export function daysOf(shown: TournamentShown, round: TablesShown): string | undefined {
  const stage = shown.stages.find((one) => one.rounds.includes(round));
  return stage === undefined ? undefined : daysIn(shown, stage.id, stage.rounds.indexOf(round));
}
