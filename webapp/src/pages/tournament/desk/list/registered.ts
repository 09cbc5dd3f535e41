/** People in the registers of the clubs that this browser keeps, as a list of players has them. */
import { Asking } from '../../../club/asking';
import { keptClubs } from '../../../club/kept';

/** Names that are suggested at once. */
const MOST = 20;

/** Everybody, `name; class`; nobody of a club that the server does not show. */
export async function registered(): Promise<readonly string[]> {
  const keeps = Object.entries(keptClubs()).filter(([, { keeper }]) => keeper);
  const found = await Promise.all(
    keeps.map(([id, { key }]) =>
      new Asking(id, key).register().then(
        ({ members }) => members.map(({ name, category }) => (category === '' ? name : `${name}; ${category}`)),
        () => [],
      ),
    ),
  );
  return [...new Set(found.flat())];
}

/** Those who are meant by what is typed and not on the list: any word of theirs may begin so. */
export function suggested(people: readonly string[], typed: string, listed: ReadonlySet<string>): readonly string[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [];
  const meant = people.filter(
    (one) => ` ${one.toLowerCase()}`.includes(` ${text}`) && !listed.has(one.split(';')[0] ?? one),
  );
  return meant.slice(0, MOST);
}
