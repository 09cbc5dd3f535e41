/** Asking the server about the people whom the reader plays with. */
import type { NewReport, PeopleShown, PersonAsked, RoomListed, RoomMade } from '../../gen/protocol';
import { locale, t } from '../../i18n/i18n.svelte';
import { ownZone } from '../../i18n/zone';
import { call, ensureSession, post } from '../../net/http';
import { router } from '../../router.svelte';
import { settings } from '../../settings.svelte';

/** Some of the people, those played with last first; `after` is what the page before said comes next. */
export async function people(after: string | null): Promise<PeopleShown> {
  await ensureSession();
  return call(`/api/people${after === null ? '' : `?after=${encodeURIComponent(after)}`}`);
}

export const want = (alias: string, act: PersonAsked['act']): Promise<PeopleShown> =>
  post(`/api/people/${encodeURIComponent(alias)}`, { act });

export const block = (room: string, about: Pick<NewReport, 'seat' | 'line'>): Promise<PeopleShown> =>
  post(`/api/rooms/${encodeURIComponent(room)}/block`, about);

export const decline = (room: string): Promise<RoomListed[]> =>
  post(`/api/rooms/${encodeURIComponent(room)}/decline`, {});

/** Go to a table at which seats are kept for these people. Raises Refusal. */
export async function playWith(aliases: readonly string[]): Promise<void> {
  const name = settings.name === '' ? t('guest') : settings.name;
  const { room } = await post<RoomMade>('/api/people/play', { aliases, name, zone: ownZone() });
  router.go(`/t/${room}`);
}

/** "Anna and Bo", as the reader's language says it. */
export function together(names: readonly string[]): string {
  return new Intl.ListFormat(locale.language, { type: 'conjunction' }).format(names);
}
