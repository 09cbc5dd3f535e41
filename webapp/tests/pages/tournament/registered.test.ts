import { describe, expect, it } from 'vitest';
import { suggested } from '../../../src/pages/tournament/desk/list/registered';

const PEOPLE = ['Ann Peeters; A', 'Jan Peeters; B', 'Jan Peerdeman', 'Jo van Pee'];

describe('names from a register', () => {
  it.each([
    ['', []],
    ['  PEE', PEOPLE],
    ['jan pee', ['Jan Peeters; B', 'Jan Peerdeman']],
    ['eeters', []],
  ])('%j', (typed, found) => {
    expect(suggested(PEOPLE, typed, new Set())).toEqual(found);
  });

  it('are not those of people on the list', () => {
    expect(suggested(PEOPLE, 'pee', new Set(['Jan Peeters', 'Jo van Pee']))).toEqual([
      'Ann Peeters; A',
      'Jan Peerdeman',
    ]);
  });

  it('are so many and no more', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `Pat ${at}`);
    expect(suggested(many, 'pat', new Set())).toHaveLength(20);
  });
});
