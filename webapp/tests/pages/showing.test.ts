/** What is shown in the place of the table, and the marks of what a turn moved. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow, Ids, NOTHING } from '../../src/board/rebase';
import { Showing } from '../../src/pages/table/game/live.svelte';

const { base } = follow(NOTHING, [], ['k9 r9 b9', 'y6 y7 y8 y9'], new Ids());
/** The nine of the group was the end of a run. */
const BEFORE = ['b9 k9 r9 y9', 'y6 y7 y8'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([true, false])('what a turn moved is marked, with the turn shown again: %s', async (again) => {
  const showing = new Showing();
  showing.mark(base, BEFORE);
  if (again) showing.replay(base, BEFORE, new Set(), 'fast');
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(showing.picture).toBeNull();
  expect([...(showing.moved?.tiles ?? [])].map((id) => base.tiles.get(id)?.kind)).toEqual(['y9']);
});

test('a turn that is shown tile by tile is skipped by a press', async () => {
  const showing = new Showing();
  const laid = new Set(base.melds.flatMap((meld) => meld.tiles).slice(0, 3));
  showing.replay(base, ['y6 y7 y8 y9'], laid, 'slow');
  await vi.dynamicImportSettled();
  const seen = (): number | undefined => showing.picture?.melds.flatMap((meld) => meld.tiles).length;
  for (const tiles of [4, 5, 6]) {
    expect(seen()).toBe(tiles);
    if (tiles < 6) await vi.advanceTimersByTimeAsync(900);
  }
  expect(showing.playing).toBe(true);
  showing.skip();
  expect([showing.playing, showing.picture]).toEqual([false, null]);
});

test.each(['changed', 'decline'] as const)(
  'nothing is marked once the reader or the table goes on: %s',
  async (way) => {
    const showing = new Showing();
    showing.mark(base, BEFORE);
    showing[way]();
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(showing.moved).toBeNull();
  },
);
