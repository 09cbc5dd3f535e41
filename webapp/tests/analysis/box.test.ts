import { expect, test } from 'vitest';
import { boxOf, kindIn, lay, leftIn, lineIn, put, rackIn, tableIn } from '../../src/pages/analysis/box';
import { frame, HAND } from '../../src/pages/analysis/frames';
import { readLine, writeLine } from '../../src/pages/analysis/line';
import type { Draft } from '../../src/board/draft';

const BOX = boxOf({ copies: 2, jokers: { J: 2 } });
const laid = (line: string): Draft => lay(BOX, readLine(line)).draft;
const told = (draft: Draft): string => writeLine({ ...readLine(''), ...lineIn(BOX, draft) });

test('a line is laid, and says the same again', () => {
  const line = 'b4 J=b5 b6, y8 r8 k8 | k1 b3 J | opened';
  expect(told(laid(line))).toBe(line);
  expect(leftIn(BOX, laid(line)).get('b4')).toHaveLength(1);
  expect(leftIn(BOX, laid(line)).get('J')).toHaveLength(0);
});

test('tiles the box does not hold are named', () => {
  const { draft, missing } = lay(BOX, readLine('b4 b4 b4 | M k1'));
  expect(missing).toEqual([
    { tile: 'b4', count: 3, most: 2 },
    { tile: 'M', count: 1, most: 0 },
  ]);
  expect(told(draft)).toBe('b4 b4 | k1 | opened');
});

test('tiles go from the box to the table, to the rack, and back', () => {
  const id = (kind: string): string => leftIn(BOX, []).get(kind)?.[0] ?? '';
  const table = put(BOX, [], ['b6', 'b4', 'b5'].map(id), { to: 'new' });
  expect(told(table)).toBe('b4 b5 b6 |  | opened');
  const rack = put(BOX, table, [id('k9'), id('b6')], { to: 'rack' });
  expect(told(rack)).toBe('b4 b5 | k9 b6 | opened');
  const grown = put(BOX, rack, [id('b6')], { to: 'meld', meld: tableIn(rack)[0]?.id ?? '', at: null });
  expect(told(grown)).toBe('b4 b5 b6 | k9 | opened');
  expect(told(put(BOX, grown, [...rackIn(grown), id('b4')], { to: 'box' }))).toBe('b5 b6 |  | opened');
});

test('a step keeps what lies, and shows what is in the hand', () => {
  const before = laid('b4 b5 b6, y8 r8 k8 b8 | b7 k1 | opened');
  const taken = frame(before, ['b4 b5 b6', 'y8 r8 k8']);
  expect(
    tableIn(taken)
      .find(({ id }) => id === HAND)
      ?.tiles.map(kindIn),
  ).toEqual(['b8']);
  const after = frame(taken, ['b4 b5 b6 b7 b8', 'y8 r8 k8']);
  expect(tableIn(after)).toHaveLength(2);
  expect(rackIn(after).map(kindIn)).toEqual(['k1']);
  // the very tiles moved, and their melds are the ones that lay there
  expect(after[0]?.tiles.slice(0, 3)).toEqual(before[0]?.tiles);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(new Set(after.flatMap(({ tiles }) => tiles))).toEqual(new Set(before.flatMap(({ tiles }) => tiles)));
});
