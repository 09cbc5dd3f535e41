import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  course,
  keyOf,
  statistics,
  type Evening,
  type Statistics,
  type Wanted,
} from '../../src/pages/sheet/evenings/statistics';

const { evenings, cases } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../tests/golden/evenings.json'), 'utf8'),
) as { evenings: Evening[]; cases: { asked: Wanted; counted: Statistics }[] };

describe('evenings are counted as the server counts them', () => {
  test.each(cases.map((one) => [JSON.stringify(one.asked), one] as const))('%s', (_, { asked, counted }) => {
    expect(statistics(evenings, asked)).toEqual(counted);
    expect(statistics([...evenings].reverse(), asked)).toEqual(counted);
  });
});

test('the course ends with the points of all games', () => {
  const all = statistics(evenings);
  const names = all.people.map(({ name }) => name);
  const days = course(evenings, {}, names);
  expect(days).toHaveLength(all.evenings);
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).sort());
  expect(days.at(-1)?.points).toEqual(all.people.map(({ points }) => points));
  // nobody has points before their first evening
  expect(days[0]?.points.some((points) => points === null)).toBe(true);
});

test('a name is one whether its letters are large or small', () => {
  expect(keyOf(' CHLOÉ ')).toBe(keyOf('chloe\u0301'));
});
