import { describe, expect, it } from 'vitest';
import type { PastGame } from '../../src/gen/protocol';
import { againstLevels, figures, paces, running, wanted } from '../../src/pages/games/figures';
import { missedIn, together } from '../../src/pages/games/missed';

const game = (change: Partial<PastGame>): PastGame => ({
  room: 'r',
  edition: { id: 'original', name: 'Original', revision: 1, changes: [], palette: [], jokers: {}, frozen: false },
  ended: 0,
  names: ['Ann', 'Bob'],
  levels: [null, null],
  scores: [10, -10],
  winners: [0],
  you: 0,
  turns: 4,
  seconds: 20,
  ...change,
});
const LOST = game({ winners: [1], scores: [-30, 30], levels: [null, 'expert'], names: ['Ann', 'Eve'], seconds: 60 });

describe('figures of finished games', () => {
  it('count what the reader won, and their own points and time', () => {
    expect(figures([game({}), LOST])).toEqual({ games: 2, won: 1, points: -10, seconds: 10 });
    // a game over days says nothing of how fast somebody plays
    expect(figures([game({}), LOST, game({ turns: 2, seconds: 200_000 })]).seconds).toBe(10);
    expect(figures([])).toEqual({ games: 0, won: 0, points: null, seconds: null });
  });
  it('tell each level apart, and people not at all', () => {
    expect(againstLevels([game({}), LOST])).toEqual([{ level: 'expert', games: 1, won: 0 }]);
  });
  it('add up from the first game, which the list has last', () => {
    expect(running([game({}), LOST])).toEqual([-30, -20]);
  });
  it('have a pace for each game with a turn', () => {
    expect(paces([game({}), game({ turns: 0, seconds: 0 }), LOST])).toEqual([15, 5]);
  });
});

describe('missed plays', () => {
  it('are tiles that could be laid and were not, and the turns of them', () => {
    const one = missedIn([
      { laid: ['b1', 'b2', 'b3'], best: 3 },
      { laid: [], best: 2 },
    ]);
    expect(one).toEqual({ laid: 3, best: 5, turns: 2, short: 1 });
    expect(together([one, one])).toEqual({ laid: 6, best: 10, turns: 4, short: 2 });
    expect(together([])).toEqual({ laid: 0, best: 0, turns: 0, short: 0 });
  });
});

describe('a search', () => {
  it('finds by edition, result and the names of others', () => {
    const all = [game({}), LOST];
    const ask = { edition: '', outcome: '', name: '' } as const;
    expect(wanted(all, ask)).toEqual(all);
    expect(wanted(all, { ...ask, outcome: 'lost' })).toEqual([LOST]);
    expect(wanted(all, { ...ask, name: ' eve' })).toEqual([LOST]);
    expect(wanted(all, { ...ask, name: 'ann' })).toEqual([]);
    expect(wanted(all, { ...ask, edition: 'twist' })).toEqual([]);
  });
});
