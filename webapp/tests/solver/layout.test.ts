import { describe, expect, it } from 'vitest';
import { readLayout } from '../../src/solver/layout';
import { KINDS, rulesOf, type Rules } from '../../src/solver/rules';

const TWIST = rulesOf('twist') as Rules;
const read = (line: string) => readLayout(line, TWIST);
const written = (kinds: readonly number[] | undefined) => kinds?.map((kind) => KINDS[kind]).join(' ');

describe('a line of notation', () => {
  it('is read as the server reads it', () => {
    const found = read('b4 b5 b6, Y8 r8 k8 | y1 J B3 k1 | unopened | pool 7 | last turn');
    expect(found?.table.map(({ text }) => text)).toEqual(['b4 b5 b6', 'y8 r8 k8']);
    expect(written(found?.rack)).toBe('k1 b3 y1 J');
    expect(found).toMatchObject({ opened: false, pool: 7, lastTurn: true });
  });

  it('leaves in the pool what is not in sight', () => {
    expect(read('b4 b5 b6 | b3')).toMatchObject({ opened: true, pool: 108, lastTurn: false });
    expect(read('')).toMatchObject({ table: [], rack: [], pool: 112 });
  });

  it('keeps what is stated about jokers, dividers and all', () => {
    const table = 'run: b4 J=b5 b6, k3 r3 J=b3|y3, y1 D=y2,y3 y4';
    expect(read(`${table} | b3`)?.table.map(({ text }) => text)).toEqual([
      'run: b4 J=b5 b6',
      'k3 r3 J=b3|y3',
      'y1 D=y2,y3 y4',
    ]);
    expect(read(`${table} | b3`)?.table.map(({ kinds }) => kinds.length)).toEqual([3, 3, 3]);
  });

  it.each([
    'b4 b5 b14 | b3',
    'b4 b5 b6, | b3',
    '| b3 b3 b3',
    '| J J J',
    '| b3 | soon',
    '| b3 | pool 113',
    'set: b4 b5 b6 | b3',
    '| toString',
  ])('is none where a person has to be told why: %s', (line) => {
    expect(read(line)).toBeNull();
  });
});

it('knows no editions but those', () => {
  expect(rulesOf('toString')).toBeUndefined();
  expect(rulesOf('suomi')).toBeUndefined();
});
