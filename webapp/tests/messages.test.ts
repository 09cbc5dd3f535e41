import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { choose, fill, pluralForms } from '../src/i18n/format';

const FOLDER = join(import.meta.dirname, '../../src/tilerummy/messages');
const SOURCES = join(import.meta.dirname, '../src');
const LANGUAGES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Space = Record<string, string>;
const page = (language: string): Space =>
  (JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Record<string, Space>).page ?? {};
const english = page('en');
const base = (key: string): string => key.replace(PLURAL, '');
const params = (text: string): string =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map((match) => match[1])
    .sort()
    .join();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : /\.(svelte|ts)$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );
}

describe.each(LANGUAGES)('the page in %s', (language) => {
  const texts = page(language);

  test('has every key, and no other', () => {
    expect([...new Set(Object.keys(texts).map(base))].sort()).toEqual(
      [...new Set(Object.keys(english).map(base))].sort(),
    );
  });

  test('has every plural form its language needs', () => {
    const rules = new Intl.PluralRules(language);
    const forms = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
    for (const key of new Set(
      Object.keys(english)
        .filter((key) => PLURAL.test(key))
        .map(base),
    )) {
      for (const form of forms) expect(texts[`${key}_${form}`], `${key}_${form}`).toBeTruthy();
    }
  });

  test('uses the same parameters', () => {
    for (const [key, text] of Object.entries(texts)) {
      const original = english[key] ?? english[`${base(key)}_other`] ?? '';
      expect(params(text), key).toBe(params(original));
    }
  });
});

test('plural forms and parameters are filled', () => {
  const rules = pluralForms('en');
  const space = { a_one: '{{count}} tile', a_other: '{{count}} tiles', b: 'Set {{set}}' };
  expect(fill(choose(space, 'a', { count: 1 }, rules) ?? '', { count: 1 })).toBe('1 tile');
  expect(fill(choose(space, 'a', { count: 5 }, rules) ?? '', { count: 5 })).toBe('5 tiles');
  expect(fill(choose(space, 'b', {}, rules) ?? '', {})).toBe('Set {{set}}');
  expect(choose(space, 'c', {}, rules)).toBeUndefined();
});

describe('the sources', () => {
  test('use only keys that exist, and the file has no key that nobody uses', () => {
    const used = new Set<string>();
    const prefixes = new Set<string>();
    for (const file of sources(SOURCES)) {
      const text = readFileSync(file, 'utf8');
      for (const [, key] of text.matchAll(/'([a-z][a-zA-Z0-9-]*)'/g)) used.add(key ?? '');
      for (const [, prefix] of text.matchAll(/`([a-z][a-z-]*-)\$\{/g)) prefixes.add(prefix ?? '');
    }
    const known = new Set(Object.keys(english).map(base));
    const idle = [...known].filter((key) => !used.has(key) && ![...prefixes].some((prefix) => key.startsWith(prefix)));
    expect(idle).toEqual([]);
  });

  test('hold no sentence: markup between tags is braces, numbers or the product name', () => {
    for (const file of sources(SOURCES).filter((name) => name.endsWith('.svelte'))) {
      const markup = readFileSync(file, 'utf8')
        .replace(/<script[\s\S]*?<\/script>/g, '')
        .replace(/<style[\s\S]*?<\/style>/g, '')
        .replace(/<!--[\s\S]*?-->/g, '');
      const bare = markup.replace(/\{[^{}]*(\{[^{}]*(\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g, '').replace(/=>/g, '');
      for (const [, text = ''] of bare.matchAll(/>([^<>]+)</g)) {
        const left = text.replace(/Tilerummy|789|777/g, '').trim();
        expect(/[A-Za-zÀ-ÿ]{2,}/.test(left), `${file}: ${left}`).toBe(false);
      }
      for (const [, value = ''] of bare.matchAll(/(?:aria-label|title|placeholder)="([^"]+)"/g)) {
        expect(/[A-Za-z]{2,}/.test(value), `${file}: ${value}`).toBe(false);
      }
    }
  });

  test('hold no sentence: no words in quotes but codes, selectors and errors for developers', () => {
    for (const file of sources(SOURCES)) {
      const whole = readFileSync(file, 'utf8');
      const scripts = file.endsWith('.svelte')
        ? [...whole.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script).join('\n')
        : whole;
      const code = scripts
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .replace(/new Error\([^)]*\)/g, '')
        .split('\n')
        .filter((line) => !/^\s*import |cssText|\.font = /.test(line))
        .join('\n');
      for (const [, text = ''] of code.matchAll(/'([^'\n]+)'/g)) {
        expect(/^[A-ZÀ-Þ][a-zà-ÿ]+ [a-zà-ÿ]+/.test(text), `${file}: ${text}`).toBe(false);
      }
    }
  });
});
