import { expect, test } from 'vitest';
import type { TournamentShown } from '../../../src/gen/protocol';
import { ofClubs, read, written } from '../../../src/pages/tournament/desk/list/teams';

const shown = {
  entrants: [
    { number: 1, name: 'Ann', category: 'Gent' },
    { number: 2, name: 'Anna', category: 'Gent' },
    { number: 3, name: 'Bob', category: 'Aalst' },
    { number: 14, name: 'Cas', category: '' },
  ],
} as unknown as TournamentShown;

test('a team is a line with numbers or names', () => {
  const said = 'Gent: 1, anna\n\nThe rest: 14 Cas; b\nNobody:';
  expect(read(shown, said)).toEqual({
    teams: [
      { name: 'Gent', members: [1, 2] },
      { name: 'The rest', members: [14, 3] },
      { name: 'Nobody', members: [] },
    ],
    unknown: [],
  });
});

test('whom nobody is, is said with their line', () => {
  expect(read(shown, 'A: 1, 4\nB: Zoë').unknown).toEqual([
    { line: 1, name: '4' },
    { line: 2, name: 'Zoë' },
  ]);
});

test('what is written is read the same, and clubs of two to four make teams', () => {
  const clubs = ofClubs(shown);
  expect(clubs).toEqual([{ name: 'Gent', members: [1, 2] }]);
  expect(read(shown, written(shown, clubs)).teams).toEqual(clubs);
});
