/**
 * Who won most at a table, as `sheets/statistics.py` counts it, and here without a connection; `tests/golden/evenings.json` holds both
 * to the same. People are the same on all sheets who have the same name, whether its letters are large or small.
 */
import type { Evening as Told } from '../../../gen/protocol';
import { sum } from '../../tournament/phone/points';

export type Evening = Told;
export type Pair = readonly [string, string];

/** `evenings`: on which they played; `evenings_won`: on which they had place 1; `series`: the most games won in a row. */
export interface Person {
  readonly name: string;
  readonly evenings: number;
  readonly evenings_won: number;
  readonly games: number;
  readonly won: number;
  readonly points: number;
  readonly average: number;
  readonly best: { readonly points: number; readonly date: string; readonly sheet: string };
  readonly series: number;
}

/** Two people in the games that both played, in the order of `names`; `ahead`: games in which each had more points. */
export interface HeadToHead {
  readonly names: Pair;
  readonly games: number;
  readonly ahead: Pair2;
  readonly won: Pair2;
  readonly points: Pair2;
}
type Pair2 = readonly [number, number];

export interface Statistics {
  readonly evenings: number;
  readonly games: number;
  readonly people: readonly Person[];
  readonly pairs: readonly HeadToHead[];
}

/** What is asked for; null asks for all. */
export interface Wanted {
  readonly year?: string | null;
  readonly edition?: string | null;
  readonly pair?: Pair | null;
}

interface Played {
  readonly evening: Evening;
  readonly points: ReadonlyMap<string, number>;
  readonly winners: ReadonlySet<string>;
}

export function statistics(evenings: readonly Evening[], wanted: Wanted = {}): Statistics {
  const { names, games, keys } = gamesOf(evenings, wanted);
  const people = keys.map((key) => personOf(key, names.get(key) ?? key, games));
  people.sort((a, b) => b.won - a.won || b.points - a.points || (a.name < b.name ? -1 : 1));
  return {
    evenings: new Set(games.map(({ evening }) => evening.id)).size,
    games: games.length,
    people,
    pairs: people
      .flatMap((one, at) => people.slice(at + 1).map((other) => pairOf([one.name, other.name], games)))
      .filter((two) => two.games > 0),
  };
}

/** The points of each person so far after each evening, in the order of days; null before their first. */
export function course(
  evenings: readonly Evening[],
  wanted: Wanted,
  people: readonly string[],
): { date: string; points: (number | null)[] }[] {
  const { games } = gamesOf(evenings, wanted);
  const totals = people.map((): number | null => null);
  const days: { id: string; date: string; points: (number | null)[] }[] = [];
  for (const { evening, points } of games) {
    for (const [at, name] of people.entries()) {
      const more = points.get(keyOf(name));
      if (more !== undefined) totals[at] = (totals[at] ?? 0) + more;
    }
    if (days.at(-1)?.id === evening.id) days.pop();
    days.push({ id: evening.id, date: evening.about.date, points: [...totals] });
  }
  return days;
}

/** What two names have in common that are one person's. */
export function keyOf(name: string): string {
  return name.trim().toLowerCase().normalize('NFC');
}

function gamesOf(
  evenings: readonly Evening[],
  { year = null, edition = null, pair = null }: Wanted,
): { names: ReadonlyMap<string, string>; games: Played[]; keys: string[] } {
  const day = ({ about }: Evening): string => about.date;
  const known = [...new Map(evenings.map((evening) => [evening.id, evening])).values()];
  const counted = known
    .sort((a, b) => (day(a) === day(b) ? (a.id < b.id ? -1 : 1) : day(a) < day(b) ? -1 : 1))
    .filter(
      (evening) =>
        (year === null || day(evening).startsWith(year)) && (edition === null || evening.rules.edition === edition),
    );
  const both = pair?.map(keyOf) ?? [];
  const games = counted
    .flatMap((evening) => evening.games.map(({ entry }) => played(evening, entry)))
    .filter(({ points }) => both.every((key) => points.has(key)));
  const keys = [...new Set(games.flatMap(({ points }) => [...points.keys()]))];
  return {
    names: new Map(counted.flatMap(({ players }) => players.map((name) => [keyOf(name), name] as const))),
    games,
    keys: pair === null ? keys : keys.filter((key) => both.includes(key)),
  };
}

function played(evening: Evening, entry: Evening['games'][number]['entry']): Played {
  const keys = evening.players.map(keyOf);
  const took = keys.flatMap((key, seat) =>
    entry.gone[seat] === 'absent' ? [] : [[key, entry.points[seat] ?? 0] as const],
  );
  return { evening, points: new Map(took), winners: new Set(entry.winners.map((seat) => keys[seat] ?? '')) };
}

function personOf(key: string, name: string, games: readonly Played[]): Person {
  const own = games.filter(({ points }) => points.has(key));
  const evenings = [...new Map(own.map(({ evening }) => [evening.id, evening])).values()];
  const scores = own.map(({ points }) => points.get(key) ?? 0);
  const most = Math.max(...scores);
  const best = own[scores.indexOf(most)]!.evening;
  const won = own.map(({ winners }) => winners.has(key));
  return {
    name,
    evenings: evenings.length,
    evenings_won: evenings.filter((evening) => first(evening).includes(key)).length,
    games: own.length,
    won: won.filter(Boolean).length,
    points: sum(scores),
    average: sum(scores) / own.length,
    best: { points: most, date: best.about.date, sheet: best.id },
    series: longest(won),
  };
}

function first(evening: Evening): string[] {
  return evening.standing.flatMap(({ player, place }) => (place === 1 ? [keyOf(evening.players[player] ?? '')] : []));
}

function longest(won: readonly boolean[]): number {
  let [most, run] = [0, 0];
  for (const one of won) {
    run = one ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return most;
}

function pairOf(names: Pair, games: readonly Played[]): HeadToHead {
  const [one, other] = [keyOf(names[0]), keyOf(names[1])];
  const both = games.filter(({ points }) => points.has(one) && points.has(other));
  const scores = both.map(({ points }) => [points.get(one) ?? 0, points.get(other) ?? 0] as const);
  return {
    names,
    games: both.length,
    ahead: [scores.filter(([a, b]) => a > b).length, scores.filter(([a, b]) => b > a).length],
    won: [
      both.filter(({ winners }) => winners.has(one)).length,
      both.filter(({ winners }) => winners.has(other)).length,
    ],
    points: [sum(scores.map(([a]) => a)), sum(scores.map(([, b]) => b))],
  };
}
