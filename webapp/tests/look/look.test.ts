import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GLIDE, SNAP } from '../../src/board/motion';
import { sections, tokensIn } from '../../src/look/sheet';
import { ALL, COMPONENTS, EVERY, FILES, SOURCES, type Declaration } from './sources';

const look = readFileSync(join(SOURCES, 'look/look.css'), 'utf8');
const tables = readFileSync(join(SOURCES, 'look/tables.css'), 'utf8');
const tokens = new Map(tokensIn(look).map(({ name, value }) => [name, value]));
const written = COMPONENTS.map((path) => readFileSync(path, 'utf8')).join('\n');

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch|oklab|lab|lch|hwb|light-dark)\(|\b(white|black|red|blue|gr[ae]y)\b/i;
const SIZED = /^(inherit|[\d.]+em|[\d.]+(mm|pt)|var\(--[\w-]+\)|calc\(var\(--[\w-]+\) \* [\d.]+\))$/;
const SPACED = /^((row-|column-)?gap|padding|margin)(-[a-z-]+)?$/;
/** The widest line, in pixels, that no text size makes wider. */
const HAIRLINE = 4;
const MOVED = /^(transition|animation)(-duration|-delay|-timing-function)?$/;

function told(wrong: readonly Declaration[]): string[] {
  return wrong.map(({ place, property, value }) => `${place} ${property}: ${value}`);
}

test('components write no colour of their own', () => {
  const own = ALL.filter(
    ({ property, value }) =>
      !/^(white-space|animation|grid|transition)/.test(property) && COLOUR.test(value.replaceAll(/var\([^)]*\)/g, '')),
  );
  expect(told(own)).toEqual([]);
});

test('components write no font size of their own', () => {
  const own = ALL.filter(({ property, value }) => property === 'font-size' && !SIZED.test(value));
  expect(told(own)).toEqual([]);
  expect(told(ALL.filter(({ property, value }) => property === 'font' && value !== 'inherit'))).toEqual([]);
});

test('components write no time and no curve of their own', () => {
  const own = ALL.filter(
    ({ property, value }) =>
      MOVED.test(property) && /\b[\d.]+m?s\b|cubic-bezier|steps\(/.test(value) && !/!important/.test(value),
  );
  expect(told(own)).toEqual([]);
});

test('gaps, margins and paddings are steps of the look', () => {
  const steps = new Set([...tokens].flatMap(([name, value]) => (name.startsWith('space-') ? [value] : [])));
  const own = ALL.filter(
    ({ property, value }) =>
      SPACED.test(property) &&
      [...value.matchAll(/([\d.]+)(px|rem)/g)].some(([width, number]) => Number(number) !== 0 && !steps.has(width)),
  );
  expect(told(own)).toEqual([]);
});

test('only hairlines and the geometry of tiles are in pixels: all else follows the text size of the reader', () => {
  const pixels = /(?<![\w.])(\d+(?:\.\d+)?)px/g;
  const wide = (value: string): boolean => [...value.matchAll(pixels)].some(([, number]) => Number(number) > HAIRLINE);
  expect(
    told(EVERY.filter(({ property, value }) => wide(value) && property !== '--w' && !value.includes('var(--w)'))),
  ).toEqual([]);
  const queries = FILES.flatMap(
    (path) => readFileSync(path, 'utf8').match(/@(media|container)[^{]+|matchMedia\([^)]+/g) ?? [],
  );
  expect(queries.filter((query) => /\dpx/.test(query))).toEqual([]);
});

test('what a page has room for is asked of its container: media queries do not know the text size of the setting', () => {
  const screens = FILES.filter((path) => !path.includes('/tournament/print/'));
  const asked = screens.flatMap((path) => readFileSync(path, 'utf8').match(/@media[^{]+/g) ?? []);
  expect(asked.filter((query) => /(width|height)/.test(query))).toEqual([]);
});

test('what components use is in the look, and what is in the look is used', () => {
  const declared = new Set([...tokensIn(look), ...tokensIn(tables), ...tokensIn(written)].map(({ name }) => name));
  for (const [, name = ''] of written.matchAll(/style:--([a-z-]+)/g)) declared.add(name);
  const used = new Set([...(look + tables + written).matchAll(/var\(--([a-z0-9-]+)/g)].map(([, name]) => name ?? ''));
  expect([...used].filter((name) => !declared.has(name))).toEqual([]);
  const idle = [...tokens.keys()].filter((name) => !used.has(name) && !/^(space|ease-snap)/.test(name));
  expect(idle).toEqual([]);
});

test('what scripts move takes the time and the curve of the look', () => {
  expect(tokens.get('time-glide')).toBe(`${GLIDE.duration}ms`);
  expect(tokens.get('ease-glide')).toBe(GLIDE.easing);
  expect(tokens.get('ease-snap')).toBe(SNAP);
});

test('the page of the look shows every token', () => {
  const shown = Object.values(sections(look)).flat();
  expect(shown.map(({ name }) => name).toSorted()).toEqual([...tokens.keys()].toSorted());
});

test("the browser's own bars and the installed page have the colour of the page", () => {
  const [, light, dark] = /light-dark\((#\w+), (#\w+)\)/.exec(tokens.get('page') ?? '') ?? [];
  const index = readFileSync(join(SOURCES, '../index.html'), 'utf8');
  const bars = [...index.matchAll(/name="theme-color" content="(#\w+)"/g)].map(([, colour]) => colour);
  expect(bars).toEqual([light, dark]);
  const manifest = readFileSync(join(SOURCES, '../public/manifest.webmanifest'), 'utf8');
  expect((JSON.parse(manifest) as Record<string, unknown>).background_color).toBe(light);
});
