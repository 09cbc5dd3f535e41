/** The points of a game from what is left on the racks: all that the page counts. */
import type { EndShown } from '../../../gen/protocol';

/** Whether a loser who has not opened could have; null: they have opened. */
export type Unopened = 'able' | 'unable' | null;
/** Who took no part in a game, or left during it; null: neither. */
export type Gone = 'absent' | 'resigned' | null;

/** What each loser pays in place of their rack, null for their rack; `pays`: the edition's amount, null where it has none. */
export function owedBy(unopened: readonly Unopened[], pays: number | null | undefined): (number | null)[] {
  return unopened.map((one) => (one === null || pays == null ? null : one === 'able' ? 2 * pays : pays));
}

export interface Counted {
  /** What the edition says of counting; what is not said is as in most. */
  readonly end?: Partial<EndShown> | null;
  /** Who of those that share the lowest rack have won. */
  readonly winners?: readonly number[];
  /** What losers pay in place of their rack. */
  readonly owed?: readonly (number | null)[];
  /** The lowest rack that can win. */
  readonly least?: number;
  /** The seat that would have moved next: the rest of a shared win goes round from there. */
  readonly to_move?: number | null;
}

/** `out`: the seat that went out; null: nobody did, and the lowest rack wins. As `rules/game/scoring.py` counts. */
export function pointsOf(values: readonly number[], out: number | null, counted: Counted = {}): number[] {
  const { winners = lowest(values), owed = [], least = Math.min(...values) } = counted;
  const end = counted.end ?? {};
  const won = out === null ? winners : [out];
  const whole = out !== null || end.exhausted === 'full-rack';
  const rackOf = (value: number): number =>
    Math.min(whole ? value : Math.max(0, value - least), end.loss_cap ?? Infinity);
  const lost = values.map((value, seat) => (won.includes(seat) ? 0 : 0 - (owed[seat] ?? rackOf(value))));
  if (out === null && lost.every((loss) => loss === 0)) return lost;
  const own = out === null && end.exhausted === 'winner-result';
  const total = (end.winner_bonus ?? 0) - (own ? 0 : sum(lost));
  const share = Math.floor(total / won.length);
  const rest = total - share * won.length;
  const order = inTurn(won, counted.to_move ?? 0, values.length);
  return lost.map((loss, seat) => {
    const at = order.indexOf(seat);
    return at < 0 ? loss : (own ? (values[seat] ?? 0) : 0) + share + (at < rest ? 1 : 0);
  });
}

/** The seats that share the lowest rack. */
export function lowest(values: readonly number[]): number[] {
  const least = Math.min(...values);
  return values.flatMap((value, seat) => (value === least ? [seat] : []));
}

/** Seats in the order of play from one of them. */
function inTurn(seats: readonly number[], from: number, all: number): number[] {
  const turn = (seat: number): number => (seat - from + all) % all;
  return [...seats].sort((one, other) => turn(one) - turn(other));
}

export interface Said {
  /** The tiles on each rack, where somebody counted them. */
  readonly counts?: readonly (number | null)[];
  readonly owed?: readonly (number | null)[];
  readonly gone?: readonly Gone[];
  readonly end?: Partial<EndShown> | null;
  readonly to_move?: number | null;
}

/**
 * Points and winners. Of those who share the lowest rack the fewest tiles win, if they are known of all of them and count.
 * `owed`: what losers pay in place of their rack. `gone`: who took no part has no points; who left cannot win, and who alone has not wins.
 */
export function scored(
  values: readonly number[],
  out: number | null,
  { counts = [], owed = [], gone = [], end = {}, to_move = null }: Said = {},
): { points: number[]; winners: number[] } {
  const stayed = values.flatMap((_, seat) => ((gone[seat] ?? null) === null ? [seat] : []));
  const first = out ?? (stayed.length === 1 ? (stayed[0] ?? null) : null);
  const winners = first === null ? winnersOf(values, end?.tie === 'shared' ? [] : counts, stayed) : [first];
  const least = Math.min(...stayed.map((seat) => values[seat] ?? 0));
  const points = pointsOf(
    values.map((value, seat) => (gone[seat] === 'absent' ? 0 : value)),
    first,
    { end, winners, least, to_move, owed: owed.map((pays, seat) => (gone[seat] === 'absent' ? 0 : pays)) },
  );
  return { points, winners: first !== null || points.some((score) => score !== 0) ? winners : [] };
}

/** Who of those who stayed share the lowest rack. */
export function tiedOf(values: readonly number[], stayed: readonly number[]): number[] {
  return lowest(stayed.map((seat) => values[seat] ?? 0)).map((at) => stayed[at] ?? 0);
}

/** The winners who share a win of which something is left over. */
export function unevenly(points: readonly number[], winners: readonly number[]): readonly number[] {
  return new Set(winners.map((seat) => points[seat])).size > 1 ? winners : [];
}

function winnersOf(values: readonly number[], counts: readonly (number | null)[], stayed: readonly number[]): number[] {
  const seats = tiedOf(values, stayed);
  const known = seats.map((seat) => counts[seat] ?? null);
  if (known.includes(null)) return seats;
  const fewest = Math.min(...known.map((count) => count ?? 0));
  return seats.filter((seat) => counts[seat] === fewest);
}

/** The one score that is missing, so that all sum to 0; unchanged where none or more are. */
export function completed(scores: readonly (number | null)[]): (number | null)[] {
  if (scores.filter((score) => score === null).length !== 1) return [...scores];
  return scores.map((score) => score ?? 0 - sum(scores.map((other) => other ?? 0)));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
