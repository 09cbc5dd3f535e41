/** Who always sits at one table, and where that is not kept. */
import type { TournamentShown } from '../../../gen/protocol';

export interface Sitting {
  readonly table: number;
  readonly round: number;
}

/** The table at which a player always sits. */
export function tableOf(shown: TournamentShown, number: number): number | undefined {
  return shown.fixed.find(([one]) => one === number)?.[1];
}

/** The others who always sit at the same table. */
export function mates(shown: TournamentShown, number: number): number[] {
  const own = tableOf(shown, number);
  return shown.fixed.flatMap(([one, table]) => (table === own && one !== number ? [one ?? 0] : []));
}

/** Where a player sits at another table in a round of the stage under way that is not over. */
export function elsewhere(shown: TournamentShown, number: number): Sitting | undefined {
  const own = tableOf(shown, number);
  if (own === undefined) return undefined;
  for (const [round, { phase, tables }] of (shown.stages.at(-1)?.rounds ?? []).entries()) {
    const table = phase === 'closed' ? 0 : tables.findIndex((seats) => seats.includes(number)) + 1;
    if (table > 0 && table !== own) return { table, round: round + 1 };
  }
  return undefined;
}

/** Where two sit together in a round of the stage under way that is not over. */
export function together(shown: TournamentShown, pair: readonly number[]): Sitting | undefined {
  for (const [round, { phase, tables }] of (shown.stages.at(-1)?.rounds ?? []).entries()) {
    const table =
      phase === 'closed' ? 0 : tables.findIndex((seats) => pair.every((number) => seats.includes(number))) + 1;
    if (table > 0) return { table, round: round + 1 };
  }
  return undefined;
}
