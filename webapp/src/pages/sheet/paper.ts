/**
 * A score sheet as it is counted in the browser, which goes on without a connection: what one entry after the other makes of it.
 * The server decides in the same way (`sheets/decide.py`); `tests/golden/sheets.json` holds both to it.
 */
import type { EditionListed, EntryShown, GameShown, SheetCommand, SheetShown } from '../../gen/protocol';
import { signed } from '../../i18n/format';
import { plain, quoted } from './cells';
import { owedBy, scored, sum, type Gone } from '../tournament/phone/points';
import { described, type About } from './evening/about';
import { came, left, renamed, returned, seated } from './evening/company';

/** What a sheet is, for every viewer. */
export type Paper = Pick<
  SheetShown,
  'rules' | 'players' | 'planned' | 'games' | 'struck' | 'entries' | 'about' | 'came' | 'home' | 'arrived'
>;
export type WriteGame = Extract<SheetCommand, { t: 'write' }>;

export interface Line {
  readonly seat: number;
  readonly place: number;
  readonly points: number;
  readonly won: number;
}

/** The server's limits. */
export const MOST_GAMES = 200;
export const MOST_ENTRIES = 1_000;

/** What is a sheet of what is told of it. */
export function paperOf(shown: Paper): Paper {
  const { rules, players, planned, games, struck, entries, about, came, home, arrived } = shown;
  return { rules, players, planned, games, struck, entries, about, came, home, arrived };
}

export function begin(
  edition: EditionListed,
  name: string,
  players: readonly string[],
  planned: number | null,
  about: About = { date: '', place: '', note: '' },
): Paper {
  return {
    rules: {
      edition: edition.id,
      name,
      copies: edition.copies,
      jokers: sum(Object.values(edition.jokers).map((count) => count ?? 0)),
      penalty: edition.penalty,
      by_games: edition.by_games,
      round_length: edition.round_games === 'players' ? players.length : edition.round_games,
      per_player: edition.round_games === 'players',
      limit: edition.limit,
      least: edition.players[0] ?? 2,
      most: edition.players[1] ?? 4,
      end: edition.end,
    },
    players: [...players],
    planned,
    ...BLANK,
    about,
  };
}

const BLANK = { games: [], struck: [], entries: 0, came: [], home: [], arrived: [] };

/**
 * The sheet of another evening: the same people, edition and house rules, nothing entered. Where more than play a game came and went,
 * those who were there at the end.
 */
export function again(paper: Paper, date: string): Paper {
  const seats = [...paper.players.keys()];
  const took = seats.filter((seat) => paper.games.some(({ entry }) => goneIn(entry, seat) !== 'absent'));
  const stayed = seats.filter((seat) => !paper.home.includes(seat));
  const people = took.length >= paper.rules.least && took.length <= paper.rules.most ? took : stayed;
  const length = paper.rules.per_player ? people.length : paper.rules.round_length;
  const rounds = (paper.planned ?? 0) / (paper.rules.round_length ?? 1);
  return {
    ...BLANK,
    rules: { ...paper.rules, round_length: length },
    players: people.map((seat) => paper.players[seat] ?? ''),
    planned: paper.planned === null ? null : Math.min(MOST_GAMES, rounds * (length ?? 1)),
    about: { ...paper.about, date, place: '', note: '' },
  };
}

/** Whether all games that were planned are played. */
export function played(paper: Paper): boolean {
  return paper.planned !== null && paper.games.length >= paper.planned;
}

/** Whether there is room for another entry. */
export function full(paper: Paper): boolean {
  return paper.entries >= MOST_ENTRIES;
}

/** What all tiles of the box are worth on a rack: nobody holds more. */
export function worth(rules: Paper['rules']): number {
  return rules.copies * 4 * 91 + rules.jokers * rules.penalty;
}

/** The sheet after a command, which was decided on knowing only this sheet. */
export function after(paper: Paper, command: SheetCommand): Paper {
  const changed = changedBy(paper, command);
  return changed === null || full(paper) ? paper : { ...paper, ...changed, entries: paper.entries + 1 };
}

function changedBy(paper: Paper, command: SheetCommand): Partial<Paper> | null {
  if (command.t === 'keep') return null;
  if (command.t === 'rename') return renamed(paper, command);
  if (command.t === 'join') return came(paper, command);
  if (command.t === 'leave') return left(paper, command);
  if (command.t === 'return') return returned(paper, command);
  if (command.t === 'about') return described(paper, command);
  if (command.t === 'write') return written(paper, command);
  if (command.t === 'drop') {
    const at = paper.games.findIndex((game) => among(command.entry, game.others));
    return at < 0 ? null : withGame(paper, at, (game) => dropped(game, command.entry));
  }
  const at = typeof command.over === 'string' ? standing(paper, command.over) : paper.games.length - 1;
  const game = paper.games[at];
  return game === undefined
    ? null
    : { games: paper.games.filter((_, place) => place !== at), struck: [...paper.struck, game] };
}

function written(paper: Paper, sent: WriteGame): Partial<Paper> | null {
  const command = seated(paper, sent);
  if (command === null) return null;
  const entry = entryOf(command, paper.rules);
  const over = command.over ?? '';
  const { at, corrects, beside } = placed(paper, command.game, over);
  if (at >= MOST_GAMES) return null;
  if (at === paper.games.length)
    return {
      games: [...paper.games, { entry, before: [], others: [], agreed: [] }],
      arrived: paper.arrived.filter((seat) => goneIn(entry, seat) === 'absent'),
    };
  return withGame(paper, at, (game) => (corrects ? corrected(game, entry) : also(game, entry, beside)));
}

function corrected(game: GameShown, entry: EntryShown): GameShown {
  return {
    entry,
    before: [...game.before, game.entry],
    others: game.others.filter((other) => !same(other, entry)),
    agreed: game.others.filter((other) => same(other, entry)).map((other) => other.id),
  };
}

/** A phone entered a game that stands, without having seen that. */
function also(game: GameShown, entry: EntryShown, over: string): GameShown {
  const others = game.others.filter((other) => other.id !== over);
  return same(game.entry, entry)
    ? { ...game, others, agreed: [...game.agreed, entry.id] }
    : { ...game, others: [...others, entry] };
}

function dropped(game: GameShown, id: string): GameShown {
  return {
    ...game,
    before: [...game.before, ...game.others.filter((other) => other.id === id)],
    others: game.others.filter((other) => other.id !== id),
  };
}

/** The game an entry belongs to, whether it puts right what counts there, and the entry beside it that it replaces. */
function placed(paper: Paper, game: number, over: string): { at: number; corrects: boolean; beside: string } {
  const next = paper.games.length;
  if (over !== '') {
    const stands = standing(paper, over);
    if (stands >= 0) return { at: stands, corrects: true, beside: '' };
    const beside = paper.games.findIndex((one) => among(over, one.others));
    if (beside >= 0) return { at: beside, corrects: false, beside: over };
    const before = paper.games.findIndex((one) => among(over, one.before));
    if (before >= 0) return { at: before, corrects: false, beside: '' };
    if (paper.struck.some((one) => stood(one, over))) return { at: next, corrects: false, beside: '' };
  }
  return { at: Math.min(game, next), corrects: false, beside: '' };
}

/** The game in which this entry counts, −1 where it does not. */
export function standing(paper: Paper, id: string): number {
  return paper.games.findIndex((game) => stood(game, id));
}

/** Whether an entry, or somebody's coming, is on the sheet, wherever. */
export function knows(paper: Paper, id: string): boolean {
  return (
    paper.came.some((ids) => ids.includes(id)) ||
    [...paper.games, ...paper.struck].some(
      (game) => stood(game, id) || among(id, game.before) || among(id, game.others),
    )
  );
}

function stood(game: GameShown, id: string): boolean {
  return game.entry.id === id || game.agreed.includes(id);
}

function among(id: string, entries: readonly EntryShown[]): boolean {
  return entries.some((entry) => entry.id === id);
}

function same(one: EntryShown, other: EntryShown): boolean {
  return one.out === other.out && one.points.every((points, seat) => points === other.points[seat]);
}

function withGame(paper: Paper, at: number, change: (game: GameShown) => GameShown): Partial<Paper> {
  return { games: paper.games.map((game, place) => (place === at ? change(game) : game)) };
}

function entryOf(command: WriteGame, rules: Paper['rules']): EntryShown {
  const values = command.left.map((rack) => rack.value ?? 0);
  const counts = command.left.map((rack) => rack.count ?? null);
  const said = command.left.map((rack) => rack.unopened ?? null);
  const left = command.left.map((rack) => rack.gone ?? null);
  const out = command.out ?? null;
  const to_move = command.to_move ?? null;
  const unopened = rules.end.unopened === null ? [] : said;
  return {
    id: command.id,
    out,
    values,
    counts,
    ...scored(values, out, { counts, owed: owedBy(said, rules.end.unopened), gone: left, end: rules.end, to_move }),
    unopened,
    gone: left.some((one) => one !== null) ? left : [],
    to_move,
  };
}

/** How a player was gone in a game that is written. */
export function goneIn(entry: Pick<EntryShown, 'gone'>, seat: number): Gone {
  // sheets that a browser has kept may be of before there was the word
  return (entry.gone as EntryShown['gone'] | undefined)?.[seat] ?? null;
}

/** The players in order by the edition's match rule; equals share a place. */
export function standings(paper: Paper): Line[] {
  const lines = paper.players.map((_, seat) => ({
    seat,
    points: sum(paper.games.map((game) => game.entry.points[seat] ?? 0)),
    won: paper.games.filter((game) => game.entry.winners.includes(seat)).length,
  }));
  const worthOf = (line: (typeof lines)[number]): [number, number] =>
    paper.rules.by_games ? [line.won, line.points] : [line.points, line.won];
  const before = (a: (typeof lines)[number], b: (typeof lines)[number]): number => {
    const [first, second] = [worthOf(a), worthOf(b)];
    return second[0] - first[0] || second[1] - first[1];
  };
  return [...lines]
    .sort((a, b) => before(a, b) || a.seat - b.seat)
    .map((line) => ({ ...line, place: 1 + lines.filter((other) => before(other, line) < 0).length }));
}

/** Who is first, with their points and games won, as texts say it. */
export function leaders(paper: Paper): { names: string; won: number; points: string } {
  const first = standings(paper).filter((line) => line.place === 1);
  return {
    names: first.map((line) => paper.players[line.seat]).join(', '),
    won: first[0]?.won ?? 0,
    points: signed(first[0]?.points ?? 0),
  };
}

/** The sheet for a spreadsheet; `labels` are what the first column says. */
export function csv(
  paper: Paper,
  labels: { readonly game: string; readonly total: string; readonly won: string },
): string {
  const lines = [...standings(paper)].sort((a, b) => a.seat - b.seat);
  const games = paper.games.map((game, at) => [
    String(at + 1),
    ...game.entry.points.map((points, seat) => (goneIn(game.entry, seat) === 'absent' ? '' : String(points))),
  ]);
  const sums = [
    [labels.total, ...lines.map((line) => String(line.points))],
    [labels.won, ...lines.map((line) => String(line.won))],
  ];
  const rows = [[labels.game, ...paper.players.map(plain)], ...games, ...(games.length > 0 ? sums : [])];
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}
