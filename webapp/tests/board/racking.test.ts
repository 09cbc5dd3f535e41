import { describe, expect, test } from 'vitest';
import { isEmpty, packOrder, putAt, shownPlaces, unpackOrder } from '../../src/board/racking';
import { seeded, shuffled } from '../random';

const order = (text: string): string[] => {
  let empty = 0;
  return text.split(' ').map((word) => (word === '.' ? `.${(empty += 1)}` : word));
};
const shown = (ids: readonly string[]): string => ids.map((id) => (isEmpty(id) ? '.' : id)).join(' ');

describe('a rack', () => {
  test.each([
    ['a b c d', ['d'], 1, 'a d b c'],
    ['a b c d', ['a'], 3, 'b c a d'],
    ['a b c d', ['a', 'c'], 4, 'b d a c'],
    ['a b c', ['a'], 5, 'b c . . . a'],
    ['a b c', ['b', 'c'], 4, 'a . . . b c'],
    ['a b . . c', ['c'], 3, 'a b . c'],
    ['a b . . c', ['a'], 2, 'b a . c'],
    ['a b . . . c d', ['d', 'c'], 2, 'a b d c .'],
    ['a . b', ['b'], 1, 'a b'],
    ['a b', ['b'], 2, 'a b'],
    ['a b', ['b'], 3, 'a . . b'],
  ])('%s with %j put at %i is %s', (before, ids, at, after) => {
    const now = order(before);
    expect(shown(putAt(now, now, ids, at))).toBe(after.replace(/( \.)+$/, ''));
  });

  test('leaves tiles that lie on the table where they come back to', () => {
    const now = order('a x b y c');
    const seen = now.filter((id) => id !== 'x' && id !== 'y');
    expect(shown(putAt(now, seen, ['c'], 1))).toBe('a c x b y');
    expect(shown(putAt(now, seen, ['a'], 4))).toBe('x b y c . . a');
  });

  test('loses no tile, whatever is put where', () => {
    const random = seeded(11);
    let now = order('a b c d e f g h');
    for (let step = 0; step < 3000; step += 1) {
      const tiles = now.filter((id) => !isEmpty(id));
      const ids = shuffled(tiles, random).slice(0, 1 + Math.floor(random() * 3));
      const seen = shownPlaces(now, 14);
      expect(seen.length).toBeLessThanOrEqual(14);
      now = putAt(now, seen, ids, Math.floor(random() * 14));
      expect(now.filter((id) => !isEmpty(id)).sort()).toEqual(order('a b c d e f g h'));
      expect(new Set(now).size).toBe(now.length);
    }
  }, 60_000);

  test('gives up empty places where tiles need them', () => {
    expect(shown(shownPlaces(order('a . . b . c'), 4))).toBe('a . b c');
    expect(shown(shownPlaces(order('a . . b . c'), 3))).toBe('a b c');
  });

  test('is kept as kinds and found again by them', () => {
    const kinds: Record<string, string> = { a: 'r5', b: 'r5', c: 'k1', d: 'J' };
    const kindOf = (id: string): string => kinds[id] ?? '';
    expect(packOrder(order('d . a c b'), kindOf)).toEqual(['J', '.', 'r5', 'k1', 'r5']);
    expect(shown(unpackOrder(['a', 'b', 'c', 'd'], ['J', '.', 'r5', 'k1', 'r5'], kindOf))).toBe('d . a c b');
    // a tile that came since stands last, and one that went leaves nothing
    expect(shown(unpackOrder(['a', 'c', 'd'], ['J', '.', 'r5', 'r5'], kindOf))).toBe('d . a c');
  });
});
