import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plain } from '../../src/pages/sheet/cells';

const cases = JSON.parse(readFileSync(join(import.meta.dirname, '../../../tests/golden/cells.json'), 'utf8')) as [
  string,
  string,
][];

test.each(cases)('the cell %j is written as %j', (cell, written) => {
  expect(plain(cell)).toBe(written);
});
