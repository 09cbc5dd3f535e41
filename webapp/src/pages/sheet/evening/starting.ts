/** The draw for who starts, in place of tiles from the bag. */

/** A number for each player, the highest starts; players who share the highest draw again. `draw` gives 1 to 13. */
export function drawForStart(players: number, draw: () => number): { rounds: number[][]; starter: number } {
  const rounds: number[][] = [];
  let still = Array.from({ length: players }, (_, seat) => seat);
  while (still.length > 1) {
    const drawn = Array.from({ length: players }, (_, seat) => (still.includes(seat) ? draw() : 0));
    rounds.push(drawn);
    const highest = Math.max(...drawn);
    still = still.filter((seat) => drawn[seat] === highest);
  }
  return { rounds, starter: still[0] ?? 0 };
}
