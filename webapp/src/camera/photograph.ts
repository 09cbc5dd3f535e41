/** A picture that somebody brings: whether it is read, and how large. */

/** Why a photograph is not read. */
export type PhotoFault = 'browser' | 'fetch' | 'large' | 'none' | 'picture';

/** Pixels that a picture may have; a browser takes four bytes of memory for each. */
export const MOST_PIXELS = 64_000_000;
/** Pixels of a side in which no tile can be read. */
export const LEAST = 48;
/** Bytes that a file may have. */
const MOST_BYTES = 40_000_000;
/** Bytes at the front of a file in which its size is looked for; notes of a camera may come before it. */
export const HEAD = 262_144;

/** What is wrong with a file before it is decoded, by its length and its first bytes; null: nothing. */
export function fileFault(bytes: number, head: Uint8Array): PhotoFault | null {
  if (bytes > MOST_BYTES) return 'large';
  const [width = 0, height = 0] = sizeIn(head) ?? [];
  return width * height > MOST_PIXELS ? 'large' : null;
}

/** The size that a JPEG or PNG says it has; null where none is found. */
export function sizeIn(head: Uint8Array): readonly [number, number] | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
    if (view.getUint16(0) !== 0xffd8) return null;
    for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
      const marker = view.getUint16(at);
      if (marker < 0xffc0) return null;
      // a frame of any coding: what lies between are tables
      if (marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
        return [view.getUint16(at + 7), view.getUint16(at + 5)];
    }
  } catch (fault) {
    if (fault instanceof RangeError) return null;
    throw fault;
  }
}

/** The size a picture is read at: as it is, or of as many pixels as are read. */
export function fitted(width: number, height: number, most: number): readonly [number, number] {
  const scale = Math.min(1, Math.sqrt(most / (width * height)));
  return [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))];
}
