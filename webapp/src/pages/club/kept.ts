/** The clubs that this browser has a link of: kept here, so that the start page asks the server for nothing. */
import type { ClubFigures, ClubShown } from '../../gen/protocol';
import { device, tab } from '../../storage';

export interface KnownClub {
  readonly name: string;
  readonly key: string;
  readonly keeper: boolean;
  /** The key that is being asked for instead: the right one where the answer was lost. */
  readonly next?: string;
}

const STORED = 'tilerummy.clubs';
const tabOf = (id: string): string => `tilerummy.club.${id}`;
const readOf = (id: string): string => `tilerummy.club-read.${id}`;

export function keptClubs(): Record<string, KnownClub> {
  return (device.recall<Record<string, KnownClub>>(STORED) ?? {}) as Record<string, KnownClub>;
}

/** Whether the browser keeps the key for good. Who keeps a club and opens the readers' link keeps it still. */
export function keepClub(id: string, name: string, key: string, keeper: boolean): boolean {
  const one = keptClubs()[id];
  if (one?.keeper === true && !keeper) return true;
  if (one?.key === key && one.name === name && one.next === undefined) return true;
  return put(id, { name, key, keeper });
}

function put(id: string, one: KnownClub): boolean {
  return device.remember(STORED, JSON.stringify({ ...keptClubs(), [id]: one }));
}

/** Another key is asked for: should the answer be lost, nothing else is. */
export function askFor(id: string, name: string, key: string, next: string): void {
  put(id, { name, key, keeper: true, next });
}

export function dropClub(id: string): void {
  const { [id]: _, ...others } = keptClubs();
  if (Object.keys(others).length > 0) device.remember(STORED, JSON.stringify(others));
  else device.forget(STORED);
  device.forget(readOf(id));
  tab.forget(tabOf(id));
}

/** The key of this address: from the link itself, from this tab, or the browser's own. */
export function clubKey(id: string): string {
  const linked = decodeURIComponent(location.hash.slice(1));
  // where the tab keeps nothing, the address goes on to
  if (linked !== '' && tab.remember(tabOf(id), linked)) history.replaceState(history.state, '', location.pathname);
  return linked === '' ? (tab.text(tabOf(id)) ?? keptClubs()[id]?.key ?? '') : linked;
}

/** The key to try after one that opens nothing any more. */
export function newerKey(id: string, dead: string): string | null {
  const one = keptClubs()[id];
  const key = one?.key === dead ? one.next : one?.key;
  if (key === undefined || dead === '') return null;
  tab.remember(tabOf(id), key);
  return key;
}

/** What was read of a club last, for the time without a server. */
export interface Read {
  readonly shown: ClubShown;
  readonly figures: ClubFigures;
}

export function keepRead(id: string, read: Read): void {
  device.remember(readOf(id), JSON.stringify(read));
}

export function lastRead(id: string): Read | null {
  const read = device.recall<Read>(readOf(id));
  return read?.shown === undefined || read.figures === undefined ? null : { shown: read.shown, figures: read.figures };
}
