/** What a change of the tables costs: who meets again, and who should not sit together; from the rounds the desk has. */
import type { StageShown, TournamentShown } from '../../../gen/protocol';

/** How often two players sit together in the rounds of a stage but one. */
export type Met = ReadonlyMap<string, number>;

export const pair = (one: number, other: number): string => (one < other ? `${one}-${other}` : `${other}-${one}`);

export function pairs(seats: readonly number[]): string[] {
  return seats.flatMap((one, at) => seats.slice(at + 1).map((other) => pair(one, other)));
}

export function met(stage: StageShown, except: number): Met {
  const found = new Map<string, number>();
  stage.rounds.forEach((round, at) => {
    if (at === except) return;
    for (const both of round.tables.flatMap(pairs)) found.set(both, (found.get(both) ?? 0) + 1);
  });
  return found;
}

/** Pairs at a table who sit together in another round too. */
export function repeats(seats: readonly number[], before: Met): number {
  return pairs(seats).filter((both) => before.has(both)).length;
}

/** All pairs that are to be kept apart: those that were named, and those of one team. */
export function kept(shown: TournamentShown): TournamentShown['apart'] {
  const mates = shown.teams.teams.flatMap((team) =>
    team.members.flatMap((one, at) => team.members.slice(at + 1).map((other): [number, number] => [one, other])),
  );
  return [...shown.apart, ...mates];
}

/** Pairs at a table who are to be kept apart. */
export function together(seats: readonly number[], apart: TournamentShown['apart']): number {
  return apart.filter((both) => both.every((one) => seats.includes(one))).length;
}

export interface ChairCost {
  readonly table: number;
  /** Whose chair it is; null: one more. */
  readonly left: number | null;
  /** Who moves to a table that is new with them. */
  readonly moving: readonly number[];
  /** Players at the table before and with the one who takes the chair. */
  readonly from: number;
  readonly to: number;
  readonly repeats: number;
  readonly together: number;
}

/** The free chairs with what each costs for a player (null: a new player, who has met nobody), the cheapest first. */
export function chairCosts(shown: TournamentShown, number: number | null): ChairCost[] {
  const stage = shown.stages.at(-1);
  const round = stage?.rounds[shown.current];
  if (stage === undefined || round === undefined) return [];
  const gone = new Set(shown.entrants.filter((one) => one.withdrawn).map((one) => one.number));
  const before = met(stage, shown.current);
  const apart = kept(shown);
  const costs = shown.chairs.map(({ table, left, moving }) => {
    const mates = [...(round.tables[table - 1] ?? []), ...moving].filter((one) => !gone.has(one));
    const all = number === null ? [] : mates;
    return {
      table,
      left,
      moving,
      from: mates.length,
      to: mates.length + 1,
      repeats: repeats(moving, before) + all.filter((one) => before.has(pair(one, number ?? 0))).length,
      together: all.filter((one) => together([one, number ?? 0], apart) > 0).length,
    };
  });
  return costs.sort((a, b) => a.together - b.together || a.repeats - b.repeats || a.from - b.from);
}
