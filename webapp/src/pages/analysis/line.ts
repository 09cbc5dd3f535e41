/**
 * A position as one line of notation, `b4 b5 b6, y8 r8 k8 | b3 k1 | opened`: read and written as the server does, with the
 * place of a fault. Whether it is a position of an edition is not asked here.
 */
import { formatMeld, type MeldKind, type MeldText } from '../../board/notation';
import type { Kind } from '../../board/tiles';

export interface Line {
  readonly table: readonly MeldText[];
  readonly rack: readonly Kind[];
  readonly opened: boolean;
  /** Tiles left to draw; null where the line does not say: all that are not in sight. */
  readonly pool: number | null;
  readonly lastTurn: boolean;
}

export const EMPTY: Line = { table: [], rack: [], opened: true, pool: null, lastTurn: false };

/** Why a text is no position: `code`, the `word` at fault, and where it begins, counted from 1. */
export class LineFault extends Error {
  constructor(
    readonly code: 'tile' | 'meld' | 'word',
    readonly word: string,
    readonly column: number,
  ) {
    super(`${code} at ${column}`);
  }
}

interface Piece {
  readonly text: string;
  readonly at: number;
}

const TILE = /^(?:[krby](?:[1-9]|1[0-3])|[jdcm])$/i;
/** Dividers within what a joker is stated to stand for divide nothing. */
const STATED = /J=[krby]\d+(?:\|[krby]\d+)+|D=(?:[krby]\d+,[krby]\d+|\d+,\d+)/gi;

/** The position that a text says. Throws LineFault at the first thing that is wrong. */
export function readLine(text: string): Line {
  const hidden = text.replace(STATED, (stated) => '.'.repeat(stated.length));
  const [table, rack, ...words] = divided({ text, at: 0 }, hidden, '|');
  const melds = table === undefined || table.text.trim() === '' ? [] : divided(table, hidden, ',');
  return words.reduce(said, {
    ...EMPTY,
    table: melds.map(meld),
    rack: rack === undefined ? [] : spaced(rack).map(tile),
  });
}

export function writeLine({ table, rack, opened, pool, lastTurn }: Line): string {
  const parts = [table.map(formatMeld).join(', '), rack.join(' '), opened ? 'opened' : 'unopened'];
  if (pool !== null) parts.push(`pool ${pool}`);
  if (lastTurn) parts.push('last turn');
  return parts.join(' | ').trim();
}

function divided({ text, at }: Piece, hidden: string, divider: string): Piece[] {
  const pieces: Piece[] = [];
  let begin = 0;
  for (let end = 0; end <= text.length; end += 1) {
    if (end < text.length && hidden[at + end] !== divider) continue;
    pieces.push({ text: text.slice(begin, end), at: at + begin });
    begin = end + 1;
  }
  return pieces;
}

function spaced({ text, at }: Piece): Piece[] {
  return [...text.matchAll(/\S+/g)].map((found) => ({ text: found[0], at: at + found.index }));
}

function tile({ text, at }: Piece): Kind {
  if (!TILE.test(text)) throw new LineFault('tile', text, at + 1);
  return text.length === 1 ? text.toUpperCase() : text.toLowerCase();
}

function meld(piece: Piece): MeldText {
  const words = spaced(piece);
  const [, kind] = /^(run|group):$/.exec(words[0]?.text ?? '') ?? [];
  if (kind !== undefined) words.shift();
  if (words.length === 0) throw new LineFault('meld', '', piece.at + 1);
  const named = words.map(({ text, at }) => {
    const cut = text.indexOf('=');
    return {
      kind: tile({ text: cut < 0 ? text : text.slice(0, cut), at }),
      stands: cut < 0 ? null : text.slice(cut + 1),
    };
  });
  return {
    kind: (kind ?? null) as MeldKind | null,
    tiles: named.map((one) => one.kind),
    stands: named.map((one) => one.stands),
  };
}

function said(line: Line, piece: Piece): Line {
  const word = piece.text.trim();
  const [, pool] = /^pool (\d{1,4})$/.exec(word) ?? [];
  if (word === 'opened' || word === 'unopened') return { ...line, opened: word === 'opened' };
  if (pool !== undefined) return { ...line, pool: Number(pool) };
  if (word === 'last turn') return { ...line, lastTurn: true };
  throw new LineFault('word', word, piece.at + 1 + piece.text.length - piece.text.trimStart().length);
}
