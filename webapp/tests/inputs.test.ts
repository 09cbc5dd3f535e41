import { expect, test } from 'vitest';
import { decoded, linesOf } from '../src/inputs';

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

test.each([
  ['UTF-8', bytes(0x5a, 0xc3, 0xab)],
  ['UTF-8 with its mark', bytes(0xef, 0xbb, 0xbf, 0x5a, 0xc3, 0xab)],
  ['UTF-16, little end first', bytes(0xff, 0xfe, 0x5a, 0, 0xeb, 0)],
  ['UTF-16, big end first', bytes(0xfe, 0xff, 0, 0x5a, 0, 0xeb)],
])('a text in %s is read', (_, given) => {
  expect(decoded(given)).toBe('Zë');
});

test.each([
  ['one byte a letter', bytes(0x5a, 0xeb)],
  ['UTF-16 without its mark', bytes(0x5a, 0, 0x5a, 0)],
  ['UTF-16 with half a letter', bytes(0xff, 0xfe, 0, 0xdc)],
])('%s is no text', (_, given) => {
  expect(() => decoded(given)).toThrow(TypeError);
});

test('lines end as on any system', () => {
  expect(linesOf('a\nb\r\nc\rd\u2028e')).toEqual(['a', 'b', 'c', 'd\u2028e']);
});
