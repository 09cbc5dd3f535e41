/** Questions to a tournament's picture: who is who, which round, who sits where. */
import type { EntrantShown, ResultShown, StageShown, TablesShown, TournamentShown } from '../../gen/protocol';

const known = new WeakMap<TournamentShown['entrants'], Map<number, EntrantShown>>();

/** The entrants by number; the same for as long as they are, however often it is asked. */
export function names({ entrants }: TournamentShown): Map<number, EntrantShown> {
  const found = known.get(entrants) ?? new Map(entrants.map((one) => [one.number, one]));
  known.set(entrants, found);
  return found;
}

export function nameOf(shown: TournamentShown, number: number): string {
  return names(shown).get(number)?.name ?? String(number);
}

/** The stage under way, or the last one. */
export function stageNow(shown: TournamentShown): StageShown | undefined {
  return shown.stages.at(-1);
}

/** The round that is not closed, as far as this link may see it; else the last one. */
export function roundNow(shown: TournamentShown): TablesShown | undefined {
  const stage = stageNow(shown);
  return stage?.rounds[shown.current] ?? stage?.rounds.at(-1);
}

/** How far the tournament is: what the organiser does next follows from it. */
export function phase(shown: TournamentShown): 'entering' | 'planned' | 'published' | 'playing' | 'over' {
  if (shown.finished) return 'over';
  if (shown.stages.length === 0) return 'entering';
  const now = stageNow(shown)?.rounds[shown.current]?.phase ?? 'planned';
  return now === 'closed' ? 'planned' : now;
}

/** Results of the round under way that one person alone entered, or that differ; in order. */
export function unconfirmed(shown: TournamentShown): ResultShown[] {
  const stage = shown.stages.length - 1;
  return shown.results.filter(
    (result) => result.stage === stage && result.round === shown.current && result.confirmed === null,
  );
}

/** Whether the desk typed a result in, and nobody said otherwise. */
export function typed({ by, other }: ResultShown): boolean {
  return other === null && !by.startsWith('seat:');
}

export interface Place {
  readonly stage: string;
  readonly round: number;
  readonly table: number | null;
  readonly seat: number;
  readonly mates: readonly number[];
}

/** Where a player sits in every round that can be seen; no table: they sit out. */
export function places(shown: TournamentShown, number: number): Place[] {
  return shown.stages.flatMap((stage) =>
    stage.rounds.flatMap((round, at) => {
      const table = round.tables.findIndex((seats) => seats.includes(number));
      if (table < 0 && !round.byes.includes(number)) return [];
      const mates = round.tables[table] ?? [];
      const seat = mates.indexOf(number) + 1;
      return [{ stage: stage.id, round: at + 1, table: table < 0 ? null : table + 1, seat, mates }];
    }),
  );
}
