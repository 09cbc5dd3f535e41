import { describe, expect, test } from 'vitest';
import { completed, owedBy, pointsOf, sum } from '../../../src/pages/tournament/phone/points';

describe('the points of a game', () => {
  test('the winner gets what the others hold', () => {
    expect(pointsOf([0, 5, 16, 3], 0)).toEqual([24, -5, -16, -3]);
  });

  test('when nobody goes out everyone pays his difference to the lowest', () => {
    expect(pointsOf([12, 30, 7, 21], null)).toEqual([-5, -23, 42, -14]);
    expect(pointsOf([5, 5, 11, 12], null)).toEqual([7, 6, -6, -7]);
    expect(sum(pointsOf([9, 9, 9], null))).toBe(0);
  });

  test('a loser who has not opened pays a fixed amount, twice that where they could have', () => {
    expect(owedBy(['able', 'unable', null], 100)).toEqual([200, 100, null]);
    expect(owedBy(['able', 'unable'], null)).toEqual([null, null]);
    expect(pointsOf([0, 7], 0, undefined, [null, 200])).toEqual([200, -200]);
    expect(pointsOf([9, 30], null, undefined, [null, 100])).toEqual([100, -100]);
    expect(pointsOf([9, 3], null, undefined, [null, 200])).toEqual([-6, 6]);
  });

  test('the one score that is missing follows from the others', () => {
    expect(completed([null, -5, -16, -3])).toEqual([24, -5, -16, -3]);
    expect(completed([null, null, 3])).toEqual([null, null, 3]);
  });
});
