import { describe, expect, it } from 'vitest';
import type { TournamentShown } from '../../../src/gen/protocol';
import { change, hall } from '../../../src/pages/tournament/desk/arranging';

const round = (phase: string, tables: number[][], byes: number[] = [], online: number[] = []) => ({
  phase,
  tables,
  byes,
  online,
  moved: [],
  waiting: [],
});

function shown(rounds: ReturnType<typeof round>[], more: object = {}) {
  return {
    stages: [{ id: 'blocks', planned: 3, games: 1, sizes: [2, 4], rounds, standings: [] }],
    current: rounds.length - 1,
    entrants: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ number, withdrawn: number === 8 })),
    results: [],
    apart: [[1, 6]],
    teams: { teams: [] },
    fixed: [[2, 2]],
    ...more,
  } as unknown as TournamentShown;
}

const first = round('closed', [
  [1, 2, 3],
  [4, 5, 6],
]);
const now = round('playing', [[1, 4, 7], [2, 5, 8], [3, 6], []]);
const seen = hall(shown([first, now]));
if (seen === undefined) throw new Error('there is a round');

describe('tables arranged by hand', () => {
  it('swaps two, and says who meets again', () => {
    expect(change(seen, { player: 4 }, { player: 3 })).toEqual({
      tables: [
        { table: 1, before: [1, 4, 7], after: [1, 3, 7] },
        { table: 3, before: [3, 6], after: [4, 6] },
      ],
      repeats: 2,
      together: 0,
      leaving: 0,
    });
    expect(change(seen, { player: 1 }, { player: 3 })?.together).toBe(1);
    expect(change(seen, { player: 2 }, { player: 3 })?.leaving).toBe(1);
  });

  it('moves one where there is a chair, and to a new table only with enough', () => {
    expect(change(seen, { player: 7 }, { table: 3 })?.tables[1]?.after).toEqual([3, 6, 7]);
    expect(change(seen, { player: 3 }, { table: 1 })).toBeNull();
    expect(change(seen, { player: 7 }, { table: 4 })).toBeNull();
  });

  it('joins and splits tables, without those who have left', () => {
    expect(change(seen, { table: 3 }, { table: 2 })?.tables).toEqual([
      { table: 3, before: [3, 6], after: [] },
      { table: 2, before: [2, 5, 8], after: [2, 5, 3, 6] },
    ]);
    expect(change(seen, { table: 3 }, { table: 1 })).toBeNull();
    const four = hall(shown([round('planned', [[1, 2, 3, 4]])]));
    expect(four && change(four, { table: 1 }, { table: 2 })?.tables.map((one) => one.after)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('moves nobody who has left, and nothing where something has been played', () => {
    expect(change(seen, { player: 8 }, { player: 1 })).toBeNull();
    expect(change(seen, { player: 1 }, { player: 8 })).toBeNull();
    const results = [{ stage: 0, round: 1, table: 1, game: 1 }];
    const begun = hall(shown([first, now], { results }));
    expect(begun && change(begun, { player: 1 }, { player: 3 })).toBeNull();
    const online = hall(shown([first, round('playing', now.tables, [], [3])]));
    expect(online && change(online, { player: 1 }, { player: 3 })).toBeNull();
  });

  it('lets somebody who sits out change places', () => {
    const byes = hall(shown([round('planned', [[1, 2], [3, 4]], [5])])); // prettier-ignore
    expect(byes && change(byes, { player: 5 }, { player: 1 })?.tables).toEqual([
      { table: 0, before: [5], after: [1] },
      { table: 1, before: [1, 2], after: [5, 2] },
    ]);
  });
});
