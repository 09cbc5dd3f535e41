import { expect, test } from 'vitest';
import type { ClubEventShown, ClubPersonShown } from '../../src/gen/protocol';
import { ratingRows } from '../../src/pages/club/courses';
import { askFor, dropClub, keepClub, keptClubs, newerKey } from '../../src/pages/club/kept';
import { linkOf } from '../../src/pages/club/links';
import { found } from '../../src/pages/club/register/finding';

const event = (number: number): ClubEventShown => ({
  kind: 'tournament',
  event: `e${number}`,
  number,
  name: `Evening ${number}`,
  day: `2026-10-0${number}`,
  finished: true,
  lost: false,
  entrants: 4,
  twice: [],
});

const person = (name: string, ratings: Readonly<Record<number, number>>): ClubPersonShown => ({
  person: { key: name, name, category: '', member: null },
  events: Object.entries(ratings).map(([number, strength]) => ({
    ...{ event: Number(number), place: 1, of: 4, points: 0, games: 1, won: 0, best: 0 },
    strength,
    interval: 10,
  })),
  records: [],
});

test('a rating stays between the events of its person, and is none before the first', () => {
  const people = [person('Ann', { 1: 52, 3: 55 }), person('Bob', { 2: 48 })];
  // events come the last first; nobody of these was at the fourth
  const rows = ratingRows(people, [4, 3, 2, 1].map(event), 'en-GB');
  expect(rows.map(({ label, values }) => [label, values])).toEqual([
    ['Evening 1, 1 Oct 2026', [52, null]],
    ['Evening 2, 2 Oct 2026', [52, 48]],
    ['Evening 3, 3 Oct 2026', [55, 48]],
  ]);
});

test.each([
  ['https://host/e/abc#key', { kind: 'tournament', event: 'abc', key: 'key' }],
  ['  host/e/abc/screen#k%20y  ', { kind: 'tournament', event: 'abc', key: 'k y' }],
  ['https://host/sheet/abc#key', { kind: 'sheet', event: 'abc', key: 'key' }],
  ['https://host/e/abc#%', { kind: 'tournament', event: 'abc', key: '%' }],
  ['https://host/e/abc', null],
  ['https://host/t/abc#key', null],
  ['', null],
])('the link %s', (text, link) => {
  expect(linkOf(text)).toEqual(link);
});

test('people are found by every word that is said of them, without accents', () => {
  const members = [
    { name: 'Zoë Peeters', also: ['Z. Peeters'], category: 'Gent', note: '' },
    { name: 'Jan Peeters', also: [], category: 'Aalst', note: 'pays in cash' },
  ];
  const names = (wanted: string): string[] => found(members, wanted).map(({ name }) => name);
  expect(names('')).toHaveLength(2);
  expect(names('ZOE')).toEqual(['Zoë Peeters']);
  expect(names('peeters cash')).toEqual(['Jan Peeters']);
  expect(names('peeters gent cash')).toEqual([]);
});

test('who keeps a club and opens the link of its readers keeps it still', () => {
  keepClub('abc', 'Friday club', 'keeper-key', true);
  keepClub('abc', 'Friday club', 'reader-key', false);
  expect(keptClubs().abc).toEqual({ name: 'Friday club', key: 'keeper-key', keeper: true });
  // a new key is known before the answer comes, and holds once it opened the club
  askFor('abc', 'Friday club', 'keeper-key', 'newer-key');
  expect(newerKey('abc', 'keeper-key')).toBe('newer-key');
  keepClub('abc', 'Friday club', 'newer-key', true);
  expect(newerKey('abc', 'newer-key')).toBeNull();
  dropClub('abc');
  expect(keptClubs()).toEqual({});
});
