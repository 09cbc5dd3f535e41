/** Lists by family name, as people look for themselves in each language. */

/** Before a family name. Written large they are part of it (Van Damme, Le Goff); small ones do not count (van der Berg,
 * von Ahn), as lists in the Netherlands, Germany and France have it; in Belgium they are written large. */
const PARTICLES = new Set(
  "van von vom de der den het 't ten ter te in op aan zu zum zur du des d la le les af av of da di do dos del della".split(
    ' ',
  ),
);
const AFTER = /^(jr|sr|junior|senior|ii|iii|iv)\.?$/i;

export interface Parted {
  readonly given: string;
  readonly family: string;
  readonly after: string;
}

/** A name around its family name: the last word and the large particles before it, or what stands before a comma. */
export function parted(name: string): Parted {
  const comma = name.indexOf(', ');
  if (comma > 0) {
    const words = name.slice(0, comma).split(' ');
    const small = words.findIndex((word) => !isSmall(word));
    const from = Math.max(0, small);
    return { given: space(words.slice(0, from)), family: space(words.slice(from)).trim(), after: name.slice(comma) };
  }
  const words = name.split(' ');
  const end = words.length > 2 && AFTER.test(words.at(-1) ?? '') ? words.length - 1 : words.length;
  let first = end - 1;
  while (first > 1 && isParticle(words[first - 1] ?? '')) first -= 1;
  const large = words.findIndex((word, at) => at >= first && !isSmall(word));
  const from = large < 0 || large > end - 1 ? end - 1 : large;
  const after = words.slice(end).join(' ');
  return {
    given: space(words.slice(0, from)),
    family: words.slice(from, end).join(' '),
    after: after === '' ? '' : ` ${after}`,
  };
}

/** Sorted by family name, then by what stands before it. German puts ä with ae, as its lists of names do. */
export function byFamily<T extends { readonly name: string }>(people: readonly T[], language: string): T[] {
  const collator = new Intl.Collator(language === 'de' ? 'de-u-co-phonebk' : language, { numeric: true });
  const parts = new Map(people.map((one) => [one, parted(one.name)]));
  const compare = (one: T, other: T, part: (of: Parted) => string): number => {
    const [here, there] = [parts.get(one), parts.get(other)];
    return here && there ? collator.compare(part(here), part(there)) : 0;
  };
  return [...people].sort(
    (one, other) => compare(one, other, (of) => of.family) || compare(one, other, (of) => of.given + of.after),
  );
}

const isParticle = (word: string): boolean => PARTICLES.has(word.toLowerCase().replace('’', "'"));
const isSmall = (word: string): boolean => isParticle(word) && word === word.toLowerCase();
const space = (words: readonly string[]): string => words.map((word) => `${word} `).join('');
