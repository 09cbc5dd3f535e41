import { describe, expect, it } from 'vitest';
import { rated, streakOf } from '../../src/pages/puzzles/figures';

const NOON = new Date('2026-12-31T12:00:00Z');

describe('a streak', () => {
  it('ends today or yesterday, and a day without a puzzle breaks it', () => {
    expect(streakOf(['2026-12-31', '2026-12-30', '2026-12-28'], NOON)).toBe(2);
    expect(streakOf(['2026-12-30', '2026-12-29'], NOON)).toBe(2);
    expect(streakOf(['2026-12-29'], NOON)).toBe(0);
    expect(streakOf([], NOON)).toBe(0);
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
