import { expect, test } from 'vitest';
import { isLink, linkedEdition, linkOf, readLink } from '../../src/pages/analysis/link';

const POSITION = {
  edition: 'twist',
  changes: { 'opening.amount': 50, 'jokers.per_set': null, 'tiles.jokers': { J: 5, D: 1, C: 1, M: 1 } },
  line: 'r5 D=r6,r7 r8, k3 J=k3|y3 r3 | b3 J | unopened | pool 30',
};

test('a link says what it was made of', () => {
  expect(readLink(linkOf(POSITION))).toEqual(POSITION);
  expect(readLink(`https://example.org${linkOf(POSITION)}`)).toEqual(POSITION);
  expect(linkOf(POSITION)).not.toMatch(/[\s|{}"]/);
});

test('what is no link says nothing', () => {
  for (const text of [
    '',
    '#',
    '#original',
    '#/b4',
    '#original/%',
    '#original;opening.amount=x/b4',
    `#a/${'b'.repeat(9000)}`,
  ])
    expect(readLink(text)).toBeNull();
  expect(isLink('https://example.org/analysis#original/b4')).toBe(true);
  expect(isLink('b4 b5 b6 | b3')).toBe(false);
});

test('the edition of a game with house rules is its book and the changes', () => {
  const shown = { id: 'original-house', changes: [{ key: 'opening.amount', value: 50 }] };
  expect(linkedEdition(shown)).toEqual({ edition: 'original', changes: { 'opening.amount': 50 } });
});
