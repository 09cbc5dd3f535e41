import { describe, expect, test } from 'vitest';
import { nextTile } from '../src/board/keys';
import { formatMeld, parseMeld } from '../src/board/notation';
import { naturalOrder, stretch } from '../src/board/order';

const laid = (text: string): string => naturalOrder(text.split(' '), (kind) => kind).join(' ');

describe('natural order', () => {
  test.each([
    ['b6 b4 b5', 'b4 b5 b6'],
    ['b7 J b5', 'b5 J b7'],
    ['b4 b5 J', 'b4 b5 J'],
    ['k12 k13 J', 'J k12 k13'],
    ['b2 b5 D', 'b2 D b5'],
    ['k11 k12 D', 'D k11 k12'],
    ['y7 k7 J r7', 'k7 r7 y7 J'],
    ['b3 k9 r1', 'b3 k9 r1'],
    ['J b8 J', 'J b8 J'],
    ['r3 r2 M r2 r3', 'r3 r2 M r2 r3'],
  ])('%s lies as %s', (given, wanted) => expect(laid(given)).toBe(wanted));
});

describe('notation', () => {
  test.each(['b4 b5 b6', 'run: J b8 J', 'b4 J=b5 b6', 'b2 D=b3,b4 b5', 'group: k7 r7 M=7 r7 k7'])(
    '%s is read and written',
    (text) => expect(formatMeld(parseMeld(text))).toBe(text),
  );
});

describe('arrows', () => {
  const melds = [['a', 'b', 'c'], ['d', 'e'], ['f']];
  const rack = ['r0', 'r1', 'r2', 'r3', 'r4'];
  test.each([
    ['a', 'right', 'b'],
    ['c', 'right', 'd'],
    ['d', 'left', 'c'],
    ['a', 'left', null],
    ['c', 'down', 'e'],
    ['e', 'down', 'f'],
    ['f', 'up', 'd'],
    ['f', 'down', null],
    ['b', 'home', 'a'],
    ['b', 'end', 'c'],
    ['r0', 'right', 'r1'],
    ['r0', 'down', 'r3'],
    ['r3', 'up', 'r0'],
    ['r4', 'home', 'r3'],
    ['r0', 'end', 'r2'],
  ] as const)('%s %s leads to %s', (tile, direction, wanted) =>
    expect(nextTile(melds, rack, 3, tile, direction)).toBe(wanted),
  );
});

describe('a long press on the rack', () => {
  const rack = 'k1 k2 k3 k5 r7 b7 b7 y7 J'.split(' ');
  test.each([
    [0, 3],
    [1, 2],
    [3, 1],
    [4, 2],
    [6, 2],
    [8, 1],
  ])('at %i takes %i tiles', (at, count) => expect(stretch(rack, at)).toBe(count));
});
