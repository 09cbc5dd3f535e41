import { beforeEach, expect, test, vi } from 'vitest';
import type { TableHere, TournamentShown } from '../../../src/gen/protocol';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('location', { origin: 'http://localhost', hostname: 'localhost' });
const { Live } = await import('../../../src/pages/tournament/live.svelte');
const { Here } = await import('../../../src/pages/tournament/online/here.svelte');

const CUT = '{"tab';
const tables = [{ table: 1, room: 'k7qm' } as TableHere];
let answers: readonly string[] = [];

/** What is asked is answered in turn; the last answer stands. */
function answering(...given: readonly string[]): void {
  answers = given;
}
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal(
    'WebSocket',
    class {
      close(): void {}
    },
  );
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/session') return new Response('{}');
    const [now = '', ...later] = answers;
    if (later.length > 0) answers = later;
    return new Response(now);
  });
});

test('an answer that is cut off is not the last look at the tables', async () => {
  const here = new Here({ id: 'cup', key: '' } as InstanceType<typeof Live>);
  answering(CUT, JSON.stringify({ tables }));
  await here.look(3_000);
  expect(here.tables).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(here.tables).toEqual(tables);
  here.close();
});

test('what was carried out is so, though the picture after it is cut off', async () => {
  const shown = { seq: 1, role: 'organiser' } as TournamentShown;
  answering(JSON.stringify({ whole: true, parts: shown }));
  const live = new Live('cup', 'key');
  await vi.advanceTimersByTimeAsync(0);
  answering(JSON.stringify({ seq: 2 }), CUT);
  expect(await live.ask({ t: 'begin' })).toBe(true);
  expect([live.shown, live.problems, live.busy]).toEqual([shown, [], false]);
  live.close();
});
