import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SheetCommand, SheetShown } from '../../src/gen/protocol';
import {
  after,
  again,
  begin,
  csv,
  MOST_ENTRIES,
  MOST_GAMES,
  paperOf,
  standings,
  worth,
  type Paper,
} from '../../src/pages/sheet/paper';
import { modernRules } from '../../src/pages/sheet/kept';
import { isDate } from '../../src/pages/sheet/evening/about';
import { drawForStart } from '../../src/pages/sheet/evening/starting';
import { tally } from '../../src/pages/referee/tally';
import { scored, sum } from '../../src/pages/tournament/phone/points';

interface Case {
  begun: SheetShown;
  commands: SheetCommand[];
  after: SheetShown;
  csv: string[][];
}
const CASES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../tests/golden/sheets.json'), 'utf8'),
) as Case[];

describe('a sheet is counted as the server counts it', () => {
  test.each(CASES.map((one, at) => [at, one] as const))('case %i', (_, one) => {
    const paper = one.commands.reduce(after, paperOf(one.begun));
    expect(paper).toEqual(paperOf(one.after));
    if (paper.games.length > 0)
      expect(standings(paper).map(({ seat, place, points, won }) => ({ player: seat, place, points, won }))).toEqual(
        one.after.standing,
      );
    const lines = csv(paper, { game: 'Game', total: 'Total', won: 'Won' });
    const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    expect(lines).toBe(one.csv.map((row) => `${row.map(quoted).join(',')}\r\n`).join(''));
  });

  test('the cases show every way an entry can go', () => {
    const games = CASES.flatMap((one) => one.after.games);
    expect(games.some((game) => game.before.length > 0)).toBe(true);
    expect(games.some((game) => game.others.length > 0)).toBe(true);
    expect(games.some((game) => game.agreed.length > 0)).toBe(true);
    expect(CASES.some((one) => one.after.struck.length > 0)).toBe(true);
    for (const how of ['absent', 'resigned'])
      expect(games.some((game) => game.entry.gone.some((one) => one === how))).toBe(true);
    // a club's count: the bonus is what nobody pays, the cap the most that a rack costs
    const sums = CASES.flatMap(({ after: { rules, games } }) =>
      games.map(
        ({ entry: { points, winners } }) => [rules.end, sum(points), winners.length, Math.min(...points)] as const,
      ),
    );
    for (const [end, total, won] of sums)
      if (end.exhausted !== 'winner-result') expect(total).toBe(won > 0 ? (end.winner_bonus ?? 0) : 0);
    expect(sums.some(([end, , won]) => (end.winner_bonus ?? 0) > 0 && won > 1)).toBe(true);
    expect(sums.some(([end, , , least]) => end.loss_cap === 10 && least === -10)).toBe(true);
    for (const word of ['full-rack', 'winner-result'])
      expect(sums.some(([end, , won]) => end.exhausted === word && won > 0)).toBe(true);
    expect(sums.some(([end, , won]) => end.tie === 'shared' && won > 1)).toBe(true);
  });
});

test('who left cannot win, and who took no part has no points', () => {
  expect(scored([2, 5, 11], null, { gone: ['resigned', null, null] })).toEqual({ points: [0, 6, -6], winners: [1] });
  expect(scored([2, 5, 11], null, { gone: ['resigned', null, 'resigned'] })).toEqual({
    points: [-2, 13, -11],
    winners: [1],
  });
  expect(scored([0, 5, 11], 1, { gone: ['absent', null, null] })).toEqual({ points: [0, 11, -11], winners: [1] });
});

test('of those who share the lowest rack the fewest tiles win, where they are known', () => {
  expect(scored([5, 5, 11, 12], null, { counts: [2, 1, null, null] })).toEqual({
    points: [0, 13, -6, -7],
    winners: [1],
  });
  expect(scored([5, 5, 11, 12], null, { counts: [2, null, 3, 2] })).toEqual({
    points: [7, 6, -6, -7],
    winners: [0, 1],
  });
  // the rest goes to the one who would have moved next
  expect(scored([5, 5, 11, 12], null, { counts: [2, 2, 3, 2], to_move: 1 }).points).toEqual([6, 7, -6, -7]);
  expect(scored([9, 9, 9], null)).toEqual({ points: [0, 0, 0], winners: [] });
});

const EDITION = {
  id: 'twist',
  name: 'Twist',
  revision: 1,
  players: [2, 4],
  limit: 60,
  limit_optional: false,
  same_turn: false,
  jokers: { J: 2, D: 2, C: 2, M: 2 },
  palette: [],
  copies: 2,
  penalty: 30,
  by_games: true,
  round_games: 'players' as const,
  redeal: null,
  end: {
    last_turns: false,
    exhausted: 'difference',
    tie: 'fewest-tiles-then-shared',
    unopened: null,
    loss_cap: null,
    winner_bonus: null,
  } as const,
};
const ROUND: [number, number[]][] = [
  [0, [0, 5, 16, 3]],
  [2, [6, 11, 0, 5]],
  [3, [32, 13, 2, 0]],
  [2, [10, 25, 0, 6]],
];

function write(paper: Paper, game: number, out: number | null, values: readonly number[], id: string): Paper {
  return after(paper, { t: 'write', id, game, out, left: values.map((value) => ({ value })), over: null });
}
const played = ROUND.reduce(
  (paper, [out, values], at) => write(paper, at, out, values, `g${at}`),
  begin(EDITION, 'Twist', ['Ann', 'Bob', 'Cas', 'Dee'], null),
);

describe('a sheet', () => {
  test('a round as worked in the rules: games won first, then points', () => {
    expect(standings(played).map(({ seat, won, points }) => [seat, won, points])).toEqual([
      [2, 2, 45],
      [3, 1, 33],
      [0, 1, -24],
      [1, 0, -54],
    ]);
    expect(played.rules.round_length).toBe(4);
    expect(standings({ ...played, rules: { ...played.rules, by_games: false } })[0]?.seat).toBe(2);
    expect(worth(played.rules)).toBe(728 + 240);
  });

  test('as CSV: names are quoted, and none is a formula', () => {
    const named = { ...played, players: ['Ann, A.', '=1+1', '-Cas', 'D "D"'] };
    expect(csv(named, { game: 'Game', total: 'Total', won: 'Won' })).toBe(
      'Game,"Ann, A.",\'=1+1,\'-Cas,"D ""D"""\r\n1,24,-5,-16,-3\r\n2,-6,-11,22,-5\r\n3,-32,-13,-2,47\r\n' +
        '4,-10,-25,41,-6\r\nTotal,-24,-54,45,33\r\nWon,1,0,2,1\r\n',
    );
  });

  test('a full sheet stays as it is', () => {
    const full = { ...played, entries: MOST_ENTRIES };
    expect(write(full, 4, 0, [0, 1, 2, 3], 'x')).toBe(full);
    const long = { ...played, games: Array.from({ length: MOST_GAMES }, () => played.games[0]!) };
    expect(write(long, MOST_GAMES, 0, [0, 1, 2, 3], 'x')).toBe(long);
  });

  test('only those who share the highest draw again', () => {
    const tiles = [7, 13, 13, 2, 4, 9];
    expect(drawForStart(4, () => tiles.shift() ?? 1)).toEqual({
      rounds: [
        [7, 13, 13, 2],
        [0, 4, 9, 0],
      ],
      starter: 2,
    });
  });
});

test('a sheet that the browser kept before some words were in its rules is counted as it was', () => {
  const { end, least, ...before } = played.rules;
  expect(modernRules(before)).toEqual(played.rules);
  expect(modernRules({ ...before, least: 3, unopened: 100, last_turns: true })).toMatchObject({
    least: 3,
    end: { ...end, unopened: 100, last_turns: true },
  });
  expect(least).toBe(2);
  expect(modernRules(played.rules)).toEqual(played.rules);
});

describe('what a rack costs', () => {
  const box = { copies: 2, jokers: 2, penalty: 25 };

  test('numbers at face value, a joker at the edition\u2019s price', () => {
    const { sum, count, parts, faults } = tally('b4 K9, 4  J', box);
    expect({ sum, count, faults }).toEqual({ sum: 42, count: 4, faults: [] });
    expect(parts).toEqual([
      { number: 4, times: 2, points: 8 },
      { number: 9, times: 1, points: 9 },
      { number: null, times: 1, points: 25 },
    ]);
  });

  test('what is no tile, and what there are not so many of, is told and not counted', () => {
    const { sum, faults } = tally('b14 x3 b4 b4 b4 J D J 13', box);
    expect(sum).toBe(4 + 4 + 25 + 25 + 13);
    expect(faults).toEqual([
      { code: 'no-tile', tile: 'b14' },
      { code: 'no-tile', tile: 'x3' },
      { code: 'too-many', tile: 'b4', most: 2 },
      { code: 'too-many', tile: 'J', most: 2 },
    ]);
  });
});

describe('the same again', () => {
  const six = { ...EDITION, players: [2, 6] as [number, number] };
  const joining = (paper: Paper, name: string): Paper =>
    after(paper, { t: 'join', id: name, name, joined: paper.came.map((ids) => ids[0]!) });

  test('the people, the edition and the house rules stay, games and note do not', () => {
    const about = { date: '2026-01-31', place: 'Gent', note: 'candles' };
    const start = begin({ ...six, end: { ...six.end, loss_cap: 25 } }, 'Twist', ['Ann', 'Bob', 'Cas'], 6, about);
    const evening = write(joining(write(start, 0, 0, [0, 5, 16], 'g0'), 'Dee'), 1, 0, [0, 5, 16], 'g1');
    const next = again(evening, '2026-02-07');
    expect(next).toMatchObject({ players: ['Ann', 'Bob', 'Cas'], games: [], entries: 0, came: [], home: [] });
    expect(next.about).toEqual({ date: '2026-02-07', place: '', note: '' });
    expect(next.rules.end.loss_cap).toBe(25);
  });

  test('who came is one of them, and rounds are of as many games as people', () => {
    const start = joining(begin(six, 'Twist', ['Ann', 'Bob', 'Cas'], 6), 'Dee');
    const left = [...[0, 5, 16].map((value) => ({ value })), { value: 7 }];
    const evening = after(start, { t: 'write', id: 'a', game: 0, out: 0, left, over: null, joined: ['Dee'] });
    expect(again(evening, '')).toMatchObject({ players: ['Ann', 'Bob', 'Cas', 'Dee'], planned: 8 });
    expect(again(evening, '').rules.round_length).toBe(4);
  });

  test('of more than can play those who were there at the end', () => {
    let evening = begin(EDITION, 'Twist', ['Ann', 'Bob', 'Cas', 'Dee'], null);
    evening = write(evening, 0, 0, [0, 5, 16, 3], 'g0');
    evening = joining(after(evening, { t: 'leave', id: 'l', player: 1 }), 'Eve');
    const left = [{ value: 0 }, { gone: 'absent' as const }, { value: 3 }, { value: 4 }, { value: 5 }];
    evening = after(evening, { t: 'write', id: 'b', game: 1, out: 0, left, over: null, joined: ['Eve'] });
    expect(again(evening, '').players).toEqual(['Ann', 'Cas', 'Dee', 'Eve']);
  });
});

test('a date is a day of the calendar', () => {
  for (const text of ['2026-02-28', '2024-02-29', '1999-12-31']) expect(isDate(text), text).toBe(true);
  for (const text of ['2026-02-29', '2026-2-1', '0001-01-01', '28-02-2026', 'soon', ''])
    expect(isDate(text), text).toBe(false);
});
