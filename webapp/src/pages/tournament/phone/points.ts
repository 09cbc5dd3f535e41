/** The points of a game from what is left on the racks, to show before it is sent; the server checks that they sum to 0. */

/**
 * `out`: the seat that went out; null: nobody did, and everyone pays their difference to the lowest rack. `winners`: who of
 * those that share the lowest rack have won.
 */
export function pointsOf(
  values: readonly number[],
  out: number | null,
  winners: readonly number[] = lowest(values),
): number[] {
  if (out !== null) {
    const lost = values.map((value, seat) => (seat === out ? 0 : -value));
    return lost.map((loss, seat) => (seat === out ? -sum(lost) : loss));
  }
  const least = Math.min(...values);
  const lost = values.map((value) => least - value);
  const total = -sum(lost);
  const share = Math.floor(total / winners.length);
  const rest = total - share * winners.length;
  return lost.map((loss, seat) => {
    if (!winners.includes(seat)) return loss;
    return share + (seat === winners[0] ? rest : 0);
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
