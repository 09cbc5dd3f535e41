/** Reads a record, as servers write it, into what a replay is made of. The file never leaves the browser. */
import { linesOf } from '../../../inputs';
import type { GameEvent } from '../../../net/events';
import type { Row, Source } from './source';
import { Unreadable } from './source';

/** Bytes of a file: a game of 2,000 turns stays below. */
export const LARGEST = 8_000_000;
const VERSION = 1;

type Fields = Readonly<Record<string, unknown>>;

class Wrong extends Error {}

/** The record in `text`. Throws Unreadable; whether its rows fit each other is for the fold to say. */
export function readRecord(text: string): Source {
  if (text.length > LARGEST) throw new Unreadable('too-large', { most: LARGEST / 1_000_000 });
  const lines = linesOf(text).map((line) => line.trim());
  const header = fieldsOf(lines[0] ?? '');
  if (header?.t !== 'record') throw new Unreadable('not-a-record');
  if (header.version !== VERSION) throw new Unreadable('unknown-version', { version: String(header.version) });
  const read = lines.map((line, at): Fields | null => {
    if (at === 0 || line === '') return null;
    const fields = fieldsOf(line);
    if (fields === null) throw new Unreadable('damaged', { line: at + 1 });
    return fields;
  });
  const row = (fields: Fields | null, at: number): Row => {
    try {
      return { at: null, events: fields === null ? [] : [opened(fields)] };
    } catch (fault) {
      throw fault instanceof Wrong ? new Unreadable('damaged', { line: at + 1 }) : fault;
    }
  };
  // the header is no row, and so line and row count alike: rows from the second line on
  const rows = read.map(row).slice(1);
  return { ...settingOf(header, read), rows, you: null, limit: null, chat: [] };
}

function fieldsOf(line: string): Fields | null {
  try {
    const found: unknown = JSON.parse(line);
    return found !== null && typeof found === 'object' && !Array.isArray(found) ? (found as Fields) : null;
  } catch {
    return null;
  }
}

/** What holds for the whole game: edition, names, deal. */
function settingOf(header: Fields, read: readonly (Fields | null)[]): Omit<Source, 'rows' | 'you' | 'limit' | 'chat'> {
  const start = read.findIndex((fields) => fields?.t === 'started');
  const dealt = read.findLastIndex((fields) => fields?.t === 'dealt' || fields?.t === 'redealt');
  if (start < 0 || dealt < start) throw new Unreadable('damaged', { line: 2 });
  try {
    const started = read[start] ?? {};
    const edition = fields(started.edition);
    const tiles = fields(edition.tiles);
    const seats = count(started.seats);
    const players = list(header.players, text);
    const secret = fields(read[dealt]?.secret);
    return {
      edition: {
        id: text(edition.id),
        name: text(edition.name),
        revision: count(edition.revision),
        changes: list(edition.changes, (change) => ({ key: text(fields(change).key), value: fields(change).value })),
        palette: list(tiles.palette, text),
        jokers: {},
        frozen: fields(edition.jokers).sets !== 'free',
      },
      penalty: count(fields(edition.jokers).penalty),
      names: Array.from({ length: seats }, (_, seat) => players[seat] ?? ''),
      deal: { racks: list(secret.racks, tilesOf), pool: tilesOf(secret.pool) },
    };
  } catch (fault) {
    throw fault instanceof Wrong ? new Unreadable('damaged', { line: start + 1 }) : fault;
  }
}

/** A stored event as those see it who may see all. */
function opened(stored: Fields): GameEvent {
  const secret = stored.secret === undefined ? {} : fields(stored.secret);
  const t = text(stored.t);
  return need<Reader>(Object.hasOwn(READERS, t), READERS[t])(stored, secret);
}

type Reader = (stored: Fields, secret: Fields) => GameEvent;

const READERS: Readonly<Record<string, Reader>> = {
  started: (stored) => ({ t: 'started', ...startOf(stored), words: null, seals: null }),
  dealt: ({ tiles, pool }) => ({ t: 'dealt', tiles: list(tiles, count), pool: count(pool), rack: [] }),
  redealt: ({ seat, doubles, tiles, pool }) => ({
    t: 'redealt',
    seat: count(seat),
    doubles: tilesOf(doubles),
    tiles: list(tiles, count),
    pool: count(pool),
    rack: [],
  }),
  played: (stored) => ({
    t: 'played',
    ...laidBy(stored),
    opening: list(stored.opening, meld),
    points: count(stored.points),
    opened: stored.opened === true,
  }),
  drew: ({ seat, pool }, { tile }) => ({ t: 'drew', seat: count(seat), pool: count(pool), tile: kind(tile) }),
  passed: ({ seat, proof }) => ({ t: 'passed', seat: count(seat), proof: proof === 'unproved' ? 'unproved' : null }),
  'timed-out': (stored, { drawn }) => ({
    t: 'timed-out',
    ...laidBy(stored),
    outcome: text(stored.outcome) as 'idle',
    returned: tilesOf(stored.returned),
    opened: stored.opened === true,
    drawn: count(stored.drawn),
    pool: count(stored.pool),
    tiles: tilesOf(drawn),
  }),
  resigned: ({ seat }) => ({ t: 'resigned', seat: count(seat) }),
  ended: ({ result, deck, salt }) => ({
    t: 'ended',
    result: resultOf(fields(result)),
    deck: tilesOf(deck),
    salt: text(salt),
    shuffle: null,
  }),
};

type Told<T extends GameEvent['t']> = Extract<GameEvent, { t: T }>;

function startOf(stored: Fields): Omit<Told<'started'>, 't' | 'words' | 'seals'> {
  const edition = fields(stored.edition);
  return {
    edition: text(edition.id),
    edition_name: text(edition.name),
    edition_hash: text(stored.edition_hash),
    engine: text(stored.engine),
    seats: count(stored.seats),
    commitment: text(stored.commitment),
    lots: list(stored.lots, (lot) => {
      const { round, seat, tile } = fields(lot);
      return { round: count(round), seat: count(seat), tile: kind(tile) };
    }),
    starter: count(stored.starter),
  };
}

function laidBy(stored: Fields): Pick<Told<'played'>, 'seat' | 'table' | 'played' | 'changed' | 'left'> {
  return {
    seat: count(stored.seat),
    table: list(stored.table, meld),
    played: tilesOf(stored.played),
    changed: list(stored.changed, count),
    left: count(stored.left),
  };
}

function resultOf(result: Fields): Told<'ended'>['result'] {
  return {
    reason: text(result.reason) as 'stuck',
    winners: list(result.winners, count),
    scores: list(result.scores, Number),
    values: list(result.values, count),
    racks: list(result.racks, tilesOf),
    unopened: list(result.unopened ?? [], (bill) => {
      const { seat, pays, proof, opening } = fields(bill);
      return { seat: count(seat), pays: count(pays), proof: text(proof) as 'able', opening: list(opening, meld) };
    }),
  };
}

function need<T>(holds: boolean, value: unknown): T {
  if (!holds) throw new Wrong();
  return value as T;
}

const TILE = /^(?:[krby](?:1[0-3]|[1-9])|[JDCM])$/;
const MELD = /^(?:(?:run|group): )?[krbyJDCM0-9=+|, ]{1,200}$/;
const fields = (value: unknown): Fields => need(value !== null && typeof value === 'object', value);
const text = (value: unknown): string => need(typeof value === 'string' && value.length <= 200, value);
const count = (value: unknown): number => need(Number.isSafeInteger(value) && (value as number) >= 0, value);
const kind = (value: unknown): string => need(typeof value === 'string' && TILE.test(value), value);
const meld = (value: unknown): string => need(typeof value === 'string' && MELD.test(value), value);
const tilesOf = (value: unknown): string[] => list(value, kind);

function list<T>(value: unknown, each: (one: unknown) => T): T[] {
  return need<unknown[]>(Array.isArray(value) && value.length <= 200, value).map(each);
}
