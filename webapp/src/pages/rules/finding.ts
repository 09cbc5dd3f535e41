/** Points of a card that answer a question, found by its words: rare ones count more, long texts less (as in BM25). */

import { plain } from '../../i18n/plain';

interface Said {
  readonly title: string;
  readonly text: string;
  readonly reading: string;
}

/** The most answers, and how near to the best one they must come. */
const MOST = 4;
const NEAR = 0.6;
/** Letters in which two forms of a word agree at least. */
const STEM = 4;

function wordsOf(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether two words are forms of one: `opened` and `opening`. */
function alike(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return one === other || (same >= STEM && same >= Math.min(one.length, other.length) - 2);
}

/** The points that say most of a question's words, the best first; none where no word is found. */
export function answersTo<T extends Said>(question: string, points: readonly T[]): T[] {
  const asked = [...new Set(wordsOf(question))];
  const told = points.map(({ title, text }) => [...wordsOf(title), ...wordsOf(text)]);
  const usual = told.reduce((sum, words) => sum + words.length, 0) / points.length;
  const found = asked.map((word) => told.map((words) => words.some((one) => alike(word, one))));
  const weights = found.map((where) => Math.log((points.length + 1) / (1 + where.filter(Boolean).length)));
  const scores = told.map((words, at) => {
    const sum = found.reduce((total, where, word) => total + (where[at] === true ? weights[word]! : 0), 0);
    return sum / (0.7 + (0.3 * words.length) / usual);
  });
  const best = Math.max(...scores);
  const order = [...points.keys()].sort((a, b) => scores[b]! - scores[a]!);
  const near = order.filter((at) => scores[at]! > 0 && scores[at]! >= NEAR * best);
  return near.slice(0, MOST).map((at) => points[at]!);
}
