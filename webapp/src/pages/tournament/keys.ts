/** Links that carry a role: the key stands behind #, which no server sees, and is kept for this tab; a desk's for good. */
import { recall, remember } from '../../storage';

export interface Known {
  readonly name: string;
  readonly key: string;
}

const STORED = 'tilerummy.tournaments';

/** The tournaments this browser organises. */
export function known(): Record<string, Known> {
  return (recall<Record<string, Known>>(localStorage, STORED) ?? {}) as Record<string, Known>;
}

export function keep(id: string, name: string, key: string): void {
  remember(localStorage, STORED, JSON.stringify({ ...known(), [id]: { name, key } }));
}

/** The key of this address: from the link itself, from this tab, or the desk's own. */
export function keyOf(id: string): string {
  const tab = `tilerummy.tournament.${id}`;
  const linked = decodeURIComponent(location.hash.slice(1));
  if (linked !== '') {
    sessionStorage.setItem(tab, linked);
    history.replaceState(history.state, '', location.pathname);
  }
  return sessionStorage.getItem(tab) ?? known()[id]?.key ?? '';
}

/** The address of a tournament for the holder of a key; without one the public's. */
export function linkOf(id: string, key = '', page = ''): string {
  return `${location.origin}/e/${id}${page}${key === '' ? '' : `#${key}`}`;
}

/** Who follows a tournament on this device: his number, 0 where nobody has said so. */
export function meHere(id: string): number {
  return recall<{ number: number }>(localStorage, `tilerummy.me.${id}`)?.number ?? 0;
}

export function thatIsMe(id: string, number: number): void {
  remember(localStorage, `tilerummy.me.${id}`, JSON.stringify({ number }));
}
