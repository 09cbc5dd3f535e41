import { describe, expect, it } from 'vitest';
import { merged, rated, streakOf } from '../../src/pages/puzzles/figures';

const NOON = new Date('2026-12-31T12:00:00Z');

describe('a streak', () => {
  it('ends today or yesterday, and a day without a puzzle breaks it', () => {
    expect(streakOf(['2026-12-31', '2026-12-30', '2026-12-28'], NOON)).toBe(2);
    expect(streakOf(['2026-12-30', '2026-12-29'], NOON)).toBe(2);
    expect(streakOf(['2026-12-29'], NOON)).toBe(0);
    expect(streakOf([], NOON)).toBe(0);
    // a day that was looked up is passed over
    expect(streakOf(['2026-12-31', '2026-12-29'], NOON, ['2026-12-30'])).toBe(2);
    expect(streakOf(['2026-12-30'], NOON, ['2026-12-31'])).toBe(1);
    expect(streakOf([], NOON, ['2026-12-31', '2026-12-30'])).toBe(0);
  });
});

describe('a rating', () => {
  it('moves further for what was not expected', () => {
    expect(rated(1200, 1200, 1)).toBe(1216);
    expect(rated(1200, 1200, 0)).toBe(1184);
    expect(rated(1200, 2000, 1) - 1200).toBeGreaterThan(30);
    expect(1200 - rated(1200, 2000, 0)).toBeLessThan(2);
  });
});

describe('two browsers of one person', () => {
  const kept = (rating: number, rated: number, first: Record<string, 0 | 1>, days: string[]) => ({
    rating,
    rated,
    first,
    days,
  });
  it('keep the rating that moved last, and all tries and days', () => {
    const here = kept(1300, 20, { a: 1, b: 0 }, ['2026-12-31']);
    const other = kept(1100, 10, { c: 1 }, ['2026-12-30', '2026-12-31']);
    const all = kept(1300, 20, { a: 1, b: 0, c: 1 }, ['2026-12-30', '2026-12-31']);
    expect(merged(here, other)).toEqual(all);
    expect(merged(other, here)).toEqual(all);
    expect(streakOf(merged(here, other).days, NOON)).toBe(2);
  });
  it('make of an empty one what the other has', () => {
    const other = kept(1100, 10, { c: 1 }, ['2026-12-30']);
    expect(merged(kept(1200, 0, {}, []), other)).toEqual(other);
  });
});
