import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SeenDealt, SeenRedealt, Shuffle, Snapshot } from '../../src/gen/protocol';
import { follow, PartInDeal, type Step } from '../../src/pages/table/game/part_in_deal';
import { dealtAsPromised, mixed, mixedAgain, promised, verdict, withheld } from '../../src/pages/table/game/fair';
import { seen } from '../../src/pages/table/game/seen';
import { sha256 } from '../../src/pages/table/game/sha256';

interface Deal {
  readonly shuffle: Shuffle;
  readonly words: (string | null)[];
  readonly seals: (string | null)[] | null;
  readonly commitment: string;
  readonly deck: string[];
  readonly draws: string[];
  readonly redealt: string[];
}
const DEALS = JSON.parse(readFileSync(join(import.meta.dirname, '../../../tests/golden/deals.json'), 'utf8')) as Deal[];

const WORD = 'w'.repeat(16);

test.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 1000])(
  'the digest of %i letters is the one everybody computes',
  (length) => {
    const text = 'aé'.repeat(length).slice(0, length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);

test.each(DEALS)(
  'a deal comes from its promise and its words',
  ({ shuffle, words, commitment, deck, draws, redealt }) => {
    expect(promised(shuffle)).toBe(commitment);
    expect(mixed(shuffle, words)).toEqual({ deck, draws });
    expect(mixedAgain(deck, shuffle.salt, words, 1)).toEqual(redealt);
  },
);

test('a new deal that the promise does not make is found by the own rack', () => {
  const { deck, redealt, words, shuffle } = DEALS[0]!;
  const told = { deck, words, salt: shuffle.salt };
  const lay = { tiles: [14, 14], pool: 78 };
  const dealt = { t: 'dealt' as const, ...lay, rack: deck.slice(14, 28) } satisfies SeenDealt;
  const anew = {
    t: 'redealt' as const,
    ...lay,
    seat: 0,
    doubles: [],
    rack: redealt.slice(14, 28),
  } satisfies SeenRedealt;
  expect(dealtAsPromised(told, [dealt, anew], 1)).toBe(true);
  expect(dealtAsPromised(told, [dealt, { ...anew, rack: redealt.slice(0, 14) }], 1)).toBe(false);
  expect(dealtAsPromised(told, [{ ...dealt, rack: deck.slice(0, 14) }], 1)).toBe(false);
  // where only the asker's rack is new, the other's stays
  expect(dealtAsPromised(told, [dealt, { ...anew, rack: dealt.rack }], 1)).toBe(true);
  expect(dealtAsPromised(told, [dealt, { ...anew, seat: 1, rack: dealt.rack }], 1)).toBe(false);
  const jokers = deck.filter((kind) => kind === 'J');
  const others = deck.filter((kind) => kind !== 'J');
  const first = { ...dealt, rack: [jokers[1]!, ...others.slice(13, 26)] };
  expect(dealtAsPromised(told, [first], 1)).toBe(true);
});

function over(deal: Deal, you: number | null): Snapshot {
  const { commitment, shuffle, words, seals, deck } = deal;
  return { commitment, you, revealed: { shuffle, words, seals, deck, salt: shuffle.salt } } as unknown as Snapshot;
}

test('what the page saw and said decides', () => {
  const deal = DEALS.find(({ words, seals }) => seals !== null && words.join() === [WORD, ''].join())!;
  const seals = deal.seals!;
  const seen = { commitment: deal.commitment, before: true, word: WORD, seals };
  expect(verdict(over(deal, 0), seen, [])).toBe('right');
  expect(verdict(over(deal, null), { ...seen, word: null }, [])).toBe('watched');
  expect(verdict(over(deal, 1), seen, [])).toBe('unheard');
  expect(verdict(over(deal, 0), { ...seen, seals: null }, [])).toBe('unheard');
  expect(verdict(over(deal, 0), null, [])).toBe('late');
  expect(verdict(over(deal, 0), { ...seen, before: false }, [])).toBe('late');
  expect(verdict(over(deal, 0), { ...seen, commitment: '0'.repeat(64) }, [])).toBe('wrong');
  expect(verdict(over(deal, 0), { ...seen, seals: [seals[0]!, sha256('chosen afterwards')] }, [])).toBe('wrong');
  expect(verdict(over({ ...deal, deck: [...deal.deck].reverse() }, 0), seen, [])).toBe('wrong');
  expect(verdict(over({ ...deal, words: ['v'.repeat(16), null] }, 0), seen, [])).toBe('wrong');
  expect(verdict(over({ ...deal, seals: null }, 0), seen, [])).toBe('wrong');
  const plain = DEALS.find((one) => one.seals === null)!;
  expect(verdict(over(plain, 0), null, [])).toBe('unsealed');
  expect(verdict(over(plain, 0), { ...seen, commitment: plain.commitment }, [])).toBe('wrong');
  const old = { ...over(deal, 0), revealed: { ...over(deal, 0).revealed!, shuffle: null, words: null } };
  expect(verdict(old, null, [])).toBe('old');
  expect(verdict(old, seen, [])).toBe('wrong');
});

test('who sealed a word and did not say it is named', () => {
  const deal = DEALS.find(({ words, seals }) => seals?.some((seal, seat) => seal !== null && words[seat] === null))!;
  expect(withheld(over(deal, 0).revealed!)).toEqual(
    deal.words.flatMap((word, seat) => (word === null && deal.seals![seat] !== null ? [seat] : [])),
  );
});

describe('what the page sends for a deal', () => {
  const lobby = {
    phase: 'lobby',
    commitment: 'c',
    you: 0,
    seals: [null, null],
    asked: false,
    word: null,
  } as unknown as Snapshot;
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  function sealed(room: string): string {
    const command = follow(room, lobby, true);
    if (command?.t !== 'seal') throw new Error('nothing was sealed');
    return command.seal;
  }

  test('a seal first, and the word only once the own seal stands among all', () => {
    const own = sealed('a');
    expect(follow('a', { ...lobby, seals: [own, null] }, false)).toBeNull();
    const command = follow('a', { ...lobby, seals: [own, 's'], asked: true }, false);
    expect(command?.t === 'word' && sha256(command.word)).toBe(own);
    expect(seen('a')?.seals).toEqual([own, 's']);
  });

  test('nothing where the server shows another seal, or another promise, when it asks for the word', () => {
    const own = sealed('b');
    expect(follow('b', { ...lobby, seals: ['x', 's'], asked: true }, false)).toBeNull();
    sealed('c');
    expect(follow('c', { ...lobby, commitment: 'd', seals: [own, 's'], asked: true }, false)).toBeNull();
  });

  test('the first list that was shown with the question counts, whatever is shown later', () => {
    const own = sealed('d');
    follow('d', { ...lobby, seals: [own, 's'], asked: true }, false);
    follow('d', { ...lobby, commitment: 'e', seals: [null, null] }, true);
    follow('d', { ...lobby, seals: [own, 'other'], asked: true }, true);
    expect(seen('d')).toMatchObject({ commitment: 'c', seals: [own, 's'] });
  });

  test('a seal is sent once, and again by who stands up and sits down again', () => {
    const sent: Step[] = [];
    const part = new PartInDeal('f', (step) => void sent.push(step));
    part.follow(lobby, true);
    part.follow(lobby, false);
    expect(sent).toHaveLength(1);
    part.follow({ ...lobby, seals: [sealed('f'), null] }, false);
    part.follow({ ...lobby, you: null }, false);
    part.follow(lobby, false);
    expect(sent).toEqual([sent[0], sent[0]]);
  });

  test('the seal of another device is replaced by a page that has just come, and by no other', () => {
    expect(follow('e', { ...lobby, seals: ['x', null] }, false)).toBeNull();
    expect(follow('e', { ...lobby, seals: ['x', null] }, true)?.t).toBe('seal');
  });
});
