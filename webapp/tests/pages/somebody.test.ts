import { expect, test } from 'vitest';
import type { ChatLine, Person, SeatShown, Snapshot } from '../../src/gen/protocol';
import { author, everybody, mayPutOut } from '../../src/pages/table/people/somebody';

const seat = (name: string | null, kind: SeatShown['kind'], level: string | null = null): SeatShown => ({
  ...{ name, kind, level, tiles: 14, opened: false, resigned: false, total: 0, bank: null, stand_in: false },
  ...{ holiday: null, holidays: null, missed: 0, invited: null },
});
const SEATS = [
  seat('Ann', 'person'),
  seat('Bob', 'person'),
  seat('Cora', 'computer', 'steady'),
  seat('Robot', 'computer'),
  seat(null, 'open'),
];
const table = (you: number | null, more: Partial<Snapshot> = {}): Snapshot =>
  ({ seats: SEATS, you, phase: 'playing', called: true, match: null, ...more }) as Snapshot;
const person = (alias: string, more: Partial<Person>): Person => ({
  ...{ alias, name: null, seat: null, here: false, muted: false, out: false, lines: [] },
  ...more,
});
const line = (number: number, name: string): ChatLine => ({
  ...{ number, at: 0, name, seated: false, text: 'Hello', phrase: null },
});

test('a player reports the others with a seat, but no computer player of the server, and does no more', () => {
  expect(everybody(table(0), []).map(({ name, person, about }) => [name, person, about])).toEqual([
    ['Bob', null, { seat: 1 }],
    ['Robot', null, { seat: 3 }],
  ]);
});

test('who only looks on can do nothing about anybody', () => {
  expect(everybody(table(null), [])).toEqual([]);
  expect(author(line(3, 'Bob'), table(null), []).about).toBeNull();
});

test('a host knows who sits where, who looks on, and by which line they can be reported', () => {
  const people = [
    person('b', { name: 'Bob', seat: 1 }),
    person('g', { name: 'Gone', lines: [2, 5] }),
    person('x', { here: true }),
    person('y', { here: true, muted: true }),
  ];
  const all = everybody(table(0), people);
  expect(all.map(({ key, name, number, about }) => [key, name, number, about])).toEqual([
    ['seat-1', 'Bob', 0, { seat: 1 }],
    ['seat-3', 'Robot', 0, { seat: 3 }],
    ['x', null, 1, null],
    ['y', null, 2, null],
    ['g', 'Gone', 0, { line: 5 }],
  ]);
  expect(author(line(2, 'An older name'), table(0), people).person?.alias).toBe('g');
});

test('a host without a seat mutes and puts out, and reports nobody', () => {
  const all = everybody(table(null), [person('b', { name: 'Bob', seat: 1 })]);
  expect(all.map(({ name, about }) => [name, about])).toEqual([['Bob', null]]);
});

test('who has a seat is put out only while seats are taken and freed', () => {
  const sitting = person('b', { seat: 1 });
  const between = { game: 2, games: 3, played: [{}] } as unknown as Snapshot['match'];
  expect([
    mayPutOut(table(0), sitting),
    mayPutOut(table(0, { phase: 'lobby', called: true }), sitting),
    mayPutOut(table(0, { phase: 'lobby', called: false, match: between }), sitting),
    mayPutOut(table(0, { phase: 'lobby', called: false }), sitting),
    mayPutOut(table(0), person('e', {})),
  ]).toEqual([false, false, false, true, true]);
});
