/** The points of a game from what is left on the racks, to show before it is sent; the server checks that they sum to 0. */

/** Whether a loser who has not opened could have; null: they have opened. */
export type Unopened = 'able' | 'unable' | null;

/** What each loser pays in place of their rack, null for their rack; `pays`: the edition's amount, null where it has none. */
export function owedBy(unopened: readonly Unopened[], pays: number | null | undefined): (number | null)[] {
  return unopened.map((one) => (one === null || pays == null ? null : one === 'able' ? 2 * pays : pays));
}

/**
 * `out`: the seat that went out; null: nobody did, and everyone pays their difference to the lowest rack. `winners`: who of
 * those that share the lowest rack have won. `owed`: what losers pay in place of that. `least`: the lowest rack that can win.
 */
export function pointsOf(
  values: readonly number[],
  out: number | null,
  winners: readonly number[] = lowest(values),
  owed: readonly (number | null)[] = [],
  least = Math.min(...values),
): number[] {
  if (out !== null) {
    const lost = values.map((value, seat) => (seat === out ? 0 : 0 - (owed[seat] ?? value)));
    return lost.map((loss, seat) => (seat === out ? -sum(lost) : loss));
  }
  const lost = values.map((value, seat) =>
    winners.includes(seat) ? 0 : 0 - (owed[seat] ?? Math.max(0, value - least)),
  );
  const total = -sum(lost);
  const share = Math.floor(total / winners.length);
  const rest = total - share * winners.length;
  return lost.map((loss, seat) => {
    if (!winners.includes(seat)) return loss;
    return share + (winners.indexOf(seat) < rest ? 1 : 0);
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
