/** The browser's own SHA-256 is missing over plain http. */

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);
const bits = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUND = PRIMES.map((prime) => bits(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));

/** SHA-256 of a text, in hex (FIPS 180-4). */
export function sha256(text: string): string {
  const said = new TextEncoder().encode(text);
  const padded = new Uint8Array((((said.length + 8) >> 6) + 1) << 6);
  padded.set(said);
  padded[said.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, said.length * 8);
  let hash = START;
  for (let at = 0; at < padded.length; at += 64) hash = compressed(hash, view, at);
  return hash.map((word) => word.toString(16).padStart(8, '0')).join('');
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compressed(hash: readonly number[], view: DataView, at: number): number[] {
  const w = Array.from({ length: 64 }, (_, t) => (t < 16 ? view.getUint32(at + 4 * t) : 0));
  for (let t = 16; t < 64; t++) {
    const [early, late] = [w[t - 15]!, w[t - 2]!];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    w[t] = (w[t - 16]! + low + w[t - 7]! + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[t]! + w[t]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + hash[n]!) >>> 0);
}
