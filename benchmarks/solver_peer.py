"""Times the public peer `rummikub-solver` (GLPK_MI, its fastest backend) on positions; runs in an environment of its
own: `python solver_peer.py POSITIONS`, prints one JSON line."""

import json
import sys
import time
from pathlib import Path

from rummikub_solver import MILPSolver, RuleSet, SolverMode  # type: ignore[import-not-found]

COLOURS = ("BLACK", "RED", "BLUE", "ORANGE")


def main() -> None:
    """Time every position once, and count the optima found."""
    rules = RuleSet(solver_backend=MILPSolver.GLPK_MI)
    codes = {"J": rules.tiles[-1]}
    for tile in rules.tiles[:-1]:
        codes[f"{'krby'[COLOURS.index(tile.colour.name)]}{tile.value}"] = tile
    games, optima = [], []
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        game = rules.new_game()
        game.add_table(*(codes[tile] for meld in known["table"] for tile in meld.split()))
        game.add_rack(*(codes[tile] for tile in known["rack"].split()))
        game.initial = False
        games.append(game)
        optima.append(known["opt_tiles"])
    times, laid = [], []
    for game in games:
        start = time.thread_time_ns()
        found = rules.solve(game, SolverMode.TILE_COUNT)
        times.append((time.thread_time_ns() - start) / 1000)
        laid.append(len(found.tiles) if found else 0)
    print(json.dumps({"times": times, "optimal": sum(map(int.__eq__, laid, optima))}))


if __name__ == "__main__":
    main()
