import { expect, test } from 'vitest';
import { encode } from 'uqr';
import { drawing, outline } from '../src/ui/share/qr';

/** The modules a path of our rectangles darkens. */
function darkened(path: string): Set<string> {
  const found = new Set<string>();
  for (const [, x, y, long] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(long); at += 1) found.add(`${Number(x) + at},${y}`);
  }
  return found;
}

test('stretches of a row become rectangles', () => {
  expect(outline([[true, true, false, true]], 0)).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
});

test('the drawing has the modules of the code, four of quiet around them, and nothing else', () => {
  const text = 'https://example.org/t/k7qm2xpahhtt';
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const drawn = drawing(text);
  expect(drawn.size).toBe(size + 8);
  const wanted = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x + 4},${y + 4}`] : [])));
  expect([...darkened(drawn.path)].sort()).toEqual(wanted.sort());
  // a finder pattern stands in three corners
  for (const [x, y] of [
    [4, 4],
    [size - 3, 4],
    [4, size - 3],
  ]) {
    expect(darkened(drawn.path).has(`${x},${y}`)).toBe(true);
  }
});
