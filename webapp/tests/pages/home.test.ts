import { describe, expect, test } from 'vitest';
import { ownName } from '../../building/messages';
import { preferred } from '../../src/i18n/languages';
import { ago } from '../../src/pages/home/ago';
import { LESSONS } from '../../src/pages/learn/lessons';
import { lessonOf, reaches } from '../../src/pages/learn/turns';
import { readCode, spoken } from '../../src/pages/table/game/room_code';
import { wayOf } from '../../src/worker/ways';

test('a code is read from what people type, and said in groups', () => {
  expect(spoken('k7qm2xpahhtt')).toBe('k7qm 2xpa hhtt');
  for (const typed of ['k7qm2xpahhtt', ' K7QM 2XPA HHTT ', 'k7qm-2xpa-hhtt', 'https://example.org/t/k7qm2xpahhtt/']) {
    expect(readCode(typed), typed).toBe('k7qm2xpahhtt');
  }
  for (const typed of ['', 'k7qm', 'https://example.org/', 'k7qm2xpahhttx']) expect(readCode(typed), typed).toBeNull();
});

describe('languages', () => {
  const known = ['en', 'da', 'eo', 'fi', 'he', 'pt-BR'];

  test('are chosen by the reader, else by the browser, else English', () => {
    expect(preferred(known, 'fi', ['da-DK'])).toBe('fi');
    expect(preferred(known, null, ['sv-SE', 'da-DK', 'en'])).toBe('da');
    expect(preferred(known, 'xx', ['sv'])).toBe('en');
    expect(preferred(known, null, ['fil-PH', 'pt-PT', 'en'])).toBe('pt-BR');
    expect(preferred(known, null, ['iw'])).toBe('he');
  });

  test('are called by their own names', () => {
    expect(['en', 'nl', 'fr', 'de', 'da', 'fi', 'eo', 'pt-BR', 'he'].map(ownName)).toEqual([
      'English',
      'Nederlands',
      'Français',
      'Deutsch',
      'Dansk',
      'Suomi',
      'Esperanto',
      'Português (Brasil)',
      'עברית',
    ]);
  });
});

test('how long ago is said in the largest whole unit', () => {
  const minute = 60_000;
  expect(ago(0, 30_000, 'en')).toBe('now');
  expect(ago(0, 5 * minute, 'en')).toBe('5 min. ago');
  expect(ago(0, 3 * 60 * minute, 'de')).toBe('vor 3 Std.');
  expect(ago(minute, 0, 'en')).toBe('now');
});

test('a turn of a lesson is over when what it asks for is laid, no less and no more', () => {
  const [turn] = lessonOf('run').turns;
  expect(reaches(turn!, ['b4', 'b5', 'b6'])).toBe(false);
  expect(reaches(turn!, ['b7', 'b6', 'b5', 'b4'])).toBe(true);
  expect(reaches(turn!, ['b7', 'b6', 'b5', 'b4', 'r3'])).toBe(false);
  for (const { lay, rack } of LESSONS.flatMap((lesson) => lessonOf(lesson).turns)) {
    expect(rack).toEqual(expect.arrayContaining([...lay]));
  }
});

test('the service worker keeps away from everything that is play', () => {
  const home = 'https://example.org';
  const way = (path: string, method = 'GET', mode = 'cors'): string =>
    wayOf({ method, mode, url: new URL(path, home).href }, home, ['/', '/favicon.svg', '/assets/a-1.js']);
  for (const path of [
    '/api/rooms',
    '/api/rooms/x/card',
    '/api',
    '/healthz',
    '/readyz',
    '/metrics',
    '/sw.js',
    'https://other.org/assets/a-1.js',
  ]) {
    expect(way(path), path).toBe('untouched');
  }
  expect(way('/api/rooms/x/record', 'GET', 'navigate')).toBe('untouched');
  expect(way('/assets/a-1.js', 'POST')).toBe('untouched');
  expect(way('/t/k7qm', 'GET', 'navigate')).toBe('page');
  expect(way('/', 'GET', 'navigate')).toBe('page');
  // how a page asks whether there is a newer one: never from the cache
  expect(way('/')).toBe('untouched');
  expect(way('/assets/a-1.js')).toBe('kept');
  expect(way('/favicon.svg')).toBe('kept');
  expect(way('/other.svg')).toBe('untouched');
});
