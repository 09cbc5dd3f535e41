import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FLOOR } from '../building/floor';
import config from '../vite.config';

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8').replaceAll(/\s+/g, ' ');

/** With which version each browser could do what the style asks for (MDN's compatibility data). */
const SINCE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'selector(:has(a))': { chrome: 105, edge: 105, firefox: 121, safari: 15.4 },
  '(height: 1lh)': { chrome: 109, edge: 109, firefox: 120, safari: 16.4 },
  '(color: color-mix(in srgb, red, blue))': { chrome: 111, edge: 111, firefox: 113, safari: 16.2 },
};

test('the build, the documentation and the style that hides "too old" mean the same browsers', () => {
  expect(config.build?.target).toEqual([...FLOOR]);
  const named = FLOOR.map((one) =>
    one.replace(/^(.)(\D+)/, (_, first: string, rest: string) => `${first.toUpperCase()}${rest} `),
  );
  const last = named.pop() ?? '';
  expect(read('docs/hosting.md')).toContain(`built for ${named.join(', ')} and ${last} and whatever is newer`);
  expect(read('webapp/src/app.css')).toContain(`@supports ${Object.keys(SINCE).join(' and ')} { #old-browser {`);
  const asked = ['chrome', 'edge', 'firefox', 'safari'].map(
    (browser) => `${browser}${Math.max(...Object.values(SINCE).map((since) => since[browser] ?? Infinity))}`,
  );
  expect(asked).toEqual([...FLOOR]);
});
