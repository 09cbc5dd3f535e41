/** Finding people in a register. */

interface Findable {
  readonly name: string;
  readonly also: readonly string[];
  readonly category: string;
  readonly note: string;
}

/** A text as it is compared: without capitals and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
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
