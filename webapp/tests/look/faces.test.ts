import { expect, test } from 'vitest';
import { ANTENNAS, EYES, GRILLES, HAIR, HEADS, LAMPS, MOUTHS } from '../../src/ui/face/drawn';
import { COMPUTER, computerOf, PERSON, personOf } from '../../src/ui/face/lot';

const NAMES = Array.from({ length: 300 }, (_, at) => `Player ${at}`);

test('there is a drawing for every lot', () => {
  expect([HEADS, HAIR, EYES, MOUTHS].map((parts) => parts.length)).toEqual([
    PERSON.head,
    PERSON.hair,
    PERSON.eyes,
    PERSON.mouth,
  ]);
  expect([ANTENNAS, LAMPS, GRILLES].map((parts) => parts.length)).toEqual([
    COMPUTER.antenna,
    COMPUTER.eyes,
    COMPUTER.mouth,
  ]);
});

test('a name always has the same face, however it is written', () => {
  expect(personOf(' Ada ')).toEqual(personOf('ada'));
  expect(computerOf('Mikko')).toEqual(computerOf('Mikko'));
});

test('names differ in their faces, and every part is drawn by somebody', () => {
  const faces = NAMES.map((name) => personOf(name));
  expect(new Set(faces.map((face) => JSON.stringify(face))).size).toBeGreaterThan(290);
  for (const [part, count] of Object.entries(PERSON))
    expect(new Set(faces.map((face) => face[part as keyof typeof PERSON])).size).toBe(count);
});
