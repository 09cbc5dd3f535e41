/** Was the deal made as promised? Worked out in the browser. */
import type { RevealedShown, Shuffle, Snapshot } from '../../../gen/protocol';
import type { Seen } from './seen';
import { sha256 } from './sha256';

/** `right`: as promised, with the own word. `watched`: as promised. `late`, `unheard`, `unsealed`, `old`: it cannot be told,
 * since the commitment was seen too late, the own word is not in the deal, the game is of before there were seals, or words. */
export type Verdict = 'right' | 'watched' | 'late' | 'unheard' | 'unsealed' | 'old' | 'wrong';
const SEALED = 3;

export function verdict({ commitment, revealed, you }: Snapshot, seen: Seen | null): Verdict | null {
  if (revealed === null) return null;
  const { shuffle, words, seals, deck } = revealed;
  if (shuffle === null || words === null) return seen?.before === true ? 'wrong' : 'old';
  const kept = promised(shuffle) === commitment && mixed(shuffle, words).deck.join() === deck.join();
  if (!kept || (seen !== null && seen.commitment !== commitment)) return 'wrong';
  const shown = seen?.seals ?? null;
  if (shuffle.form !== SEALED) return shown === null ? 'unsealed' : 'wrong';
  if (seals === null || seals.length !== words.length || !words.every(sealedIn(seals))) return 'wrong';
  if (seen === null || !seen.before) return 'late';
  // nobody changed theirs after this page had said its own
  if (shown !== null && shown.join() !== seals.join()) return 'wrong';
  if (you === null || seen.word === null) return 'watched';
  const heard = words[you] ?? null;
  if (heard === null || shown?.[you] !== sha256(seen.word)) return 'unheard';
  return heard === seen.word ? 'right' : 'wrong';
}

/** The seats that sealed a word and did not say it in time. */
export function withheld({ seals, words }: RevealedShown): number[] {
  return (seals ?? []).flatMap((seal, seat) => (seal !== null && words?.[seat] == null ? [seat] : []));
}

function sealedIn(seals: readonly (string | null)[]): (word: string | null, seat: number) => boolean {
  return (word, seat) => word === null || sha256(word) === seals[seat];
}

export function promised({ form, salt, deck, draws }: Shuffle): string {
  return sha256([`tilerummy deal ${form ?? 2}`, salt, deck.join(' '), draws.join(' ')].join('\n'));
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
