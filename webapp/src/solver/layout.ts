/** A line of notation as numbers: `b4 b5 b6, y8 r8 k8 | b3 k1 | opened | pool 30 | last turn`. */
import { KINDS, type Rules } from './rules';

/** A meld by the numbers of its kinds, and as it is written. */
export interface Meld {
  readonly kinds: readonly number[];
  readonly text: string;
}

export interface Layout {
  readonly table: readonly Meld[];
  /** In canonical order. */
  readonly rack: readonly number[];
  readonly opened: boolean;
  readonly pool: number;
  /** Tiles that are neither on the table nor on the rack. */
  readonly unseen: number;
  readonly lastTurn: boolean;
}

/** Dividers within what a joker is stated to stand for divide nothing. */
const STATED = /J=[krby]\d+(?:\|[krby]\d+)+|D=(?:[krby]\d+,[krby]\d+|\d+,\d+)/g;
const RANKS: ReadonlyMap<string, number> = new Map(
  KINDS.flatMap((kind, rank) => [
    [kind, rank],
    [kind.toUpperCase(), rank],
  ]),
);

/** The layout that a line says; null where it says none, or holds more tiles than the box. */
export function readLayout(line: string, rules: Rules): Layout | null {
  const [table = '', rack = '', ...words] = divided(line, '|');
  const melds = table.trim() === '' ? [] : divided(table, ',').map(readMeld);
  const held = readTiles(rack);
  const said = readWords(words);
  if (held === null || said === null || !melds.every((meld) => meld !== null)) return null;
  const inSight = [...melds.flatMap((meld) => meld.kinds), ...held];
  if (!fits(inSight, rules)) return null;
  const box = 52 * rules.copies + rules.jokers.reduce((sum, count) => sum + count, 0);
  const unseen = box - inSight.length;
  const pool = said.pool ?? unseen;
  return pool > box ? null : { table: melds, rack: held.sort((a, b) => a - b), ...said, pool, unseen };
}

export function meldOf(kinds: readonly number[]): Meld {
  return { kinds, text: kinds.map((kind) => KINDS[kind]).join(' ') };
}

function divided(text: string, divider: string): string[] {
  const hidden = text.replace(STATED, (stated) => '.'.repeat(stated.length));
  let begin = 0;
  return hidden.split(divider).map((part) => {
    const piece = text.slice(begin, begin + part.length);
    begin += part.length + 1;
    return piece;
  });
}

/** A meld keeps what is stated about it: it may stay as it lies. */
function readMeld(text: string): Meld | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const tiles = /^(run|group):$/.test(words[0] ?? '') ? words.slice(1) : words;
  const kinds = readTiles(tiles.map((word) => word.split('=')[0]).join(' '));
  if (kinds === null || kinds.length === 0) return null;
  return tiles.length === words.length && !text.includes('=') ? meldOf(kinds) : { kinds, text: words.join(' ') };
}

function readTiles(text: string): number[] | null {
  const kinds = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => RANKS.get(word));
  return kinds.every((kind) => kind !== undefined) ? kinds : null;
}

function readWords(words: readonly string[]): { opened: boolean; pool?: number; lastTurn: boolean } | null {
  const said = { opened: true, lastTurn: false };
  return words.reduce<ReturnType<typeof readWords>>((known, part) => {
    const word = part.trim();
    const [, pool] = /^pool (\d{1,4})$/.exec(word) ?? [];
    if (known === null) return null;
    if (word === 'opened' || word === 'unopened') return { ...known, opened: word === 'opened' };
    if (pool !== undefined) return { ...known, pool: Number(pool) };
    return word === 'last turn' ? { ...known, lastTurn: true } : null;
  }, said);
}

function fits(kinds: readonly number[], { copies, jokers }: Rules): boolean {
  const counts = new Array<number>(KINDS.length).fill(0);
  for (const kind of kinds) counts[kind]! += 1;
  return counts.every((count, kind) => count <= (jokers[kind - 52] ?? copies));
}
