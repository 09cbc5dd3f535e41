/** Was the deal made as promised? Worked out in the browser, by its own SHA-256: over plain http there is no other. */
import type { Shuffle, Snapshot } from '../../../gen/protocol';
import type { Seen } from './deals';

/** `right`: as promised, with the own word. `watched`: as promised. `late`, `unheard`, `old`: it cannot be told, since the
 * commitment was seen too late, the word came too late, the game is of before there were words. */
export type Verdict = 'right' | 'watched' | 'late' | 'unheard' | 'old' | 'wrong';

export function verdict({ commitment, revealed, you }: Snapshot, seen: Seen | null): Verdict | null {
  if (revealed === null) return null;
  const { shuffle, words, deck } = revealed;
  if (shuffle === null || words === null) return seen?.before === true ? 'wrong' : 'old';
  const kept = promised(shuffle) === commitment && mixed(shuffle, words).deck.join() === deck.join();
  if (!kept || (seen !== null && seen.commitment !== commitment)) return 'wrong';
  if (seen === null || !seen.before) return 'late';
  if (you === null || seen.word === null) return 'watched';
  const heard = words[you] ?? null;
  if (heard === null) return 'unheard';
  return heard === seen.word ? 'right' : 'wrong';
}

export function promised({ salt, deck, draws }: Shuffle): string {
  return sha256(['tilerummy deal 2', salt, deck.join(' '), draws.join(' ')].join('\n'));
}

export function mixed(
  { salt, deck, draws }: Shuffle,
  words: readonly (string | null)[],
): { deck: string[]; draws: string[] } {
  const key = sha256([salt, ...words.map((word) => word ?? '')].join('\n'));
  return { deck: shuffled(deck, `${key} deck`), draws: shuffled(draws, `${key} draws`) };
}

/** The shuffle of Fisher and Yates, from the last place to the second. */
function shuffled(tiles: readonly string[], key: string): string[] {
  const dealt = [...tiles];
  const numbers = stream(key);
  for (let last = dealt.length - 1; last > 0; last--) {
    const at = below(last + 1, numbers);
    [dealt[last], dealt[at]] = [dealt[at]!, dealt[last]!];
  }
  return dealt;
}

function below(bound: number, numbers: Generator<number, never>): number {
  const most = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const number = numbers.next().value;
    if (number < most) return number % bound;
  }
}

function* stream(key: string): Generator<number, never> {
  for (let block = 0; ; block++) {
    const digest = sha256(`${key} ${block}`);
    for (let at = 0; at < 64; at += 8) yield parseInt(digest.slice(at, at + 8), 16);
  }
}

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
