import { beforeEach, expect, test, vi } from 'vitest';
import type { Snapshot } from '../../src/gen/protocol';

vi.stubGlobal('document', { documentElement: { dataset: {} } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.mock('../../src/net/api', () => ({
  levels: () => Promise.resolve({ levels: ['easy', 'gentle', 'casual', 'theirs'], strengths: [1, 2, 3, null] }),
}));
vi.mock('../../src/net/http', () => ({}));
vi.mock('../../src/router.svelte', () => ({}));
vi.mock('../../src/i18n/i18n.svelte', () => ({}));
const { follow } = await import('../../src/pages/home/opponents');
const { settings } = await import('../../src/settings.svelte');

/** A game that is over, at seat 0 of the reader. */
function over(winners: number[], levels: (string | null)[], you: number | null = 0): Snapshot {
  const seats = [null, ...levels].map((level) => ({ level }));
  return { you, seats, result: { winners } } as unknown as Snapshot;
}
const against = (level: string): string[] => [level, level];

beforeEach(() => {
  settings.level = 'gentle';
  settings.follows = true;
});

test('opponents get stronger with a win and gentler with a loss, up to the last that is measured', async () => {
  const met: string[] = [];
  for (const winner of [0, 0, 1, 2, 1]) {
    await follow(over([winner], against(settings.level)));
    met.push(settings.level);
  }
  expect(met).toEqual(['casual', 'casual', 'gentle', 'easy', 'easy']);
});

test.each([
  ['nobody has won', over([], against('gentle'))],
  ['of another level', over([0], against('casual'))],
  ['with people', over([0], ['gentle', null])],
  ['of others', over([0], against('gentle'), null)],
])('a game that says nothing of the reader changes nothing: %s', async (_, game) => {
  expect([await follow(game), settings.level]).toEqual([null, 'gentle']);
});

test('the level that is chosen stays where it is not to follow', async () => {
  settings.follows = false;
  expect([await follow(over([0], against('gentle'))), settings.level]).toEqual([null, 'gentle']);
});
