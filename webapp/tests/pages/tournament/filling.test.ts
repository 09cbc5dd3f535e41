import { describe, expect, it } from 'vitest';
import { typeSize } from '../../../src/pages/tournament/print/filling';

const names = (count: number, letters = 24) => Array.from({ length: count }, () => [letters]);
const list = { most: 3, usual: 2, air: 0.5 };

describe('type that fills its sheet', () => {
  it('is large for few, and smaller for more', () => {
    const sizes = [8, 30, 60, 200].map((count) => typeSize(names(count), list).size);
    expect(sizes[0]).toBe(13);
    expect(sizes[1]).toBeGreaterThan(6);
    expect([...sizes].sort((a, b) => b - a)).toEqual(sizes);
    expect(sizes[3]).toBe(4.25);
  });

  it('fits on one sheet, also where names wrap', () => {
    for (const letters of [10, 24, 40])
      for (const count of [4, 16, 36]) {
        const { size, columns } = typeSize(names(count, letters), list);
        const lines = Math.ceil((letters * 0.49 * size) / ((184 - 8 * (columns - 1)) / columns));
        expect((lines * 1.3 + 0.5) * Math.ceil(count / columns) * size).toBeLessThanOrEqual(222);
      }
  });

  it('is not made small by one long name, which wraps', () => {
    const one = typeSize([...names(29), [40]], list);
    expect(one.size).toBeGreaterThan(6);
  });

  it('sets tables beside each other', () => {
    const tables = Array.from({ length: 8 }, () => [0, 18, 20, 16, 22]);
    const plan = { most: 4, usual: 3, air: 1.6, side: 4 };
    expect(typeSize(tables, plan).columns).toBeGreaterThan(1);
    expect(typeSize(tables, plan).size).toBeGreaterThan(5);
  });
});
