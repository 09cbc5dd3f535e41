import { expect, test } from 'vitest';
import { languages, texts } from '../../building/messages';
import { choose, fill, pluralForms, type Params } from '../../src/i18n/format';
import { answersTo } from '../../src/pages/rules/finding';
import cards from '../../src/pages/rules/known/cards.json';

/** What is asked at a table, in every language, and the point that answers it. */
const ASKED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['may I take a joker before I have opened?', 'jokers.before_opening'],
    ['how many points do I need to open', 'opening.amount'],
    ['what does a joker left on the rack cost?', 'jokers.penalty'],
    ['what follows 13?', 'runs.past_last'],
    ['time is up', 'clock.finished'],
  ],
  de: [
    ['Darf ich vor der Eröffnung einen Joker nehmen?', 'jokers.before_opening'],
    ['Darf ich vor dem Herauskommen einen Joker nehmen?', 'jokers.before_opening'],
    ['Was kostet ein Joker auf dem Brett?', 'jokers.penalty'],
  ],
  nl: [
    ['mag ik een joker pakken voordat ik ben uitgekomen?', 'jokers.before_opening'],
    ['wat kost een joker op het plankje', 'jokers.penalty'],
  ],
  fr: [['Puis-je prendre un joker avant d’avoir ouvert ?', 'jokers.before_opening']],
  fi: [['Saanko ottaa jokerin ennen avaustani?', 'jokers.before_opening']],
  da: [['Må jeg tage en joker, før jeg har åbnet?', 'jokers.before_opening']],
  es: [
    ['¿Puedo tomar un comodín antes de mi apertura?', 'jokers.before_opening'],
    ['¿Cuánto cuesta un comodín en el atril?', 'jokers.penalty'],
  ],
  'pt-BR': [
    ['Posso pegar um curinga antes da minha abertura?', 'jokers.before_opening'],
    ['Quanto custa um curinga que sobra no suporte?', 'jokers.penalty'],
  ],
  it: [
    ['Posso prendere un jolly prima della mia apertura?', 'jokers.before_opening'],
    ['Quanto costa un jolly rimasto sul leggio?', 'jokers.penalty'],
  ],
  hu: [
    ['Elvehetek jokert a nyitásom előtt?', 'jokers.before_opening'],
    ['Mennyibe kerül egy joker a tartón?', 'jokers.penalty'],
  ],
  pl: [
    ['Czy mogę zabrać jokera przed otwarciem?', 'jokers.before_opening'],
    ['Ile kosztuje joker pozostawiony na tabliczce?', 'jokers.penalty'],
  ],
  he: [
    ['מותר לקחת ג׳וקר לפני הירידה הראשונה?', 'jokers.before_opening'],
    ['כמה עולה ג׳וקר שנשאר במעמד?', 'jokers.penalty'],
  ],
};

test('each language has its questions', () => {
  expect(Object.keys(ASKED).toSorted()).toEqual(languages().toSorted());
});

for (const [language, asked] of Object.entries(ASKED)) {
  const said = texts(language);
  const points = cards.original.map(([key, message, params]) => ({
    key: String(key),
    title: said[`rule.section-${String(key).split('.')[0]}`] ?? '',
    text: fill(
      choose(said, `rule.${String(message)}`, params as Params, pluralForms(language)) ?? '',
      params as Params,
    ),
    reading: '',
  }));
  test.each(asked)(`in ${language}: %s`, (question, answer) => {
    expect(answersTo(question, points).map(({ key }) => key)).toContain(answer);
    expect(answersTo(question, points).length).toBeLessThanOrEqual(4);
  });
}

test('words that are nowhere have no answer', () => {
  expect(answersTo('xylophone', [{ title: 'Jokers', text: 'A joker costs 30 points.', reading: '' }])).toEqual([]);
});
