/** Finding people in a register. */

import { plain } from '../../../i18n/plain';

interface Findable {
  readonly name: string;
  readonly also: readonly string[];
  readonly category: string;
  readonly note: string;
}

/** Those of whom every word of `wanted` is said somewhere. */
export function found<M extends Findable>(members: readonly M[], wanted: string): readonly M[] {
  const words = plain(wanted)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return members;
  return members.filter(({ name, also, category, note }) => {
    const said = plain([name, ...also, category, note].join(' '));
    return words.every((word) => said.includes(word));
  });
}
