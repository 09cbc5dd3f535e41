import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tokensIn } from '../../src/look/sheet';
import { TABLES } from '../../src/look/tables';
import { colour, contrast, over, type Rgb, type Scheme } from './contrast';
import { SOURCES } from './sources';

const TEXT = 4.5;
const SHAPE = 3;
const SCHEMES: readonly Scheme[] = ['light', 'dark'];
const look = readFileSync(join(SOURCES, 'look/look.css'), 'utf8');
const tables = readFileSync(join(SOURCES, 'look/tables.css'), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** The custom properties of all rules whose selectors `holds` accepts, later ones over earlier ones. */
function rules(holds: (selector: string) => boolean): [string, string][] {
  return [...tables.matchAll(/([^{}]+)\{([^}]*)\}/g)].flatMap(([, selectors = '', body = '']) =>
    selectors.split(',').some((one) => holds(one.trim()))
      ? tokensIn(body).map(({ name, value }): [string, string] => [name, value])
      : [],
  );
}

/** What is in force on a table, or on what lies on it. */
function inForce(table: string, felt: boolean): ReadonlyMap<string, string> {
  const kind = table.replace(/-.*/, '');
  const chosen = [':root', '[data-table]', `[data-table='${table}']`, `[data-table^='${kind}']`];
  return new Map([
    ...tokensIn(look).map(({ name, value }): [string, string] => [name, value]),
    ...rules((selector) => chosen.includes(selector)),
    ...(felt ? rules((selector) => selector === '.felt') : []),
  ]);
}

describe.each(TABLES)('on %s', (table) => {
  test.each(SCHEMES)('text and shapes stand out, %s', (scheme) => {
    const vars = inForce(table, true);
    const one = (name: string): Rgb => colour(vars.get(name) ?? '', vars, scheme);
    const lit = (name: string): Rgb => over(vars.get('lamp') ?? '', one(name));
    // the texture and the dusk only darken: under the lamp is where light marks stand out least
    const grounds = { felt: lit('felt'), meld: one('meld'), 'bad-soft': one('bad-soft') };
    for (const [name, ground] of Object.entries(grounds)) {
      expect(contrast(one('on-felt'), ground), `text on ${name}`).toBeGreaterThan(TEXT);
      for (const mark of ['face', 'face-edge', 'accent', 'select', 'bad', 'warm', 'control-line', 'band-yellow'])
        expect(contrast(one(mark), ground), `${mark} on ${name}`).toBeGreaterThan(SHAPE);
    }
    for (const mark of ['accent', 'bad', 'warm'])
      expect(contrast(one('on-mark'), one(mark)), `text on ${mark}`).toBeGreaterThan(TEXT);
  });
});

describe.each(SCHEMES)('in %s', (scheme) => {
  const vars = inForce('felt-green', false);
  const one = (name: string): Rgb => colour(vars.get(name) ?? '', vars, scheme);

  test('text stands out on the page', () => {
    for (const ground of ['page', 'panel', 'raised', 'room-lit', 'room-far'])
      for (const ink of ['text', 'muted', 'accent', 'bad', 'warm'])
        expect(contrast(one(ink), one(ground)), `${ink} on ${ground}`).toBeGreaterThan(TEXT);
    expect(contrast(one('on-accent'), one('accent'))).toBeGreaterThan(TEXT);
    expect(contrast(one('on-accent'), one('accent-strong'))).toBeGreaterThan(TEXT);
    expect(contrast(one('accent-strong'), one('accent-soft'))).toBeGreaterThan(TEXT);
    expect(contrast(one('bad'), one('bad-soft'))).toBeGreaterThan(TEXT);
    expect(contrast(one('muted'), one('accent-soft'))).toBeGreaterThan(TEXT);
  });

  test('the borders of what can be pressed stand out', () => {
    for (const ground of ['page', 'panel'])
      for (const mark of ['control-line', 'select', 'accent'])
        expect(contrast(one(mark), one(ground)), `${mark} on ${ground}`).toBeGreaterThan(SHAPE);
  });

  test('a tile can be read, its number and its band', () => {
    for (const ink of ['black', 'red', 'blue', 'yellow', 'pink']) {
      expect(contrast(one(`ink-${ink}`), one('face')), ink).toBeGreaterThan(TEXT);
      const shape = one(ink === 'yellow' ? 'on-band-yellow' : 'on-band');
      expect(contrast(shape, one(`band-${ink}`)), `shape on ${ink}`).toBeGreaterThan(SHAPE);
    }
    expect(contrast(one('joker'), one('face'))).toBeGreaterThan(TEXT);
  });
});
