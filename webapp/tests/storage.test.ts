import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Shelf } from '../src/storage';

const SOURCES = join(import.meta.dirname, '../src');
/** What a browser may refuse, or lack, and the modules that ask for it. */
const ASKED: Readonly<Record<string, RegExp>> = {
  'storage.ts': /\b(localStorage|sessionStorage|indexedDB|cookieEnabled|document\.cookie|cookieStore)\b/,
  'worker/registered.ts': /navigator\.serviceWorker/,
  'worker/sw.ts': /\bcaches\./,
  'badge.ts': /AppBadge\b/,
  'worker/pushes.ts': /'PushManager'/,
  'notifications.ts': /\bNotification\b(?! \||;)/,
  'passkeys.ts': /navigator\.credentials|'PublicKeyCredential'/,
  'ui/share/copying.ts': /navigator\.clipboard/,
  nothing: /\bBroadcastChannel\b|\bSharedWorker\b|navigator\.(locks|storage)\b/,
};

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : /\.(ts|svelte)$/.test(entry.name) ? [path] : [];
  });
}

test.each(Object.entries(ASKED))('only %s asks the browser for it', (module, what) => {
  const asking = sources(SOURCES).filter((path) => what.test(readFileSync(path, 'utf8')));
  const expected = module === 'nothing' ? [] : [module];
  expect(asking.map((path) => relative(SOURCES, path))).toEqual(expected);
});

const refuse = (): never => {
  throw new DOMException('no', 'SecurityError');
};
const full = { getItem: () => null, setItem: refuse, removeItem: () => undefined } as unknown as Storage;

describe.each([
  ['forbidden', refuse],
  ['missing', (): null => null],
  ['full', (): Storage => full],
])('a storage that is %s', (_, open) => {
  test('holds in memory what it cannot keep, and says so', () => {
    const shelf = new Shelf(open);
    expect(shelf.keeps).toBe(false);
    expect(shelf.recall('tilerummy.a')).toBeNull();
    expect(shelf.remember('tilerummy.a', '{"b":1}')).toBe(false);
    expect(shelf.recall('tilerummy.a')).toEqual({ b: 1 });
    expect(shelf.keys('tilerummy.')).toEqual(['tilerummy.a']);
    shelf.forget('tilerummy.a');
    expect([shelf.text('tilerummy.a'), shelf.keys('tilerummy.')]).toEqual([null, []]);
  });
});

test('what the storage takes again is its own again', () => {
  const kept: Record<string, string> = { a: 'old' };
  let room = false;
  const storage = new Proxy(kept as unknown as Storage, {
    get: (_, name) =>
      ({
        getItem: (key: string) => kept[key] ?? null,
        setItem: (key: string, text: string) => (room ? (kept[key] = text) : refuse()),
        removeItem: (key: string) => delete kept[key],
      })[String(name)],
  });
  const shelf = new Shelf(() => storage);
  expect(shelf.remember('a', 'new')).toBe(false);
  expect([shelf.text('a'), kept.a]).toEqual(['new', 'old']);
  room = true;
  expect(shelf.remember('a', 'newer')).toBe(true);
  kept.a = 'of another tab';
  expect(shelf.text('a')).toBe('of another tab');
  expect(shelf.keys('')).toEqual(['a']);
  expect(shelf.keeps).toBe(true);
});
