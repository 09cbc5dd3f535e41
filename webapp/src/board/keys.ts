/** Which key does what, and where the arrows lead: along a meld, from meld to meld, along the rack and between its rows. */
import type { Act } from './acts';
import { isEmpty } from './racking';

/** A key press as the browser tells it. */
export interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const LETTERS: Readonly<Record<string, Act>> = {
  a: 'onward',
  n: 'new',
  s: 'split',
  r: 'to-rack',
  m: 'move-to',
  f: 'fit',
  e: 'look',
  '+': 'larger',
  '-': 'smaller',
  y: 'redo',
  p: 'play',
  d: 'draw',
  h: 'hint',
  b: 'take-back',
  t: 'say-time',
  o: 'say-others',
  l: 'say-last',
  w: 'say-why',
  '0': 'say-rack',
  '/': 'command',
  '?': 'help',
};

/**
 * The act of a press, null for keys the board leaves alone. `onTile`: a tile has the focus. `letters`: single characters
 * are wanted as keys; without them only keys that nobody types by accident work.
 */
export function actOf(press: Press, onTile: boolean, letters: boolean): Act | null {
  const key = press.key.toLowerCase();
  if (press.ctrlKey || press.metaKey) {
    if (key === 'z') return press.shiftKey ? 'redo' : 'undo';
    if (key === 'y') return 'redo';
    return key === 'a' && onTile ? 'whole-set' : null;
  }
  if (onTile && !press.shiftKey && key.startsWith('arrow')) return 'step';
  if (onTile && (key === 'home' || key === 'end')) return 'ends';
  if (key === 'escape') return 'let-go';
  if (onTile && key === ' ') return 'select';
  if (onTile && key === 'enter') return press.shiftKey ? 'put-before' : 'put';
  if (onTile && press.shiftKey && (key === 'arrowleft' || key === 'arrowright')) return 'extend';
  if (!letters) return null;
  if (key === 'z') return press.shiftKey ? 'redo' : 'undo';
  if (/^[1-9]$/.test(key)) return 'say-set';
  return LETTERS[key] ?? null;
}

export type Direction = 'left' | 'right' | 'up' | 'down' | 'home' | 'end';

/** Where an arrow, Home or End leads. */
export function directionOf(key: string): Direction {
  return key.toLowerCase().replace('arrow', '') as Direction;
}

function clamp(at: number, length: number): number {
  return Math.max(0, Math.min(length - 1, at));
}

/** The tile next to `tile` in `direction`; null where the way ends. `places` are the rack's, `perRow` in each row. */
export function nextTile(
  melds: readonly (readonly string[])[],
  places: readonly string[],
  perRow: number,
  tile: string,
  direction: Direction,
): string | null {
  const here = places.indexOf(tile);
  if (here >= 0) return nextOnRack(places, perRow, here, direction);
  const at = melds.findIndex((meld) => meld.includes(tile));
  const meld = melds[at];
  if (meld === undefined) return null;
  const within = meld.indexOf(tile);
  switch (direction) {
    case 'home':
      return meld[0] ?? null;
    case 'end':
      return meld.at(-1) ?? null;
    case 'left':
      return meld[within - 1] ?? melds[at - 1]?.at(-1) ?? null;
    case 'right':
      return meld[within + 1] ?? melds[at + 1]?.[0] ?? null;
    case 'up':
    case 'down': {
      const other = melds[at + (direction === 'up' ? -1 : 1)];
      return other?.[clamp(within, other.length)] ?? null;
    }
  }
}

/** Up and down lead to the row's tile that stands nearest, over rows that are empty. */
function nextOnRack(places: readonly string[], perRow: number, here: number, direction: Direction): string | null {
  const row = (at: number): number => Math.floor(at / perRow);
  const tiles = [...places.keys()].filter((at) => !isEmpty(places[at] ?? ''));
  const beside = tiles.filter((at) => row(at) === row(here));
  const nearest = (others: readonly number[], next: number | undefined): number | undefined => {
    const aside = (at: number): number => Math.abs((at % perRow) - (here % perRow));
    return others.filter((at) => row(at) === row(next ?? -1)).sort((a, b) => aside(a) - aside(b))[0];
  };
  const above = tiles.filter((at) => row(at) < row(here));
  const below = tiles.filter((at) => row(at) > row(here));
  const to = {
    left: () => tiles.findLast((at) => at < here),
    right: () => tiles.find((at) => at > here),
    up: () => nearest(above, above.at(-1)),
    down: () => nearest(below, below[0]),
    home: () => beside[0],
    end: () => beside.at(-1),
  }[direction]();
  return places[to ?? -1] ?? null;
}
