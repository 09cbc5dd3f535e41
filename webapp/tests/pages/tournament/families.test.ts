import { describe, expect, it } from 'vitest';
import { byFamily, parted } from '../../../src/pages/tournament/print/families';

const sorted = (language: string, ...names: string[]): string[] =>
  byFamily(
    names.map((name) => ({ name })),
    language,
  ).map((one) => one.name);

describe('a list by family name', () => {
  it.each([
    ['nl', ['Jan van der Berg', 'Els Bosch', 'Piet de Vries', 'Anna Wit']],
    // in Belgium the prefix is written large and counts
    ['nl', ['Ann Claes', 'Luc De Clercq', 'Jef Peeters', 'Tom Van den Berghe', 'Ria Verhulst']],
    ['de', ['Uwe von Ahn', 'Ina Maack', 'Jan Mück', 'Ida Muff', 'Leo Zander']],
    ['fr', ['Éric Étienne', 'Paul de Gaulle', 'Anne Le Goff', 'Jean Lemaire']],
    ['da', ['Bo Andersen', 'Ida Zahle', 'Lis Ægidius', 'Per Øster', 'Ole Ågård']],
    ['fi', ['Aino Ahola', 'Eero von Essen', 'Kai Zitting', 'Åke Åberg', 'Outi Ämmälä', 'Ville Öhman']],
    ['en', ['Ann Lee', 'Zoe Lee', 'Jack O’Brien', 'Sam Smith Jr.', 'Bob Smithson']],
    ['en', ['Player 2', 'Player 10']],
    ['nl', ['Cher', 'Jansen, Piet', 'Piet Janssen', 'van der Kamp, Jan', 'Jan Kok']],
  ])('%s %j', (language, names) => {
    expect(sorted(language, ...[...names].reverse())).toEqual(names);
  });

  it.each([
    'Jan van der Berg',
    'Tom Van den Berghe',
    'van der Kamp, Jan',
    'Sam Smith Jr.',
    'Cher',
    'Van Damme',
    'De Wit, A.',
  ])('loses no letter of %s', (name) => {
    const { given, family, after } = parted(name);
    expect(given + family + after).toBe(name);
    expect(family).not.toBe('');
  });
});
