import { beforeEach, expect, test, vi } from 'vitest';
import { Drafting } from '../../src/pages/table/game/drafting.svelte';

const RACK = ['r9', 'b2'];
const TABLE = ['r5 r6 r7', 'b1 k1 y1'];

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
});

test('an update that moves no tile leaves every meld the one it was', () => {
  const drafting = new Drafting('room');
  drafting.follow(RACK, TABLE, []);
  const { base } = drafting;
  drafting.follow([...RACK], [...TABLE], []);
  expect(drafting.base).toBe(base);
  expect(drafting.draft.every((meld) => drafting.base.melds.includes(meld))).toBe(true);
});

test('a plan outlives an update that moves no tile, and only its own melds are touched', () => {
  const drafting = new Drafting('room');
  drafting.follow(RACK, TABLE, []);
  const [first] = drafting.rack;
  const [meld] = drafting.draft;
  if (first === undefined || meld === undefined) throw new Error('no tiles');
  drafting.move([first], { to: 'meld', meld: meld.id, at: 3 });
  drafting.follow([...RACK], [...TABLE], []);
  expect(drafting.draft.filter((one) => !drafting.base.melds.includes(one)).map((one) => one.id)).toEqual([meld.id]);
});
