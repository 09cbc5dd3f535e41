/** The points of a game from what is left on the racks: all that the page counts. */
import type { EndShown } from '../../../gen/protocol';

/** Whether a loser who has not opened could have; null: they have opened. */
export type Unopened = 'able' | 'unable' | null;

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
  return lost.map((loss, seat) => {
    const at = won.indexOf(seat);
    return at < 0 ? loss : (own ? (values[seat] ?? 0) : 0) + share + (at < rest ? 1 : 0);
  });
}

/** The seats that share the lowest rack. */
export function lowest(values: readonly number[]): number[] {
  const least = Math.min(...values);
  return values.flatMap((value, seat) => (value === least ? [seat] : []));
}

/** The one score that is missing, so that all sum to 0; unchanged where none or more are. */
export function completed(scores: readonly (number | null)[]): (number | null)[] {
  if (scores.filter((score) => score === null).length !== 1) return [...scores];
  return scores.map((score) => score ?? 0 - sum(scores.map((other) => other ?? 0)));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
