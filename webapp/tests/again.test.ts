import { expect, test } from 'vitest';
import { wait } from '../src/net/again';

const many = (tries: number, code: number): number[] => Array.from({ length: 200 }, () => wait(tries, code));

test('who is sent elsewhere comes at once, but not all in the same moment', () => {
  const waits = many(0, 1012);
  expect(Math.max(...waits)).toBeLessThan(300);
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(150);
});

test('who finds nobody waits longer each time, whatever was said first', () => {
  for (const code of [1006, 1012]) {
    const longest = [1, 2, 3, 4, 10].map((tries) => Math.max(...many(tries, code)));
    expect(longest).toEqual([...longest].sort((a, b) => a - b));
    expect(Math.max(...longest)).toBeLessThan(7_000);
    expect(Math.min(...many(10, code))).toBeGreaterThan(3_000);
  }
});
