/** How the ratings of some people went, event after event, as the plot wants it. */
import type { ClubEventShown, ClubPersonShown } from '../../gen/protocol';
import { dayText } from '../sheet/evening/about';

export interface RatingRow {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly spread: readonly (number | null)[];
}

export const namesOf = (people: readonly ClubPersonShown[]): string[] => people.map(({ person }) => person.name);

/** A row for each event in which one of them played, in order: everybody's rating after it; null before their first. */
export function ratingRows(
  people: readonly ClubPersonShown[],
  events: readonly ClubEventShown[],
  region: string,
): RatingRow[] {
  const played = new Set(people.flatMap(({ events }) => events.map(({ event }) => event)));
  const after = people.map(({ events }) => new Map(events.map((one) => [one.event, one])));
  const values: (number | null)[] = people.map(() => null);
  const spread = [...values];
  // events come the last first
  return [...events]
    .reverse()
    .filter(({ number }) => played.has(number))
    .map(({ number, name, day }) => {
      after.forEach((own, at) => {
        const one = own.get(number);
        values[at] = one?.strength ?? values[at] ?? null;
        spread[at] = one?.interval ?? spread[at] ?? null;
      });
      return { label: `${name}, ${dayText(day, region)}`, values: [...values], spread: [...spread] };
    });
}
