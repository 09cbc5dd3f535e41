/** Links of events, as people paste them. */
import type { ClubEventShown } from '../../gen/protocol';

export interface EventLink {
  readonly kind: ClubEventShown['kind'];
  readonly event: string;
  readonly key: string;
}

const PATHS: Readonly<Record<EventLink['kind'], string>> = { tournament: '/e', sheet: '/sheet' };

/** The event and the key in a link, `https://…/e/ID#KEY`; null for what is none. */
export function linkOf(text: string): EventLink | null {
  const found = /\/(?<path>e|sheet)\/(?<event>[^/#?\s]+)[^#\s]*#(?<key>\S+)/.exec(text.trim())?.groups;
  if (found?.event === undefined || found.key === undefined) return null;
  return { kind: found.path === 'e' ? 'tournament' : 'sheet', event: found.event, key: unescaped(found.key) };
}

/** Where an event is looked at. */
export function pathOf({ kind, event }: Pick<ClubEventShown, 'kind' | 'event'>): string {
  return `${PATHS[kind]}/${event}`;
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
