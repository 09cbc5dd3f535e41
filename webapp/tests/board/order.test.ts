import { describe, expect, test } from 'vitest';
import { jokerPlaces } from '../../src/board/jokerplaces';
import { nextTile } from '../../src/board/keys';
import { formatMeld, parseMeld } from '../../src/board/notation';
import { naturalOrder, startingAt } from '../../src/board/order';

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

describe('from here on, on the rack', () => {
  const rack = 'k1 k2 k2 k5 r7 b7 b7 y7 J k3'.split(' ');
  test.each([
    [0, ['k1 k2 k3']],
    [1, ['k2 k3']],
    [3, ['k5']],
    [4, ['r7 b7 y7']],
    [6, ['b7 r7 y7']],
    [8, ['J']],
  ])('at %i takes up %j', (at, wanted) =>
    expect(startingAt(rack, at).map((found) => found.map((one) => rack[one]).join(' '))).toEqual(wanted),
  );

  test('offers the larger first where there is a run and a group', () =>
    expect(startingAt('r5 b5 r6 r7'.split(' '), 0)).toEqual([
      [0, 2, 3],
      [0, 1],
    ]));
});

describe('places of a joker', () => {
  test.each([
    ['r5 r6 J', ['r5 r6 J', 'J r5 r6']],
    ['r5 r6 J J', ['r5 r6 J J', 'J r5 r6 J', 'J J r5 r6']],
    ['r5 J r7', ['r5 J r7']],
    ['r1 r2 J', ['r1 r2 J']],
    ['r12 J r13', ['r12 r13 J', 'J r12 r13']],
    ['r12 J J r13', ['r12 r13 J J', 'J r12 r13 J', 'J J r12 r13'].slice(1)],
    ['r5 r6 D', ['r5 r6 D', 'D r5 r6']],
    ['r2 r3 D', ['r2 r3 D']],
    ['r5 b5 J', []],
    ['r5 J', []],
    ['r5 M r5', []],
  ])('in %s', (tiles, wanted) => {
    const orders = jokerPlaces(tiles.split(' '), (kind) => kind).map((order) => order.join(' '));
    expect(orders.sort()).toEqual([...wanted].sort());
  });
});
