import { expect, test } from 'vitest';
import { turnSteps } from '../../src/board/turn';
import { timeMark } from '../../src/pages/table/game/clock';

test('a new meld of rack tiles', () => {
  expect(turnSteps(['b4 b5 b6'], ['b4 b5 b6', 'k9 r9 y9'], ['k9', 'r9', 'y9'])).toEqual([{ t: 'new', meld: 1 }]);
});

test('tiles added to melds that lay there', () => {
  expect(turnSteps(['b4 b5 b6', 'k9 r9 y9'], ['b3 b4 b5 b6', 'k9 r9 b9 y9'], ['b3', 'b9'])).toEqual([
    { t: 'added', meld: 0, tiles: ['b3'] },
    { t: 'added', meld: 1, tiles: ['b9'] },
  ]);
});

test('melds rearranged', () => {
  expect(turnSteps(['b4 b5 b6 b7'], ['b4 b5 b6', 'b7 k7 r7'], ['k7', 'r7'])).toEqual([
    { t: 'rearranged', count: 2, tiles: ['k7', 'r7'] },
  ]);
});

test('a joker taken for its tile', () => {
  expect(turnSteps(['b4 J b6'], ['b4 b5 b6', 'J r8 k8'], ['b5', 'r8', 'k8'])).toEqual([
    { t: 'rearranged', count: 2, tiles: ['b5', 'r8', 'k8'] },
    { t: 'joker' },
  ]);
});

test('the same table in another order is no step', () => {
  expect(turnSteps(['b4 b5 b6', 'k9 r9 y9'], ['k9 r9 y9', 'b4 b5 b6'], [])).toEqual([]);
});

test('time is told at 30 and at 10 seconds, where the turn was longer', () => {
  expect([60, 31, 30, 29, 11, 10, 1].map((left) => timeMark(left, 60))).toEqual([0, 0, 30, 30, 30, 10, 10]);
  expect([30, 20, 10].map((left) => timeMark(left, 30))).toEqual([0, 0, 10]);
  expect(timeMark(10, 10)).toBe(0);
});
