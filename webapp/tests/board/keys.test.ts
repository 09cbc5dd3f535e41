import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACTS, KEYS, type Act } from '../../src/board/acts';
import { actOf, nextTile } from '../../src/board/keys';

/** How the list of keys writes a press. */
function press(written: string): Parameters<typeof actOf>[0] {
  const parts = written.split('+');
  const name = parts.at(-1) || '+';
  const arrows: Record<string, string> = { '←': 'ArrowLeft', '→': 'ArrowRight', '↑': 'ArrowUp', '↓': 'ArrowDown' };
  const named: Record<string, string> = { Space: ' ', Esc: 'Escape', '1–9': '4' };
  return {
    key: arrows[name] ?? named[name] ?? name,
    shiftKey: parts.includes('Shift'),
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
  };
}

describe('keys', () => {
  test.each(ACTS.filter((act) => act !== 'region').flatMap((act) => KEYS[act].map((key): [string, Act] => [key, act])))(
    '%s means %s',
    (key, act) => {
      expect(actOf(press(key), true, true)).toBe(act);
    },
  );

  test('that are single characters can be switched off, and no others', () => {
    for (const act of ACTS) {
      for (const key of KEYS[act]) {
        const single = press(key).key.length === 1 && !key.startsWith('Ctrl') && key !== 'Space';
        if (act !== 'region') expect(actOf(press(key), true, false), key).toBe(single ? null : act);
      }
    }
  });

  test('of the browser are left alone', () => {
    for (const key of ['Ctrl+R', 'Ctrl+P', 'Ctrl+F', 'F5', 'Tab'])
      expect(actOf(press(key), true, true), key).toBe(null);
    expect(actOf(press('Ctrl+A'), false, true)).toBe(null);
    expect(actOf(press('Enter'), false, true)).toBe(null);
    expect(actOf(press('Space'), false, true)).toBe(null);
  });

  test('are all in the manual', () => {
    const manual = readFileSync(join(import.meta.dirname, '../../../docs/keyboard.md'), 'utf8');
    for (const act of ACTS) for (const key of KEYS[act]) expect(manual, key).toContain(`\`${key}\``);
  });
});

test('arrows lead along melds and rack, and stop at the ends', () => {
  const melds = [
    ['a', 'b', 'c'],
    ['d', 'e', 'f', 'g'],
  ];
  const rack = ['p', 'q', 'r', 's', 't'];
  const to = (tile: string, direction: Parameters<typeof nextTile>[4]): string | null =>
    nextTile(melds, rack, 3, tile, direction);
  expect([to('c', 'right'), to('d', 'left'), to('g', 'right'), to('a', 'left')]).toEqual(['d', 'c', null, null]);
  expect([to('b', 'down'), to('g', 'up'), to('e', 'home'), to('e', 'end')]).toEqual(['e', 'c', 'd', 'g']);
  expect([to('p', 'down'), to('t', 'up'), to('q', 'end'), to('t', 'home')]).toEqual(['s', 'q', 'r', 's']);
});

test('arrows pass over the empty places of the rack', () => {
  // p . q r   . . . .   . s . .   . . t u
  const rack = 'p .1 q r .2 .3 .4 .5 .6 s .7 .8 .9 .10 t u'.split(' ');
  const to = (tile: string, direction: Parameters<typeof nextTile>[4]): string | null =>
    nextTile([], rack, 4, tile, direction);
  expect([to('p', 'right'), to('q', 'left'), to('r', 'right'), to('u', 'right')]).toEqual(['q', 'p', 's', null]);
  expect([to('r', 'down'), to('s', 'up'), to('s', 'down'), to('u', 'up')]).toEqual(['s', 'p', 't', 's']);
  expect([to('p', 'up'), to('u', 'down'), to('q', 'home'), to('t', 'end')]).toEqual([null, null, 'p', 'u']);
});
