import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Shuffle, Snapshot } from '../../src/gen/protocol';
import { mixed, promised, sha256, verdict } from '../../src/pages/table/game/fair';

interface Deal {
  readonly shuffle: Shuffle;
  readonly words: (string | null)[];
  readonly commitment: string;
  readonly deck: string[];
  readonly draws: string[];
}
const DEALS = JSON.parse(readFileSync(join(import.meta.dirname, '../../../tests/golden/deals.json'), 'utf8')) as Deal[];

test.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 1000])(
  'the digest of %i letters is the one everybody computes',
  (length) => {
    const text = 'aé'.repeat(length).slice(0, length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);

test.each(DEALS)('a deal comes from its promise and its words', ({ shuffle, words, commitment, deck, draws }) => {
  expect(promised(shuffle)).toBe(commitment);
  expect(mixed(shuffle, words)).toEqual({ deck, draws });
});

function over(deal: Deal, you: number | null): Snapshot {
  const { commitment, shuffle, words, deck } = deal;
  return { commitment, you, revealed: { shuffle, words, deck, salt: shuffle.salt } } as unknown as Snapshot;
}

test('what the page saw and said decides', () => {
  const deal = DEALS[1]!;
  const seen = { commitment: deal.commitment, before: true, word: 'w'.repeat(16) };
  expect(verdict(over(deal, 0), seen)).toBe('right');
  expect(verdict(over(deal, null), { ...seen, word: null })).toBe('watched');
  expect(verdict(over(deal, 1), seen)).toBe('unheard');
  expect(verdict(over(deal, 0), null)).toBe('late');
  expect(verdict(over(deal, 0), { ...seen, before: false })).toBe('late');
  expect(verdict(over(deal, 0), { ...seen, commitment: '0'.repeat(64) })).toBe('wrong');
  expect(verdict(over(deal, 0), { ...seen, word: 'another word, long' })).toBe('wrong');
  expect(verdict(over({ ...deal, deck: [...deal.deck].reverse() }, 0), seen)).toBe('wrong');
  expect(verdict(over({ ...deal, words: ['v'.repeat(16), null] }, 0), seen)).toBe('wrong');
  const old = { ...over(deal, 0), revealed: { ...over(deal, 0).revealed!, shuffle: null, words: null } };
  expect(verdict(old, null)).toBe('old');
  expect(verdict(old, seen)).toBe('wrong');
});
