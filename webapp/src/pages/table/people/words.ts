import { t } from '../../../i18n/i18n.svelte';
import type { Somebody } from './somebody';

/** The name of a person, or what stands in its place. */
export function called(who: Somebody): string {
  return who.name ?? t('spectator', { number: who.number });
}

/** Where they are and what the host has done about them. */
export function standing({ person }: Somebody): string {
  if (person === null) return '';
  const place = person.out
    ? 'person-out'
    : person.seat !== null
      ? 'person-seated'
      : person.here
        ? 'watches'
        : 'person-gone';
  return [t(place), ...(person.muted ? [t('person-muted')] : [])].join(' · ');
}
