import { describe, expect, it } from 'vitest';
import type { TournamentShown } from '../../../src/gen/protocol';
import { chairCosts, met, repeats, together } from '../../../src/pages/tournament/desk/costs';

const round = (...tables: number[][]) =>
  ({ phase: 'playing', tables, byes: [], online: [], moved: [], waiting: [] }) as const;

describe('what a change of the tables costs', () => {
  const stage = { id: 'blocks', planned: 3, games: 1, standings: [] } as const;
  const rounds = [round([1, 2, 3], [4, 5, 6]), round([1, 4], [2, 5, 7], [6])];
  const before = met({ ...stage, rounds } as unknown as TournamentShown['stages'][number], 1);

  it('counts pairs who meet in another round', () => {
    expect(repeats([1, 2, 4], before)).toBe(1);
    expect(repeats([4, 5, 6], before)).toBe(3);
    expect(repeats([1, 4], before)).toBe(0);
  });

  it('knows who should not sit together', () => {
    expect(
      together(
        [1, 2, 3],
        [
          [1, 3],
          [3, 4],
        ],
      ),
    ).toBe(1);
  });

  it('puts the cheapest chair first, and nobody has met somebody new', () => {
    const shown = {
      stages: [{ ...stage, rounds }],
      current: 1,
      entrants: [1, 2, 3, 4, 5, 6, 7].map((number) => ({ number, withdrawn: number === 7 })),
      chairs: [
        { table: 1, left: null, moving: [] },
        { table: 2, left: 7, moving: [] },
        { table: 3, left: null, moving: [] },
      ],
      apart: [[6, 8]],
      teams: { teams: [] },
    } as unknown as TournamentShown;
    expect(chairCosts(shown, null).map(({ table, from, to, repeats: count }) => [table, from, to, count])).toEqual([
      [3, 1, 2, 0],
      [1, 2, 3, 0],
      [2, 2, 3, 0],
    ]);
    expect(chairCosts(shown, 3).map(({ table, repeats: count }) => [table, count])).toEqual([
      [3, 0],
      [1, 1],
      [2, 1],
    ]);
    const added = { ...shown, chairs: [{ table: 4, left: null, moving: [1, 2] }] };
    expect(chairCosts(added, null)).toMatchObject([{ table: 4, from: 2, to: 3, repeats: 1 }]);
    expect(chairCosts(shown, 8).at(-1)).toMatchObject({ table: 3, together: 1 });
  });
});
