/** Games whose turns take hours or days: which they are, and how their moments are told. */
import type { Snapshot } from '../../../gen/protocol';
import { HOUR } from '../../../i18n/duration';
import { locale } from '../../../i18n/i18n.svelte';

/** Whether turns take hours or days. */
export function overDays({ limit }: Pick<Snapshot, 'limit'>): boolean {
  return limit !== null && limit > HOUR;
}

/** The day and hour of a moment. */
export function dayText(moment: number): string {
  return new Intl.DateTimeFormat(locale.region, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(moment);
}
