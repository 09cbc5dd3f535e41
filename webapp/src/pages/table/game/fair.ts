/** Was the deal made as promised? Worked out in the browser. */
import type { RevealedShown, Shuffle, Snapshot } from '../../../gen/protocol';
import { isJoker, runKey } from '../../../board/tiles';
import type { GameEvent } from '../../../net/events';
import type { Seen } from './seen';
import { sha256 } from './sha256';

/** `right`: as promised, with the own word. `watched`: as promised. `late`, `unheard`, `unsealed`, `old`: it cannot be told,
 * since the commitment was seen too late, the own word is not in the deal, the game is of before there were seals, or words. */
export type Verdict = 'right' | 'watched' | 'late' | 'unheard' | 'unsealed' | 'old' | 'wrong';
const SEALED = 3;

export function verdict(
  { commitment, revealed, you }: Snapshot,
  seen: Seen | null,
  events: readonly GameEvent[],
): Verdict | null {
  if (revealed === null) return null;
  const { shuffle, words, seals, deck } = revealed;
  if (shuffle === null || words === null) return seen?.before === true ? 'wrong' : 'old';
  const kept =
    promised(shuffle) === commitment &&
    mixed(shuffle, words).deck.join() === deck.join() &&
    dealtAsPromised({ deck, salt: shuffle.salt, words }, events, you);
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

/** Racks and pool; `first` whether a joker is dealt to each before the other tiles. */
interface Lay {
  readonly racks: readonly (readonly string[])[];
  readonly pool: readonly string[];
  readonly first: boolean;
}
interface Told {
  readonly deck: readonly string[];
  readonly salt: string;
  readonly words: readonly (string | null)[];
}

/** Whether each rack that the reader at seat `you` was dealt is what promise and words make it, in one of the ways in which
 * editions deal; so is whatever a spectator sees. */
export function dealtAsPromised(told: Told, events: readonly GameEvent[], you: number | null): boolean {
  const { deck, salt, words } = told;
  let lays: Lay[] = [];
  let time = 0;
  for (const event of events) {
    if (event.t !== 'dealt' && event.t !== 'redealt') continue;
    const sizes = event.tiles;
    if (event.t === 'dealt') lays = [true, false].map((first) => filled(deck, sizes, first));
    else {
      time += 1;
      const { seat } = event;
      lays = lays.flatMap((lay) => {
        const everybody = filled(mixedAgain(deck, salt, words, time), sizes, lay.first);
        const own = [...inOrder(lay.racks[seat] ?? []), ...lay.pool];
        const alone = filled(mixedAgain(own, salt, words, time), [sizes[seat] ?? 0], lay.first);
        return [everybody, { ...alone, racks: lay.racks.with(seat, alone.racks[0] ?? []) }];
      });
    }
    if (you !== null)
      lays = lays.filter(({ racks }) => inOrder(racks[you] ?? []).join() === inOrder(event.rack).join());
    if (lays.length === 0) return false;
  }
  return true;
}

function filled(tiles: readonly string[], sizes: readonly number[], first: boolean): Lay {
  const rest = [...tiles];
  const jokers = sizes.map(() => {
    const at = first ? rest.findIndex(isJoker) : -1;
    return at < 0 ? [] : rest.splice(at, 1);
  });
  const racks = jokers.map((joker, seat) => [...joker, ...rest.splice(0, (sizes[seat] ?? 0) - joker.length)]);
  return { racks, pool: rest, first };
}

const inOrder = (rack: readonly string[]): string[] => [...rack].sort((one, other) => runKey(one) - runKey(other));

export function mixed(
  { salt, deck, draws }: Shuffle,
  words: readonly (string | null)[],
): { deck: string[]; draws: string[] } {
  const key = keyOf(salt, words);
  return { deck: shuffled(deck, `${key} deck`), draws: shuffled(draws, `${key} draws`) };
}

/** The tiles for a new deal, the `time`th of the game. */
export function mixedAgain(
  tiles: readonly string[],
  salt: string,
  words: readonly (string | null)[],
  time: number,
): string[] {
  return shuffled(tiles, `${keyOf(salt, words)} redeal ${time}`);
}

function keyOf(salt: string, words: readonly (string | null)[]): string {
  return sha256([salt, ...words.map((word) => word ?? '')].join('\n'));
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
