/** Text of files that people bring, as `inputs.py` reads it on the server. */

/**
 * The text in bytes: UTF-8 with or without a byte order mark, or UTF-16 with one. Throws TypeError for what is none; zeros,
 * of which UTF-16 without its mark is full, are in no text.
 */
export function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(marked, { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new TypeError('zeros');
  return text;
}

/** The lines of a text for programs, however a system ends them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r]/);
}
