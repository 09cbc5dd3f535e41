import { expect, test } from 'vitest';
import { move, split, state } from '../../src/board/draft';
import { pack, unpack } from '../../src/board/keep';
import { follow, Ids, NOTHING } from '../../src/board/rebase';
import { meldText } from '../../src/board/wire';

const RACK = ['b7', 'J', 'k1', 'b4'];
const TABLE = ['b4 b5 b6', 'k8 r8 y8', 'r1 r2 r3 r4 r5 r6'];

test('a draft is found again by kinds, on new ids', () => {
  const before = follow(NOTHING, RACK, TABLE, new Ids());
  const own = (kind: string): string =>
    [...before.base.tiles.values()].find((tile) => tile.kind === kind && tile.home === 'rack')?.id ?? '';
  let draft =
    move(before.base, before.draft, [own('b7')], { to: 'meld', meld: before.draft[0]?.id ?? '', at: null }) ?? [];
  draft = split(draft, before.draft[2]?.id ?? '', 3);
  draft = move(before.base, draft, [own('J')], { to: 'meld', meld: before.draft[1]?.id ?? '', at: 3 }) ?? [];
  draft = state(draft, before.draft[1]?.id ?? '', 'group', {});
  const after = follow(NOTHING, RACK, TABLE, new Ids());
  const found = unpack(after.base, pack(before.base, draft));
  expect(found?.map((meld) => meldText(after.base, meld))).toEqual([
    'b4 b5 b6 b7',
    'group: k8 r8 y8 J',
    'r1 r2 r3',
    'r4 r5 r6',
  ]);
  expect(new Set(found?.map((meld) => meld.id)).size).toBe(4);
});

test('a draft of another table, or no draft, is left alone', () => {
  const before = follow(NOTHING, RACK, TABLE, new Ids());
  const packed = pack(before.base, before.draft);
  const other = follow(NOTHING, RACK, ['b4 b5 b6', 'k8 r8 y8'], new Ids());
  expect(unpack(other.base, packed)).toBeNull();
  expect(unpack(before.base, 'nonsense')).toBeNull();
});
