import { beforeEach, expect, test, vi } from 'vitest';

/** A context as engines have them: it runs only after a press, and what takes it leaves it in a state of its own. */
class Context {
  static made: Context[] = [];
  state = 'suspended';
  constructor() {
    Context.made.push(this);
  }
  resume(): Promise<void> {
    if (this.state === 'closed') return Promise.reject(new Error('closed'));
    this.state = 'running';
    return Promise.resolve();
  }
}

const ring = vi.fn();
vi.mock('../../src/ui/sound/notes', () => ({ ring }));
const heard: Record<string, () => void> = {};
const listen = (name: string, act: () => void): void => {
  heard[name] = act;
};
vi.stubGlobal('AudioContext', Context);
vi.stubGlobal('addEventListener', listen);
vi.stubGlobal('document', { hidden: false, addEventListener: listen, documentElement: { dataset: {} } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
const { play } = await import('../../src/ui/sound/sound');
const { settings } = await import('../../src/settings.svelte');

async function sounds(): Promise<boolean> {
  ring.mockClear();
  play('turn');
  await vi.dynamicImportSettled();
  return ring.mock.calls.length > 0;
}

beforeEach(() => {
  settings.sound = true;
});

test('nothing sounds before the first press', async () => {
  heard.visibilitychange?.();
  expect([await sounds(), Context.made.length]).toEqual([false, 0]);
});

test.each(['suspended', 'interrupted', 'closed'])('every press lets it sound again when it was %s', async (state) => {
  for (const press of ['pointerup', 'keydown', 'pointerup']) {
    const now = Context.made.at(-1);
    if (now !== undefined) now.state = state;
    heard[press]?.();
    expect(await sounds()).toBe(true);
  }
});

test.each(['suspended', 'interrupted'])('a page that is seen again sounds again when it was %s', async (state) => {
  heard.pointerup?.();
  const now = Context.made.at(-1);
  for (const event of ['visibilitychange', 'pageshow']) {
    if (now !== undefined) now.state = state;
    expect(await sounds()).toBe(false);
    heard[event]?.();
    expect(await sounds()).toBe(true);
  }
});

test('how loud it is follows the setting', async () => {
  heard.pointerup?.();
  const loud: number[] = [];
  for (const volume of ['quiet', 'normal', 'loud'] as const) {
    settings.volume = volume;
    expect(await sounds()).toBe(true);
    loud.push(ring.mock.calls[0]?.[2] as number);
  }
  expect(loud).toEqual([...loud].sort((a, b) => a - b));
  expect(new Set(loud).size).toBe(3);
  settings.sound = false;
  expect(await sounds()).toBe(false);
});
