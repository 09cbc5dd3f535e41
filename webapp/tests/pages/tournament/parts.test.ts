import { expect, test } from 'vitest';
import { Parts } from '../../../src/pages/tournament/parts';

interface Picture {
  readonly seq: number;
}

const FIRST = {
  seq: 4,
  undo: null,
  reported: [1, 0],
  entrants: [],
  'entrants.0000': { name: 'Ann' },
  'entrants.0001': { name: 'Bob' },
  stages: [],
  'stages.0000': { id: 'rounds', rounds: [], standings: [] },
  'stages.0000.rounds': [],
  'stages.0000.rounds.0000': { tables: [[1, 2]] },
  'stages.0000.standings': [],
  results: [],
  'results.0000-0000-0002': [{ game: 1 }, { game: 2 }],
};
const WHOLE = {
  seq: 4,
  undo: null,
  reported: [1, 0],
  entrants: [{ name: 'Ann' }, { name: 'Bob' }],
  stages: [{ id: 'rounds', rounds: [{ tables: [[1, 2]] }], standings: [] }],
  results: [{ game: 1 }, { game: 2 }],
};

test('a picture is put together from its parts, and each change into a new one', () => {
  const parts = new Parts<Picture>();
  const first = parts.take({ whole: true, parts: FIRST });
  expect(first).toEqual(WHOLE);
  const changed = {
    seq: 6,
    'entrants.0001': null,
    'stages.0000.standings': [{ place: 1 }],
    'results.0000-0000-0001': [{ game: 9 }],
  };
  expect(parts.take({ whole: false, parts: changed })).toEqual({
    ...WHOLE,
    seq: 6,
    entrants: [{ name: 'Ann' }],
    stages: [{ ...WHOLE.stages[0], standings: [{ place: 1 }] }],
    results: [{ game: 9 }, { game: 1 }, { game: 2 }],
  });
  expect(first).toEqual(WHOLE);
  expect(parts.seq).toBe(6);
});

test('what is older than the picture changes nothing, and a whole one leaves nothing of it', () => {
  const parts = new Parts<Picture>();
  parts.take({ whole: true, parts: FIRST });
  expect(parts.take({ whole: false, parts: { seq: 4, reported: [] } })).toBeUndefined();
  expect(parts.take({ whole: true, parts: { seq: 3, reported: [] } })).toBeUndefined();
  expect(parts.take({ whole: true, parts: { seq: 7, reported: [] } })).toEqual({ seq: 7, reported: [] });
});

test('what has not changed is the same again', () => {
  const parts = new Parts<Picture>();
  const first = parts.take({ whole: true, parts: FIRST }) as unknown as typeof WHOLE;
  const next = parts.take({
    whole: false,
    parts: { seq: 5, 'entrants.0001': { name: 'Bo' } },
  }) as unknown as typeof WHOLE;
  expect(next.stages).toBe(first.stages);
  expect(next.results).toBe(first.results);
  expect(next.entrants).not.toBe(first.entrants);
  expect(next.entrants[0]).toBe(first.entrants[0]);
});

test('a stage that is there no longer takes what is within it along', () => {
  const parts = new Parts<Picture>();
  parts.take({ whole: true, parts: FIRST });
  const gone = { 'stages.0000': null, 'stages.0000.rounds': null, 'stages.0000.rounds.0000': null };
  const shown = parts.take({ whole: false, parts: { seq: 5, ...gone, 'stages.0000.standings': null } });
  expect(shown).toEqual({ ...WHOLE, seq: 5, stages: [] });
});
