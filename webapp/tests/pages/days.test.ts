import { describe, expect, test } from 'vitest';
import type { RoomListed, SeatShown, Snapshot } from '../../src/gen/protocol';
import { duration, left } from '../../src/i18n/duration';
import { byTimeLeft, late } from '../../src/pages/table/days/days';
import { overDays } from '../../src/pages/table/days/when';

const HOUR = 3600;

describe('time', () => {
  test('is said in whole units, in every language', () => {
    expect([90, 120, 4 * HOUR, 24 * HOUR, 14 * 24 * HOUR].map((seconds) => duration(seconds, 'en'))).toEqual([
      '90 seconds',
      '2 minutes',
      '4 hours',
      '1 day',
      '14 days',
    ]);
    expect(['nl', 'de', 'da', 'fi', 'fr'].map((language) => duration(3 * 24 * HOUR, language))).toEqual([
      '3 dagen',
      '3 Tage',
      '3 dage',
      '3 päivää',
      '3\u00a0jours',
    ]);
  });

  test('that is left has two units, rounded down', () => {
    const day = 24 * HOUR;
    expect([3 * day - 1, 2 * day, day + 59, 3 * HOUR + 90, 59, 0, -5].map((seconds) => left(seconds, 'en'))).toEqual([
      '2d 23h',
      '2d',
      '1d',
      '3h 1m',
      '59s',
      '0s',
      '0s',
    ]);
  });
});

test('turns of more than an hour are over days', () => {
  expect([null, 60, HOUR, 4 * HOUR].map((limit) => overDays({ limit }))).toEqual([false, false, false, true]);
});

test('games are sorted by the time left, those without a limit last', () => {
  const game = (room: string, deadline: number | null, updated = 0): RoomListed =>
    ({ room, deadline, updated }) as RoomListed;
  const sorted = [game('none', null, 5), game('later', 20), game('newer', null, 9), game('soon', 10)].sort(byTimeLeft);
  expect(sorted.map(({ room }) => room)).toEqual(['soon', 'later', 'newer', 'none']);
});

test('waiting may end for others who missed two turns, by who still plays', () => {
  const seat = (missed: number, resigned = false): SeatShown => ({ missed, resigned }) as SeatShown;
  const table = (you: number | null, ...seats: SeatShown[]): Snapshot =>
    ({ you, phase: 'playing', seats }) as unknown as Snapshot;
  expect(late(table(0, seat(2), seat(1), seat(2), seat(3, true)))).toEqual([2]);
  expect(late(table(0, seat(0, true), seat(2)))).toEqual([]);
  expect(late(table(null, seat(0), seat(2)))).toEqual([]);
});
