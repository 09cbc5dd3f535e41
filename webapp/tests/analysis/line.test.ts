import { expect, test } from 'vitest';
import { LineFault, readLine, writeLine } from '../../src/pages/analysis/line';

test('what is written is read again', () => {
  for (const line of [
    '|  | opened',
    'b4 b5 b6, y8 r8 k8 | b3 k1 | opened',
    'run: J=b8 b9 b10, k3 J=k3|y3 r3 | J | unopened | pool 0 | last turn',
    'r5 D=r6,r7 r8 | D M | opened | pool 30',
  ])
    expect(writeLine(readLine(line))).toBe(line);
});

test('a line need not say all, and letters may be large', () => {
  expect(writeLine(readLine('B4 b5 B6'))).toBe('b4 b5 b6 |  | opened');
  expect(writeLine(readLine('  | j d'))).toBe('| J D | opened');
  expect(writeLine(readLine(''))).toBe('|  | opened');
});

test.each([
  ['b4 b5 x6 | b3', 'tile', 'x6', 7],
  ['b4 b5 b6, | b3', 'meld', '', 10],
  ['b4 b5 b6 | b3 k14', 'tile', 'k14', 15],
  ['b4 b5 b6 | b3 |  open', 'word', 'open', 18],
])('%s: what is wrong is said where it is', (text, code, word, column) => {
  const read = (): unknown => readLine(text);
  expect(read).toThrow(LineFault);
  try {
    read();
  } catch (fault) {
    expect(fault).toMatchObject({ code, word, column });
  }
});
