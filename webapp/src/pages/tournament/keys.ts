/** Links that carry a role: the key stands after #, which no server sees, and is kept for this tab; a desk's for good. */
import { device, tab } from '../../storage';
import { reach } from './reach.svelte';

export interface Known {
  readonly name: string;
  readonly key: string;
  /** The key that is being asked for instead: the right one where the answer was lost. */
  readonly next?: string;
}

const STORED = 'tilerummy.tournaments';
const tabOf = (id: string): string => `tilerummy.tournament.${id}`;

/** The letters of a key and how many it has, as the server makes them. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;
/** The letters of a card's code. */
const CODE = 8;

/** The tournaments this browser organises. */
export function known(): Record<string, Known> {
  return (device.recall<Record<string, Known>>(STORED) ?? {}) as Record<string, Known>;
}

/** Whether the browser keeps the key of a tournament for good. */
export function keep(id: string, name: string, key: string): boolean {
  return device.remember(STORED, JSON.stringify({ ...known(), [id]: { name, key } }));
}

/** The key opens the tournament: kept, and with it the one that may be asked for. */
export function stay(id: string, name: string, key: string): void {
  const before = known()[id];
  if (before?.key !== key || before.name !== name) keep(id, name, key);
}

/** The key of this address: from the link itself, from this tab, or the desk's own. */
export function keyOf(id: string): string {
  const linked = decodeURIComponent(location.hash.slice(1));
  if (linked !== '') {
    // where the tab keeps nothing, the address goes on to
    if (tab.remember(tabOf(id), linked)) history.replaceState(history.state, '', location.pathname);
  }
  return tab.text(tabOf(id)) ?? known()[id]?.key ?? '';
}

/** A new key for the organiser, written down before it is asked for: should the answer be lost, nothing else is. */
export function nextKey(id: string, name: string, key: string): string {
  const next = newKey();
  device.remember(STORED, JSON.stringify({ ...known(), [id]: { name, key, next } }));
  return next;
}

/** A key that nobody has. */
export function newKey(): string {
  // bytes beyond the last whole round of the letters would make some likelier than others
  const fair = 256 - (256 % LETTERS.length);
  const bytes = [...crypto.getRandomValues(new Uint8Array(8 * LENGTH))].filter((byte) => byte < fair);
  return bytes
    .slice(0, LENGTH)
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('');
}

/** A key is nobody's any more: take the newer one that this browser knows, if it does. */
export function moved(id: string, dead: string): boolean {
  const one = known()[id];
  const key = one?.key === dead ? one.next : one?.key;
  if (dead === '' || one === undefined || key === undefined) return false;
  keep(id, one.name, key);
  tab.remember(tabOf(id), key);
  return true;
}

/** The address of a tournament for the holder of a key; without one the public's. */
export function linkOf(id: string, key = '', page = ''): string {
  return `${reach.origin}/e/${id}${page}${key === '' ? '' : `#${key}`}`;
}

/** The letters of a card's code that are typed, where nothing reads it: the first of its key, in two groups. */
export function typedCode(key: string): string {
  const letters = key.slice(key.indexOf('.') + 1);
  return `${letters.slice(0, 4)} ${letters.slice(4, CODE)}`;
}

/** Who follows a tournament on this device: their number, 0 where nobody has said so. */
export function meHere(id: string): number {
  return device.recall<{ number: number }>(`tilerummy.me.${id}`)?.number ?? 0;
}

export function thatIsMe(id: string, number: number): void {
  device.remember(`tilerummy.me.${id}`, JSON.stringify({ number }));
}
