/**
 * The command line: a sentence of the notation as one command, and its tiles found on the board. Pure; what cannot be done
 * is a fault, a code with parameters.
 *
 *     r5 r6 r7 > new      3: b6 > rack      3 > 5      J=b5 > 3
 *     3: split b6         3: J=b5           3 + 5      undo ...
 */
import type { Base, Draft } from './draft';
import { isJoker, type Kind } from './tiles';

/** Words that stand alone. */
export const WORDS = [
  'undo',
  'redo',
  'reset',
  'play',
  'draw',
  'pass',
  'why',
  'hint',
  'takeback',
  'pause',
  'rack',
  'table',
  'clock',
  'players',
  'last',
  'help',
] as const;
export type Word = (typeof WORDS)[number];

export const SORTS = ['runs', 'groups', 'mine'] as const;

/** Every word of the language; each may have another name in the reader's. */
export const VOCABULARY = [...WORDS, ...SORTS, 'new', 'split', 'sort', 'meld'] as const;

/** What the help shows. */
export const EXAMPLES = {
  new: 'r5 r6 r7 > new',
  add: 'r5 > 3',
  from: '3: b6 > new',
  rack: 'r5 > rack',
  split: '3: split b6',
  join: '3 + 5',
  joker: 'J=b5 > 3 · 3: J=b5',
  undo: 'undo · redo · reset',
  turn: 'play · draw · pass',
  ask: 'why · hint',
  read: 'rack · table · meld 3 · clock · players · last',
  sort: 'sort runs · sort groups · sort mine',
  help: 'help',
} as const;

/** A line in the reader's own words, as `name` says them. */
export function inWords(line: string, name: (word: string) => string): string {
  return line.replace(/[a-z]{2,}/g, name);
}

/** Melds were called sets in English; both words are understood. */
const MELD = ['meld', 'set'];

/** Tiles named before the arrow: one tile, of set `from` (counted from 1) or wherever it is, or all tiles of a set. */
export type Pick =
  { readonly kind: Kind; readonly from: number | null; readonly stands: string | null } | { readonly all: number };

export type Command =
  | { readonly t: 'move'; readonly picks: readonly Pick[]; readonly to: 'new' | 'rack' | number }
  | { readonly t: 'split'; readonly set: number; readonly kind: Kind }
  | { readonly t: 'state'; readonly set: number; readonly kind: Kind; readonly stands: string }
  | { readonly t: 'set'; readonly set: number }
  | { readonly t: 'sort'; readonly by: (typeof SORTS)[number] }
  | { readonly t: 'word'; readonly word: Word };

/** Why a command was not understood, or cannot be done; a value, thrown so that the grammar below stays readable. */
export class CommandFault extends Error {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(code: string, params: Readonly<Record<string, string | number>> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

const NUMBER = /^\d+$/;
const TILE = /^(?:([krby])([1-9]|1[0-3])|([jdcm]))(?:=(\S+))?$/i;

interface Named {
  readonly kind: Kind;
  readonly stands: string | null;
}

function tile(word: string): Named {
  const [, colour, number, joker, stands] = TILE.exec(word) ?? [];
  if (joker !== undefined) return { kind: joker.toUpperCase(), stands: stands?.toLowerCase() ?? null };
  if (colour === undefined || stands !== undefined) throw new CommandFault('tile', { word });
  return { kind: `${colour.toLowerCase()}${number}`, stands: null };
}

function only(words: readonly string[], count: number): void {
  const extra = words[count];
  if (extra !== undefined) throw new CommandFault('extra', { word: extra });
}

/** The command a line says, where `names` gives the reader's own words for those of the language. Throws CommandFault. */
export function parse(line: string, names: ReadonlyMap<string, string>): Command {
  const words = line
    .replace(/→/g, '>')
    .replace(/[>+:]/g, ' $& ')
    .split(/\s+/)
    .map((word) => word.replace(/,+$/, ''))
    .filter((word) => word !== '')
    .map((word) => names.get(word.toLowerCase()) ?? word);
  const first = words[0];
  if (first === undefined) throw new CommandFault('empty');
  const arrow = words.indexOf('>');
  if (arrow >= 0) return move(words.slice(0, arrow), words.slice(arrow + 1));
  if (words.includes('+')) return join(words);
  if (NUMBER.test(first) && words[1] === ':') return within(Number(first), words.slice(2));
  return spoken(first.toLowerCase(), words);
}

function move(before: readonly string[], after: readonly string[]): Command {
  const picks: Pick[] = [];
  let from: number | null = null;
  before.forEach((word, at) => {
    if (word === ':') return;
    if (!NUMBER.test(word)) picks.push({ ...tile(word), from });
    else if (before[at + 1] === ':') from = Number(word);
    else picks.push({ all: Number(word) });
  });
  if (picks.length === 0) throw new CommandFault('tiles');
  const [target = '', ...rest] = MELD.includes(after[0]?.toLowerCase() ?? '') ? after.slice(1) : after;
  only(rest, 0);
  const word = target.toLowerCase();
  if (word === 'new' || word === 'rack') return { t: 'move', picks, to: word };
  if (!NUMBER.test(word)) throw new CommandFault('target');
  return { t: 'move', picks, to: Number(word) };
}

function join(words: readonly string[]): Command {
  const sets = words.filter((_, at) => at % 2 === 0);
  const pluses = words.filter((_, at) => at % 2 === 1);
  if (sets.length < 2 || !sets.every((word) => NUMBER.test(word)) || !pluses.every((word) => word === '+'))
    throw new CommandFault('join');
  const [to, ...others] = sets.map(Number) as [number, ...number[]];
  return { t: 'move', picks: others.map((all) => ({ all })), to };
}

function within(set: number, words: readonly string[]): Command {
  const [word = '', name = ''] = words;
  if (word.toLowerCase() === 'split' && name !== '') {
    only(words, 2);
    return { t: 'split', set, kind: tile(name).kind };
  }
  if (!word.includes('=')) throw new CommandFault('colon');
  only(words, 1);
  const { kind, stands } = tile(word);
  return { t: 'state', set, kind, stands: stands ?? '' };
}

function spoken(first: string, words: readonly string[]): Command {
  if (MELD.includes(first)) {
    if (!NUMBER.test(words[1] ?? '')) throw new CommandFault('set');
    only(words, 2);
    return { t: 'set', set: Number(words[1]) };
  }
  if (first === 'sort') {
    const by = SORTS.find((sort) => sort === words[1]?.toLowerCase());
    if (by === undefined) throw new CommandFault('sort');
    only(words, 2);
    return { t: 'sort', by };
  }
  const word = WORDS.find((one) => one === first);
  if (word !== undefined) {
    only(words, 1);
    return { t: 'word', word };
  }
  if (TILE.test(first)) throw new CommandFault('target');
  throw new CommandFault('unknown', { word: words[0] ?? '' });
}

/** The meld of set number `set`, counted from 1. Throws CommandFault. */
export function setOf(draft: Draft, set: number): Draft[number] {
  const meld = draft[set - 1];
  if (meld === undefined) throw new CommandFault('no-set', { set, count: draft.length });
  return meld;
}

export interface Found {
  readonly ids: readonly string[];
  /** What jokers among them were said to stand for. */
  readonly stands: Readonly<Record<string, string>>;
}

/**
 * The ids of what a command names. A tile without a set is the rack's, else the only set's that has it; where several have
 * one, the player must say which. Throws CommandFault.
 */
export function find(base: Base, draft: Draft, rack: readonly string[], picks: readonly Pick[]): Found {
  const ids: string[] = [];
  const stands: Record<string, string> = {};
  for (const pick of picks) {
    if ('all' in pick) {
      ids.push(...setOf(draft, pick.all).tiles.filter((id) => !ids.includes(id)));
      continue;
    }
    const is = (id: string): boolean => base.tiles.get(id)?.kind === pick.kind && !ids.includes(id);
    const id = pick.from === null ? anywhere(draft, rack, pick.kind, is) : setOf(draft, pick.from).tiles.find(is);
    if (id === undefined) throw new CommandFault('not-in-set', { tile: pick.kind, set: pick.from ?? 0 });
    ids.push(id);
    if (pick.stands !== null) stands[id] = pick.stands;
  }
  return { ids, stands };
}

function anywhere(draft: Draft, rack: readonly string[], kind: Kind, is: (id: string) => boolean): string {
  const own = rack.find(is);
  if (own !== undefined) return own;
  const sets = draft.flatMap((meld, at) => (meld.tiles.some(is) ? [at + 1] : []));
  const [set] = sets;
  if (set === undefined) throw new CommandFault('no-tile', { tile: kind });
  if (sets.length > 1)
    throw new CommandFault('several', { tile: kind, sets: sets.join(', '), example: `${set}: ${kind} > new` });
  return setOf(draft, set).tiles.find(is) ?? '';
}

/** Where set `set` is split before its tile of `kind`; of twins the later one. Throws CommandFault. */
export function splitAt(base: Base, draft: Draft, set: number, kind: Kind): number {
  const at = setOf(draft, set).tiles.findLastIndex((id) => base.tiles.get(id)?.kind === kind);
  if (at < 0) throw new CommandFault('not-in-set', { tile: kind, set });
  if (at === 0) throw new CommandFault('first', { tile: kind, set });
  return at;
}

/** The joker of set `set`, counted from 1, that a statement is about. Throws CommandFault. */
export function jokerOf(base: Base, draft: Draft, set: number, kind: Kind): string {
  const meld = setOf(draft, set);
  const id = meld.tiles.find((one) => base.tiles.get(one)?.kind === kind && isJoker(kind));
  if (id === undefined) throw new CommandFault('not-in-set', { tile: kind, set });
  return id;
}
