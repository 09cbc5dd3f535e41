import { describe, expect, test } from 'vitest';
import { completed, pointsOf, sum } from '../../src/pages/tournament/phone/points';

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
