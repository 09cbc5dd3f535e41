import { expect, test, vi } from 'vitest';
import type { EditionListed } from '../../src/gen/protocol';
import { Bench } from '../../src/pages/analysis/bench.svelte';

const listed = (id: string, jokers: Record<string, number>): EditionListed =>
  ({ id, copies: 2, jokers, palette: [] }) as unknown as EditionListed;
const EDITIONS = [listed('original', { J: 2 }), listed('twist', { J: 2, D: 2, C: 2, M: 2 })];

test('every change is a step, another edition too', () => {
  const bench = new Bench(EDITIONS);
  bench.read('b4 b5 b6 | k1 J | unopened');
  bench.play('twist', {});
  bench.read('b4 b5 b6 | k1 M');
  bench.play('original', {});
  expect(bench.line).toBe('b4 b5 b6 | k1 | opened');
  expect(bench.missing).toEqual([{ tile: 'M', count: 1, most: 0 }]);
  bench.undo();
  expect([bench.setup.edition, bench.line]).toEqual(['twist', 'b4 b5 b6 | k1 M | opened']);
  bench.undo();
  bench.undo();
  expect(bench.link).toBe('/analysis#original/b4+b5+b6+%7C+k1+J+%7C+unopened');
  bench.redo();
  expect(bench.setup.edition).toBe('twist');
});

test('an edition that is not known changes nothing', () => {
  const bench = new Bench(EDITIONS);
  bench.read('b4 b5 b6 | k1');
  expect(bench.open({ edition: 'chess', changes: {}, line: 'r1 r2 r3 |' })).toEqual({
    code: 'edition',
    edition: 'chess',
  });
  expect(() => bench.read('b4 z')).toThrow();
  expect([bench.setup.edition, bench.line]).toEqual(['original', 'b4 b5 b6 | k1 | opened']);
});

test('a play is shown without being laid, and then laid', () => {
  const bench = new Bench(EDITIONS);
  bench.read('b4 b5 b6 | b3 k1 | unopened');
  bench.show([['b3 b4 b5 b6']]);
  expect(bench.laid.size).toBe(1);
  expect(bench.line).toBe('b4 b5 b6 | k1 b3 | unopened');
  bench.take(['b3 b4 b5 b6']);
  expect(bench.line).toBe('b3 b4 b5 b6 | k1 | opened');
});

test('a storage that is full is no fault, but told', () => {
  const bench = new Bench(EDITIONS);
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new Error('full');
    },
  });
  bench.keep();
  expect(bench.unkept).toBe(true);
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  bench.keep();
  expect(bench.unkept).toBe(false);
});
