import { describe, expect, test } from 'vitest';
import { begin, csv, drawForStart, standing, strike, write } from '../src/pages/sheet/sheet';
import { completed, pointsOf, sum } from '../src/pages/tournament/points';

const EDITION = {
  id: 'twist',
  name: 'Twist',
  revision: 1,
  players: [2, 4],
  limit: 60,
  limit_optional: false,
  same_turn: false,
  jokers: {},
  palette: [],
  penalty: 30,
  by_games: true,
  round_games: 'players' as const,
};
const ROUND: [number, number[]][] = [
  [0, [0, 5, 16, 3]],
  [2, [6, 11, 0, 5]],
  [3, [32, 13, 2, 0]],
  [2, [10, 25, 0, 6]],
];
const played = ROUND.reduce(
  (sheet, [out, values], at) => write(sheet, at, out, values),
  begin(EDITION, 'Twist', ['Ann', 'Bob', 'Cas', 'Dee']),
);

describe('the points of a game', () => {
  test('the winner gets what the others hold', () => {
    expect(pointsOf([0, 5, 16, 3], 0)).toEqual([24, -5, -16, -3]);
  });

  test('when nobody goes out everyone pays his difference to the lowest', () => {
    expect(pointsOf([12, 30, 7, 21], null)).toEqual([-5, -23, 42, -14]);
    expect(pointsOf([5, 5, 11, 12], null)).toEqual([7, 6, -6, -7]);
    expect(sum(pointsOf([9, 9, 9], null))).toBe(0);
  });

  test('the one score that is missing follows from the others', () => {
    expect(completed([null, -5, -16, -3])).toEqual([24, -5, -16, -3]);
    expect(completed([null, null, 3])).toEqual([null, null, 3]);
  });
});

describe('a sheet', () => {
  test('a round as worked in the rules: games won first, then points', () => {
    expect(standing(played).map(({ seat, won, points }) => [seat, won, points])).toEqual([
      [2, 2, 45],
      [3, 1, 33],
      [0, 1, -24],
      [1, 0, -54],
    ]);
    expect(played.round).toBe(4);
    expect(standing({ ...played, byGames: false }).map(({ seat }) => seat)).toEqual([2, 3, 0, 1]);
  });

  test('a correction keeps what stood there, the last game can be struck', () => {
    const fixed = write(played, 1, 2, [7, 11, 0, 5]);
    expect(fixed.games[1]?.before).toEqual([{ out: 2, values: [6, 11, 0, 5] }]);
    expect(strike(fixed).games).toHaveLength(3);
  });

  test('as CSV', () => {
    expect(csv({ ...played, players: ['Ann, A.', 'Bob', 'Cas', 'Dee'] })).toBe(
      ',"Ann, A.",Bob,Cas,Dee\r\n1,24,-5,-16,-3\r\n2,-6,-11,22,-5\r\n3,-32,-13,-2,47\r\n4,-10,-25,41,-6\r\n=,-24,-54,45,33\r\n',
    );
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
