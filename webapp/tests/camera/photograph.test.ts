/** Pictures as they are brought: how large they say they are, and which are not decoded. */
import { expect, test } from 'vitest';
import { fileFault, fitted, sizeIn } from '../../src/camera/photograph';

function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  const view = new DataView(bytes.buffer);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/** A JPEG's front: notes, a table, and the frame. */
function jpeg(width: number, height: number, frame = 0xc0): Uint8Array {
  const notes = [0xff, 0xe1, 0, 6, 1, 2, 3, 4, 0xff, 0xc4, 0, 4, 9, 9];
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return new Uint8Array([0xff, 0xd8, ...notes, 0xff, frame, 0, 17, 8, ...size, 3]);
}

test('a PNG and a JPEG of any coding say their size', () => {
  expect(sizeIn(png(4000, 3000))).toEqual([4000, 3000]);
  expect(sizeIn(jpeg(4000, 3000))).toEqual([4000, 3000]);
  expect(sizeIn(jpeg(4000, 3000, 0xc2))).toEqual([4000, 3000]);
});

test('what is neither, is damaged or ends too soon says nothing, and ends', () => {
  for (const bytes of [[], [0xff], [0xff, 0xd8], [0xff, 0xd8, 0xff, 0xe1], [0xff, 0xd8, 0, 0, 0, 0], [71, 73, 70, 56]])
    expect(sizeIn(new Uint8Array(bytes))).toBe(null);
  expect(sizeIn(new Uint8Array(1000).fill(0xff))).toBe(null);
  for (let end = 0; end < 25; end++) expect(sizeIn(jpeg(4000, 3000).subarray(0, end))).toBe(null);
});

test('what would take too much memory is not decoded', () => {
  expect(fileFault(5_000_000, jpeg(4000, 3000))).toBe(null);
  expect(fileFault(5_000_000, jpeg(12_000, 9_000))).toBe('large');
  expect(fileFault(5_000, png(65_000, 65_000))).toBe('large');
  expect(fileFault(50_000_000, new Uint8Array())).toBe('large');
  expect(fileFault(0, new Uint8Array())).toBe(null);
});

test('a picture is read at its size, or at most at so many pixels', () => {
  expect(fitted(1200, 900, 3_000_000)).toEqual([1200, 900]);
  const [width, height] = fitted(4000, 3000, 3_145_728);
  expect(width * height).toBeLessThanOrEqual(3_145_728);
  expect(width / height).toBeCloseTo(4 / 3, 2);
  expect(fitted(60_000, 1, 100)).toEqual([2449, 1]);
});
