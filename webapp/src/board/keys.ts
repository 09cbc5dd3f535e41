/** Which key does what, and where the arrows lead: along a meld, from meld to meld, along the rack and between its rows. */

/** What a key asks for; the help and the manual list them in this order. */
export const ACTS = [
  'region',
  'step',
  'ends',
  'select',
  'extend',
  'onward',
  'whole-set',
  'put',
  'put-before',
  'new',
  'split',
  'to-rack',
  'move-to',
  'fit',
  'undo',
  'redo',
  'let-go',
  'play',
  'draw',
  'hint',
  'look',
  'larger',
  'smaller',
  'say-rack',
  'say-set',
  'say-time',
  'say-others',
  'say-last',
  'say-why',
  'command',
  'help',
] as const;
export type Act = (typeof ACTS)[number];

/** The keys of each act as they are written in the help; a letter is the key that bears it, whatever the language. */
export const KEYS: Readonly<Record<Act, readonly string[]>> = {
  region: ['F6', 'Shift+F6'],
  step: ['←', '→', '↑', '↓'],
  ends: ['Home', 'End'],
  select: ['Space'],
  extend: ['Shift+←', 'Shift+→'],
  onward: ['A'],
  'whole-set': ['Ctrl+A'],
  put: ['Enter'],
  'put-before': ['Shift+Enter'],
  new: ['N'],
  split: ['S'],
  'to-rack': ['R'],
  'move-to': ['M'],
  fit: ['F'],
  undo: ['Ctrl+Z', 'Z'],
  redo: ['Ctrl+Shift+Z', 'Shift+Z', 'Y'],
  'let-go': ['Esc'],
  play: ['P'],
  draw: ['D'],
  hint: ['H'],
  look: ['E'],
  larger: ['+'],
  smaller: ['-'],
  'say-rack': ['0'],
  'say-set': ['1–9'],
  'say-time': ['T'],
  'say-others': ['O'],
  'say-last': ['L'],
  'say-why': ['W'],
  command: ['/'],
  help: ['?'],
};

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

function clamp(at: number, length: number): number {
  return Math.max(0, Math.min(length - 1, at));
}

/** The tile next to `tile` in `direction`; null where the way ends. */
export function nextTile(
  melds: readonly (readonly string[])[],
  rack: readonly string[],
  perRow: number,
  tile: string,
  direction: Direction,
): string | null {
  const inRack = rack.indexOf(tile);
  if (inRack >= 0) {
    const row = Math.floor(inRack / perRow) * perRow;
    const to = {
      left: inRack - 1,
      right: inRack + 1,
      up: inRack - perRow,
      down: inRack + perRow,
      home: row,
      end: Math.min(rack.length, row + perRow) - 1,
    }[direction];
    return rack[to] ?? null;
  }
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
