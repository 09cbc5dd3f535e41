import { describe, expect, test, vi } from 'vitest';
import { locale } from '../../../src/i18n/i18n.svelte';
import { countingText, endOf } from '../../../src/pages/rules/names';
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
    expect(pointsOf([0, 7], 0, { owed: [null, 200] })).toEqual([200, -200]);
    expect(pointsOf([9, 30], null, { owed: [null, 100] })).toEqual([100, -100]);
    expect(pointsOf([9, 3], null, { owed: [null, 200] })).toEqual([-6, 6]);
  });

  test('a club caps what a rack costs and gives the winner a bonus, which nobody pays', () => {
    const end = { loss_cap: 25, winner_bonus: 50 };
    expect(pointsOf([0, 26, 15, 10], 0, { end })).toEqual([100, -25, -15, -10]);
    expect(pointsOf([1, 1, 1, 15], null, { end })).toEqual([22, 21, 21, -14]);
    expect(pointsOf([1, 1], null, { end })).toEqual([0, 0]);
    // the cap is one for racks
    expect(pointsOf([0, 50], 0, { end, owed: [null, 200] })).toEqual([250, -200]);
  });

  test('a sentence says so under a table, and none where nothing is counted otherwise', async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await locale.use('en');
    expect(
      countingText(endOf(Object.entries({ 'end.winner_bonus': 50, 'end.tie': 'shared', 'jokers.penalty': 20 }))),
    ).toBe('How this table counts: 50 points more for the winner.');
    expect(countingText({ exhausted: 'full-rack', loss_cap: null })).toBe('');
  });

  test('of a game that nobody finished racks may be paid whole, or the winner get their own', () => {
    expect(pointsOf([12, 30, 7], null, { end: { exhausted: 'full-rack' } })).toEqual([-12, -30, 42]);
    expect(pointsOf([12, 30, 7], null, { end: { exhausted: 'winner-result' } })).toEqual([-5, -23, 7]);
    expect(pointsOf([12, 0], 1, { end: { exhausted: 'winner-result', winner_bonus: 5 } })).toEqual([-12, 17]);
  });

  test('the one score that is missing follows from the others', () => {
    expect(completed([null, -5, -16, -3])).toEqual([24, -5, -16, -3]);
    expect(completed([null, null, 3])).toEqual([null, null, 3]);
  });
});
