/**
 * The rack as its player keeps it: their tiles in order, and empty places between them. An order names all own tiles, those
 * too that a draft has laid: they come back to where they were.
 */
import type { Kind } from './tiles';

const EMPTY = '.';

/** Whether an entry of an order is an empty place. */
export function isEmpty(id: string): boolean {
  return id.startsWith(EMPTY);
}

function emptyPlaces(order: readonly string[], count: number): string[] {
  const used = order.filter(isEmpty).map((id) => Number(id.slice(1)));
  const first = Math.max(0, ...used) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => `${EMPTY}${first + at}`);
}

/** Without empty places after the last tile. */
function trimmed(order: readonly string[]): string[] {
  const last = order.findLastIndex((id) => !isEmpty(id));
  return order.slice(0, last + 1);
}

/** What of `places` can be shown in `room` places: tiles always, empty places as far as they fit, the first ones first. */
export function shownPlaces(places: readonly string[], room: number): string[] {
  let spare = Math.max(0, room - places.filter((id) => !isEmpty(id)).length);
  return trimmed(places.filter((id) => !isEmpty(id) || (spare -= 1) >= 0));
}

/**
 * The order after `ids` were put at place `at` of what is `shown`: before the tile that stands there; on an empty place, or
 * farther after the last tile, exactly there.
 */
export function putAt(
  order: readonly string[],
  shown: readonly string[],
  ids: readonly string[],
  at: number,
): string[] {
  const moving = new Set(ids);
  const target = shown[at];
  if (target !== undefined && isEmpty(target) && !moving.has(target)) {
    const filled = new Set<string>();
    for (let next = at; filled.size < ids.length && isEmpty(shown[next] ?? ''); next += 1)
      filled.add(shown[next] ?? '');
    return trimmed(order.flatMap((id) => (id === target ? ids : moving.has(id) || filled.has(id) ? [] : [id])));
  }
  const rest = order.filter((id) => !moving.has(id));
  if (target === undefined) {
    const left = trimmed(shown.filter((id) => !moving.has(id)));
    const gap = at > trimmed(shown).length ? at - left.length : 0;
    return [...trimmed(rest), ...emptyPlaces(rest, gap), ...ids];
  }
  const before = shown
    .slice(0, at)
    .filter((id) => !moving.has(id))
    .at(-1);
  const cut = before === undefined ? 0 : rest.indexOf(before) + 1;
  return trimmed([...rest.slice(0, cut), ...ids, ...rest.slice(cut)]);
}

/** The order as the server keeps it: kinds, and `.` for an empty place. */
export function packOrder(order: readonly string[], kindOf: (id: string) => Kind): string[] {
  return order.map((id) => (isEmpty(id) ? EMPTY : kindOf(id))).filter((kind) => kind !== '');
}

/** The tiles `ids` in a packed order; those it does not name come last, and what it names besides is passed over. */
export function unpackOrder(ids: readonly string[], packed: readonly string[], kindOf: (id: string) => Kind): string[] {
  const left = [...ids];
  const found: string[] = [];
  for (const kind of packed) {
    const at = left.findIndex((id) => kindOf(id) === kind);
    if (kind === EMPTY) found.push(...emptyPlaces(found, 1));
    else if (at >= 0) found.push(...left.splice(at, 1));
  }
  return trimmed([...trimmed(found), ...left]);
}
