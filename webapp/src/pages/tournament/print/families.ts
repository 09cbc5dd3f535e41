/** Lists by family name, as people look for themselves in each language. */

/** Before a family name. Written large they are part of it (Van Damme, El Amrani); small ones do not count (van der Berg,
 * von Ahn, dos Santos), as lists in the Netherlands, Germany, Spain and Portugal have it; in Belgium they are written large. */
const PARTICLES = new Set(
  [
    "van vande vanden vander de den der ten ter te het 't op in uit uyt ver",
    'von vom zu zum zur an am auf aus im und',
    'af av',
    'du des d la le les',
    'di da dal dalla dei degli del della dello lo li',
    'do dos das las los',
    'al el ul ben bin ibn bint abu abou abd ait bou oulad',
  ].flatMap((words) => words.split(' ')),
);
/** Between two family names of one person: Ortega y Gasset. */
const BETWEEN = new Set(['y', 'e', 'i']);
/** A small particle that hangs on its name: d'Ormesson. */
const HANGING = /^(?:d|l|t|all|dall|dell)['’](?=\p{Lu})/u;
/** After a family name: which of them, and the letter or figure that tells namesakes apart. */
const AFTER = /^(?:(?:jr|sr|junior|júnior|senior|ii|iii|iv|fils|filho|neto|sobrinho)\.?|\p{Lu}|\d+)$/iu;
/** What stands in brackets at the end: Jan Peeters (Ninove). */
const BRACKETS = /\s+[([][^()[\]]*[)\]]\s*$/;

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
  const words = name.slice(0, lengthBefore(name)).split(' ');
  const after = name.slice(lengthBefore(name));
  const last = words.length - 1;
  let first = last;
  while (first > 1 && isParticle(words[first - 1] ?? '')) first -= 1;
  while (first > 2 && BETWEEN.has(words[first - 1] ?? '')) first -= 2;
  const large = words.findIndex((word, at) => at >= first && !isSmall(word));
  const from = large < 0 ? last : large;
  const family = words.slice(from).join(' ');
  const hangs = HANGING.exec(family)?.[0] ?? '';
  return { given: space(words.slice(0, from)) + hangs, family: family.slice(hangs.length), after };
}

/** How much of a name there is before what stands after the family name; a name of two words ends with it. */
function lengthBefore(name: string): number {
  const brackets = BRACKETS.exec(name)?.index ?? 0;
  if (brackets > 0) return lengthBefore(name.slice(0, brackets));
  const space = name.lastIndexOf(' ');
  const ends = AFTER.test(name.slice(space + 1)) && name.slice(0, space).includes(' ');
  return ends ? lengthBefore(name.slice(0, space)) : name.length;
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
