/** The card of an edition: as the server tells it, as it did the last time, or without either as this build knows it. */
import type { Card, CardPoint } from '../../../gen/protocol';
import type { Params } from '../../../i18n/format';
import { locale } from '../../../i18n/i18n.svelte';
import { editionCard } from '../../../net/api';
import { Refusal } from '../../../net/http';
import { lastSaid } from '../../sheet/said';
import { changeText } from '../names';

/** A point in the file of all cards: its key, message, parameters, parts, section of the book, strict value. */
type Known = readonly [string, string, Params, readonly string[], string, string | null];
export type CardShown = Pick<Card, 'about' | 'points'>;

export async function knownCard(edition: string): Promise<CardShown> {
  const { language } = locale;
  try {
    return await lastSaid(`card.${edition}.${language}`, () => editionCard(edition, language));
  } catch (problem) {
    const cards = (await import('./cards.json')).default as unknown as Readonly<Record<string, readonly Known[]>>;
    const points = cards[edition];
    if (points === undefined || !(problem instanceof Refusal && problem.code === 'offline')) throw problem;
    return { about: locale.code('edition', `text-${edition}`, {}, ''), points: points.map(inWords) };
  }
}

/** The server says it in the same words (`editions/texts.py`). */
function inWords([key, message, params, parts, ref, strict]: Known): CardPoint {
  const section = key.split('.')[0] ?? '';
  const listed = parts.map((part) => locale.code('rule', part)).join(', ');
  const literal = strict === 'none' || strict === 'silent' ? null : strict;
  return {
    key,
    section,
    title: locale.code('rule', `section-${section}`),
    text: locale.code('rule', message, { ...params, parts: listed }),
    ref,
    changed: false,
    reading: strict === null ? '' : reading(key, strict, literal),
    strict: literal,
  };
}

function reading(key: string, strict: string, literal: string | null): string {
  const stem = `reading-${key.replaceAll(/[._]/g, '-')}`;
  const said = locale.code('rule', strict === 'silent' ? `${stem}-silent` : stem, {}, '');
  if (literal === null) return said;
  const change = changeText({ key, value: literal });
  return `${said} ${locale.code('rule', 'reading-strict', { change })}`.trimStart();
}
