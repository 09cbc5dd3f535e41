import { expect, test } from 'vitest';
import { texts } from '../building/messages';
import { places } from '../building/places';

const found = places();

test('a message stands in the parts that name its key, whole or by its beginning', () => {
  expect(found['page.home-title']).toEqual({ area: 'home', parts: ['pages/home/Home.svelte'] });
  expect(found['page.words-found']?.parts).toEqual(['pages/look/WordsPage.svelte']);
  expect(found['page.table-felt-blue']?.parts).toContain('pages/look/LookPage.svelte');
});

test('every message has a place, in its area', () => {
  const keys = new Set(Object.keys(texts('en')).map((key) => key.replace(/_(one|other)$/, '')));
  expect(new Set(Object.keys(found))).toEqual(keys);
});
