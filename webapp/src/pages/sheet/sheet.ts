/** A score sheet kept in this browser: it needs no server once it is begun. The rules it needs are kept with it. */
import type { EditionListed } from '../../gen/protocol';
import { recall, remember } from '../../storage';
import { pointsOf, sum } from '../tournament/points';

/** One game: who went out (null: nobody), and what each rack was worth. `before`: what stood there and was corrected. */
export interface Entry {
  readonly out: number | null;
  readonly values: readonly number[];
  readonly before: readonly Omit<Entry, 'before'>[];
}

export interface Sheet {
  readonly edition: string;
  readonly name: string;
  readonly penalty: number;
  readonly byGames: boolean;
  readonly round: number | null;
  readonly limit: number | null;
  readonly players: readonly string[];
  readonly games: readonly Entry[];
}

export interface Line {
  readonly seat: number;
  readonly place: number;
  readonly points: number;
  readonly won: number;
}

const STORED = 'tilerummy.sheet';

export function begin(edition: EditionListed, name: string, players: readonly string[]): Sheet {
  const round = edition.round_games === 'players' ? players.length : edition.round_games;
  return {
    edition: edition.id,
    name,
    penalty: edition.penalty,
    byGames: edition.by_games,
    round,
    limit: edition.limit,
    players,
    games: [],
  };
}

/** The sheet with the next game, or with a game put right; what stood there stays behind it. */
export function write(sheet: Sheet, at: number, out: number | null, values: readonly number[]): Sheet {
  const old = sheet.games[at];
  const before = old === undefined ? [] : [...old.before, { out: old.out, values: old.values }];
  const games = [...sheet.games];
  games[at] = { out, values, before };
  return { ...sheet, games };
}

export function strike(sheet: Sheet): Sheet {
  return { ...sheet, games: sheet.games.slice(0, -1) };
}

export function points(game: Omit<Entry, 'before'>): number[] {
  return pointsOf(game.values, game.out);
}

/** The players in order by the edition's match rule; equals share a place. */
export function standing(sheet: Sheet): Line[] {
  const games = sheet.games.map(points);
  const lines = sheet.players.map((_, seat) => ({
    seat,
    points: sum(games.map((game) => game[seat] ?? 0)),
    won: games.filter((game) => (game[seat] ?? 0) > 0).length,
  }));
  const worth = (line: (typeof lines)[number]): number[] =>
    sheet.byGames ? [line.won, line.points] : [line.points, line.won];
  const less = (a: number[], b: number[]): number => (b[0] ?? 0) - (a[0] ?? 0) || (b[1] ?? 0) - (a[1] ?? 0);
  return [...lines]
    .sort((a, b) => less(worth(a), worth(b)) || a.seat - b.seat)
    .map((line) => ({ ...line, place: 1 + lines.filter((other) => less(worth(other), worth(line)) < 0).length }));
}

export function csv(sheet: Sheet): string {
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const games = sheet.games.map((game, at) => [String(at + 1), ...points(game).map(String)]);
  const totals = sheet.players.map((_, seat) =>
    String(standing(sheet).find((line) => line.seat === seat)?.points ?? 0),
  );
  return [['', ...sheet.players.map(quoted)], ...games, ['=', ...totals]].map((row) => `${row.join(',')}\r\n`).join('');
}

export function keep(sheet: Sheet | null): void {
  remember(localStorage, STORED, JSON.stringify(sheet));
}

export function kept(): Sheet | null {
  const found = recall<Sheet>(localStorage, STORED);
  return found?.players === undefined || found.games === undefined ? null : (found as Sheet);
}

/** A number for each player, the highest starts; whoever shares the highest draws again. `draw` gives 1 to 13. */
export function drawForStart(players: number, draw: () => number): { rounds: number[][]; starter: number } {
  const rounds: number[][] = [];
  let still = Array.from({ length: players }, (_, seat) => seat);
  while (still.length > 1) {
    const drawn = Array.from({ length: players }, (_, seat) => (still.includes(seat) ? draw() : 0));
    rounds.push(drawn);
    const highest = Math.max(...drawn);
    still = still.filter((seat) => drawn[seat] === highest);
  }
  return { rounds, starter: still[0] ?? 0 };
}
