/** Styles say start and end, not left and right: so a page in Hebrew is laid out from the right. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { declarations, EVERY, FILES, SOURCES, type Declaration } from './sources';

/** The board, which is the same in every language, and its tiles. */
const BOARD = /^(ui\/board|ui\/tile)\//;
/** What says a side all the same: tiles are carried in pixels from the left, a mark is turned by the direction, and names
 * are aligned to the right where a page runs from there. */
const MEANT = new Set([
  'app.css left: 0',
  'app.css text-align: right',
  'app.css border-width: 0 2px 2px 0',
  '../../src/tilerummy/site/style.css text-align: right',
]);
const SIDE = /^((margin|padding|border)-(left|right)|left|right|border-(top|bottom)-(left|right)-radius)(-|$)/;
const SIDED = /^(text-align|float|clear|caption-side)$/;

/** The parts of a value, of which brackets hold together. */
function parts(value: string): string[] {
  return value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
}

function isPhysical({ property, value }: Declaration): boolean {
  const [top, right, bottom, left] = parts(value);
  if (/^(margin|padding|inset|border-(width|style|color))$/.test(property)) return left !== undefined && left !== right;
  if (property === 'border-radius') return left !== undefined && (top !== right || bottom !== left);
  return SIDE.test(property) || (SIDED.test(property) && /\b(left|right)\b/.test(value));
}

test('styles name no side where there is a start and an end', () => {
  const site = join(SOURCES, '../../src/tilerummy/site/style.css');
  const said = [...EVERY, ...declarations(site)].filter((one) => !BOARD.test(one.place) && isPhysical(one));
  const wrong = said.filter(
    ({ place, property, value }) => !MEANT.has(`${place.replace(/:\d+$/, '')} ${property}: ${value}`),
  );
  expect(wrong.map(({ place, property, value }) => `${place} ${property}: ${value}`)).toEqual([]);
});

test('markup places nothing from the left but on the board', () => {
  const sided = FILES.filter((path) => !BOARD.test(relative(SOURCES, path))).filter((path) =>
    /style:(margin-|padding-)?(left|right)\b/.test(readFileSync(path, 'utf8')),
  );
  expect(sided).toEqual([]);
});

test('a physical side is found', () => {
  const found = (property: string, value: string): boolean => isPhysical({ place: '', property, value });
  expect(found('padding-left', '1rem')).toBe(true);
  expect(found('right', '0')).toBe(true);
  expect(found('text-align', 'left')).toBe(true);
  expect(found('padding', '1rem 2rem 1rem max(1rem, env(a, 0px))')).toBe(true);
  expect(found('border-radius', '1rem 0 0 1rem')).toBe(true);
  expect(found('border-radius', '1rem 1rem 0 0')).toBe(false);
  expect(found('padding', '1rem 2rem calc(1rem + var(--x)) 2rem')).toBe(false);
  expect(found('padding-inline', '1rem 2rem')).toBe(false);
});
