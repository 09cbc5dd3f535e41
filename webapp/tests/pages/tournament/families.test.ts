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
    // namesakes are told apart by a letter, a figure or their town
    ['nl', ['Bea Aerts', 'Jan Bossche', 'Jan Peeters', 'Jan Peeters A', 'Jan Peeters B (Aalst)', 'Tom Wuyts']],
    ['nl', ['Bea Aerts', 'Jan Peeters (Ninove)', 'Piet Peeters', 'Jan Peeters-Claes', 'Tom Wuyts 2']],
    ['nl', ['Ann Claes', 'Ria Vande Velde', 'Luuk Vanden Bossche', 'Els Vander Elst', 'Jo Ver Eecke', 'An Verhulst']],
    ['nl', ['Mo Aziz', 'Nadia Ben Ali', 'Karim Boulahrouz', 'Samira El Amrani', 'Ali al Masri', 'Omar Sahli']],
    ['fr', ['Rachid Abd El Kader', 'Youssef Aït', 'Leïla Bou Said', "Luc L'Hermite", 'Jean d’Ormesson', 'Yves Petit']],
    ['en', ['Ana de la Cruz', 'Luis De los Ríos', 'Pedro de las Heras', 'José Ortega y Gasset', 'Rosa del Río']],
    ['en', ['Rui de Castro e Silva', 'Ana das Neves', 'João dos Santos', 'Rui da Silva Filho', 'Ana Souza']],
    ['en', ['Ugo D’Angelo', 'Ada Della Valle', 'Leo degli Esposti', 'Ida Lo Bianco', 'Gino dal Pozzo', 'Rosa Verdi']],
    ['de', ['Ida Bülow', 'Leo von der Decken', 'Max von und zu Egloffstein', 'Ina im Hof', 'Jo Zur Mühlen']],
    ['da', ['Ib af Geijerstam', 'Lis de Neergaard', 'Bo von Rosen', 'Per Winther']],
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
    'Jan Peeters B (Aalst)',
    'Jean d’Ormesson',
    'José Ortega y Gasset',
  ])('loses no letter of %s', (name) => {
    const { given, family, after } = parted(name);
    expect(given + family + after).toBe(name);
    expect(family).not.toBe('');
  });
});
