import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { languages, texts, textsOf } from '../building/messages';
import { choose, fill, pluralForms } from '../src/i18n/format';
import { PARTS } from '../src/i18n/parts';

const SOURCES = join(import.meta.dirname, '../src');
const PLURAL = /_(zero|one|two|few|many|other)$/;

const base = (key: string): string => key.replace(PLURAL, '');

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : /\.(svelte|ts)$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );
}

test('plural forms and parameters are filled', () => {
  const rules = pluralForms('en');
  const space = { a_one: '{{count}} tile', a_other: '{{count}} tiles', b: 'Set {{set}}' };
  expect(fill(choose(space, 'a', { count: 1 }, rules) ?? '', { count: 1 })).toBe('1 tile');
  expect(fill(choose(space, 'a', { count: 5 }, rules) ?? '', { count: 5 })).toBe('5 tiles');
  expect(fill(choose(space, 'b', {}, rules) ?? '', {})).toBe('Set {{set}}');
  expect(choose(space, 'c', {}, rules)).toBeUndefined();
});

/** The most that a file of texts may weigh on its way, in bytes. */
const MOST = 40_000;

test('the files of a language hold all that the page reads, each once, and none is too large', () => {
  for (const code of languages()) {
    const files = [undefined, ...Object.keys(PARTS)].map((part) => textsOf(code, part));
    expect(files.flatMap((file) => Object.keys(file)).sort()).toEqual(Object.keys(texts(code)).sort());
    for (const file of files) expect(gzipSync(JSON.stringify(file)).length, code).toBeLessThan(MOST);
  }
});

test('every namespace that the page names is read by it', () => {
  const read = new Set(Object.keys(texts('en')).map((key) => key.split('.')[0]));
  const named = sources(SOURCES).flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\.code\(\s*'([a-z]+)'/g)]);
  expect(named.map(([, name]) => name).filter((name) => !read.has(name))).toEqual([]);
});

describe('the sources', () => {
  test('use only keys that exist, and the file has no key that nobody uses', () => {
    const index = readFileSync(join(SOURCES, '../index.html'), 'utf8');
    const used = new Set(Array.from(index.matchAll(/\{\{page\.(.+?)\}\}/g), ([, key]) => key ?? ''));
    const prefixes = new Set<string>();
    for (const file of sources(SOURCES)) {
      const text = readFileSync(file, 'utf8');
      for (const [, key] of text.matchAll(/'([a-z][a-zA-Z0-9-]*)'/g)) used.add(key ?? '');
      for (const [, prefix] of text.matchAll(/`([a-z][a-z-]*-)\$\{/g)) prefixes.add(prefix ?? '');
    }
    const ours = Object.keys(texts('en')).filter((key) => key.startsWith('page.'));
    const known = new Set(ours.map((key) => base(key.slice('page.'.length))));
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

  test('glue no colon to what is said: French wants a space before it, so it comes from the messages', () => {
    const glued = sources(SOURCES).flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const at = text.lastIndexOf('</script>');
      const markup = file.endsWith('.svelte') ? text.slice(Math.max(0, at)).replace(/<style[\s\S]*/, '') : '';
      // what is typed into a field or read as notation
      const typed = /(board\/(notation|command|picture)|list\/teams)\.ts$/.test(file);
      const found = [...text.matchAll(/\}: ?\$\{(?!.*padStart).*/g), ...markup.matchAll(/\}: ?[{<"].*/g)];
      return typed ? [] : found.map(([line]) => `${relative(SOURCES, file)}: ${line}`);
    });
    expect(glued).toEqual([]);
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
