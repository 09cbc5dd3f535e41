/** Tables arranged by hand: what a player or a table that is picked up may do elsewhere, and what that costs. */
import type { TournamentShown } from '../../../gen/protocol';
import { kept, met, repeats, together, type Met } from './costs';

/** What is picked up, and where it goes: a player, or a table (0: those who sit out). */
export type Place = { readonly player: number } | { readonly table: number };

export interface TableChange {
  readonly table: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export interface Change {
  readonly tables: readonly TableChange[];
  /** How many more pairs meet again than before, and are together that are to be kept apart. */
  readonly repeats: number;
  readonly together: number;
  /** How many leave the table at which they always sit. */
  readonly leaving: number;
}

/** The round that is not closed, as the desk may arrange it. */
export interface Hall {
  /** By table; 0: who sits out; the last is empty, for a new one. */
  readonly tables: ReadonlyMap<number, readonly number[]>;
  /** Tables where something has been played. */
  readonly begun: ReadonlySet<number>;
  readonly gone: ReadonlySet<number>;
  readonly least: number;
  readonly most: number;
  readonly before: Met;
  readonly apart: TournamentShown['apart'];
  readonly fixed: TournamentShown['fixed'];
}

export function hall(shown: TournamentShown): Hall | undefined {
  const stage = shown.stages.at(-1);
  const round = stage?.rounds[shown.current];
  if (stage === undefined || round === undefined) return undefined;
  const [least = 2, most = least] = stage.sizes;
  const used = round.tables.flatMap((seats, at) => (seats.length > 0 ? [[at + 1, seats] as const] : []));
  const empty = round.tables.findIndex((seats) => seats.length === 0) + 1;
  const results = shown.results.filter((one) => one.stage === shown.stages.length - 1 && one.round === shown.current);
  return {
    tables: new Map<number, readonly number[]>([
      ...used,
      ...(round.byes.length > 0 ? [[0, round.byes] as const] : []),
      [empty > 0 ? empty : round.tables.length + 1, []],
    ]),
    begun: new Set([...results.map((one) => one.table), ...(round.phase === 'playing' ? round.online : [])]),
    gone: new Set(shown.entrants.filter((one) => one.withdrawn).map((one) => one.number)),
    least,
    most,
    before: met(stage, shown.current),
    apart: kept(shown),
    fixed: shown.fixed,
  };
}

/** Two swap, one moves, a table joins another or gives half of it to a new one; null where that cannot be. */
export function change(of: Hall, picked: Place, to: Place): Change | null {
  const tables = 'player' in picked ? playerTo(of, picked.player, to) : tableTo(of, picked.table, to);
  const changed = tables.filter((one) => one.before.join() !== one.after.join());
  return changed.length > 0 && changed.every((one) => mayBe(of, one))
    ? { tables: changed, ...cost(of, changed) }
    : null;
}

const seatsOf = (of: Hall, table: number): readonly number[] => of.tables.get(table) ?? [];

function tableOf(of: Hall, player: number): number | undefined {
  return [...of.tables].find(([, seats]) => seats.includes(player))?.[0];
}

function playerTo(of: Hall, player: number, to: Place): TableChange[] {
  const from = tableOf(of, player);
  const into = 'player' in to ? tableOf(of, to.player) : to.table;
  if (from === undefined || into === undefined || of.gone.has(player)) return [];
  if ('player' in to) return of.gone.has(to.player) ? [] : swapped(of, player, to.player, [...new Set([from, into])]);
  if (from === into) return [];
  return [arranged(of, from, without(of, from, player)), arranged(of, into, [...seatsOf(of, into), player])];
}

function swapped(of: Hall, one: number, other: number, tables: readonly number[]): TableChange[] {
  const seat = (player: number): number => (player === one ? other : player === other ? one : player);
  return tables.map((table) => arranged(of, table, seatsOf(of, table).map(seat)));
}

/** Who has left goes where tables are joined or split. */
function tableTo(of: Hall, table: number, to: Place): TableChange[] {
  const here = seatsOf(of, table).filter((one) => !of.gone.has(one));
  if ('player' in to || to.table === table || to.table === 0 || table === 0) return [];
  const there = seatsOf(of, to.table).filter((one) => !of.gone.has(one));
  const kept = there.length > 0 ? [] : here.slice(0, Math.ceil(here.length / 2));
  return [arranged(of, table, kept), arranged(of, to.table, [...there, ...here.slice(kept.length)])];
}

const without = (of: Hall, table: number, player: number) => seatsOf(of, table).filter((one) => one !== player);

function arranged(of: Hall, table: number, after: readonly number[]): TableChange {
  return { table, before: seatsOf(of, table), after };
}

function mayBe(of: Hall, { table, after }: TableChange): boolean {
  const count = after.length;
  return table === 0 || (!of.begun.has(table) && (count === 0 || (of.least <= count && count <= of.most)));
}

function cost(of: Hall, changed: readonly TableChange[]): Omit<Change, 'tables'> {
  const here = (seats: readonly number[]) => seats.filter((one) => !of.gone.has(one));
  const more = (count: (seats: readonly number[]) => number): number =>
    changed.reduce((sum, one) => (one.table === 0 ? sum : sum + count(here(one.after)) - count(here(one.before))), 0);
  const leaving = changed.flatMap(({ table, before, after }) =>
    of.fixed.filter(([one = 0, own]) => own === table && before.includes(one) && !after.includes(one)),
  );
  return {
    repeats: more((seats) => repeats(seats, of.before)),
    together: more((seats) => together(seats, of.apart)),
    leaving: leaving.length,
  };
}
