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

test('drawn tiles join a sorted rack where that is wanted, and else stand at its end', () => {
  const kinds = (drafting: Drafting): string => drafting.rack.map((id) => drafting.kindOf(id)).join(' ');
  const drafting = new Drafting('room');
  drafting.follow(['k5', 'r9', 'b2'], TABLE, []);
  drafting.follow(['k5', 'r9', 'b2', 'r1'], TABLE, ['r1']);
  expect(kinds(drafting)).toBe('k5 r9 b2 r1');
  drafting.sort('runs');
  drafting.follow(['k5', 'r9', 'b2', 'r1', 'k7'], TABLE, ['k7'], true);
  expect(kinds(drafting)).toBe('k5 k7 r1 r9 b2');
  expect([...drafting.fresh].map((id) => drafting.kindOf(id))).toEqual(['k7']);
  // one press takes it back
  drafting.undo();
  expect(kinds(drafting)).toBe('k5 r1 r9 b2 k7');
  drafting.redo();
  expect(kinds(drafting)).toBe('k5 k7 r1 r9 b2');
  drafting.sort('groups');
  drafting.follow(['k5', 'r9', 'b2', 'r1', 'k7', 'y2'], TABLE, ['y2'], true);
  expect(kinds(drafting)).toBe('r1 b2 y2 k5 k7 r9');
  // an order made by hand stays as it is
  const [first] = drafting.rack;
  drafting.reorder([first ?? ''], drafting.rack, 3);
  const before = kinds(drafting);
  drafting.follow(['k5', 'r9', 'b2', 'r1', 'k7', 'y2', 'k1'], TABLE, ['k1'], true);
  expect(kinds(drafting)).toBe(`${before} k1`);
});

test('a rack that is dealt once more lies as after the first deal, though some of its tiles came back', () => {
  const drafting = new Drafting('room');
  drafting.follow(['k5', 'r9', 'b2'], [], []);
  drafting.follow(['k5', 'b2', 'k1'], [], [], false, true);
  expect(drafting.rack.map((id) => drafting.kindOf(id)).join(' ')).toBe('k1 k5 b2');
  expect(drafting.fresh.size).toBe(0);
  expect(drafting.canUndo).toBe(false);
});
