import { describe, expect, it } from 'vitest';
import type { Tile } from '../../src/board/draft';
import { meant } from '../../src/board/meant';

const tiles = new Map<string, Tile>(
  ['b7', 'b7', 'k1', 'J'].map((kind, at) => [`t${at}`, { id: `t${at}`, kind, home: 'rack' as const }]),
);

describe('the tiles a hint means', () => {
  it('are as many of a kind as it plays', () => {
    expect([...meant(['b7', 'J'], [], ['t0', 't1', 't2', 't3'], tiles)]).toEqual(['t0', 't3']);
  });

  it('may have been laid already', () => {
    expect([...meant(['b7'], ['t1'], ['t0', 't2', 't3'], tiles)]).toEqual(['t1']);
  });

  it('are none without a hint', () => {
    expect(meant([], [], ['t0'], tiles).size).toBe(0);
  });
});
