import { expect, test } from 'vitest';
import type { MeldShown, Previewed, Snapshot } from '../../src/gen/protocol';
import { playState } from '../../src/pages/table/game/playstate';

const mine = { turn: 0, you: 0, seats: [{ resigned: false }, { resigned: false }] } as Snapshot;
const good: MeldShown = { legal: true, kind: 'run', value: 15, readings: [], relaid: null, violations: [] };
const bad: MeldShown = {
  ...good,
  legal: false,
  violations: [{ code: 'too-short', meld: null, tile: null, ref: '', params: null, point: '' }],
};

function answer(part: Partial<Previewed>): Previewed {
  return {
    t: 'previewed',
    n: 1,
    on: 1,
    legal: false,
    violations: [],
    points: 0,
    needed: null,
    played: [],
    melds: [good],
    trials: [],
    ...part,
  };
}

test('the label of the Play button is the state of the turn', () => {
  expect(playState({ ...mine, turn: 1 }, 0, null, 'Ana')).toMatchObject({
    key: 'play-wait',
    params: { name: 'Ana' },
    ready: false,
  });
  const left = { ...mine, turn: 1, seats: mine.seats.map((seat) => ({ ...seat, resigned: true })) };
  expect(playState(left, 0, null, 'Ana')).toMatchObject({ key: 'play-resigned', ready: false });
  expect(playState(mine, 0, null, '')).toMatchObject({ key: 'play-none', ready: false });
  expect(playState(mine, 3, answer({ legal: true }), '')).toMatchObject({
    key: 'play-tiles',
    params: { count: 3 },
    ready: true,
  });
  expect(playState(mine, 3, answer({ needed: 30, points: 24 }), '')).toMatchObject({
    key: 'play-points',
    params: { points: 24, needed: 30 },
  });
  expect(playState(mine, 3, answer({ melds: [good, bad, bad] }), '')).toMatchObject({
    key: 'play-fix',
    params: { count: 2 },
    meld: 1,
    fault: { code: 'too-short', meld: 1 },
  });
  expect(playState(mine, 3, answer({}), '')).toMatchObject({ key: 'play-blocked', ready: false });
});
