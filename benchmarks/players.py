"""Computer players: whole games a second on one core, and the time of a move: `python -m benchmarks.players`.

Games go through the real rules and the one judge. With `--beside CHECKOUT` the code of another checkout, as old as the
first version, plays in turn with this one's, so that both are measured on the same machine at the same time. Seconds
are the processor's.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tilerummy import editions
from tilerummy.bots.levels import LEVELS
from tilerummy.bots.whole_game import moved, shuffled
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal

HERE = Path(__file__).resolve().parents[1]
ROWS = (("expert", 4, 1), ("expert", 2, 1), ("champion-rules", 4, 2), ("champion", 4, 50))
"""Who plays, at how many seats, and what share of the games is enough."""
PROGRAM = """
import random, sys, time
from tilerummy import editions
try:
    from tilerummy import play_game
    from tilerummy.bots.levels import PLAYERS
except ImportError:  # the first version: games of its own, dealt and folded here
    from tilerummy.bots.levels import LEVELS as PLAYERS
    from tilerummy.rules.deal import all_tiles
    from tilerummy.rules.game import begin, decide, evolve, fold
    from tilerummy.rules.views import view

    def play_game(edition, levels, stream):
        deck, draws = [*all_tiles(edition)], [*all_tiles(edition)]
        stream.shuffle(deck)
        stream.shuffle(draws)
        state = fold(begin(edition, len(levels), deck, draws, "salt"))
        while state.over is None:
            for event in decide(state, state.turn, PLAYERS[levels[state.turn]](view(state, state.turn), stream)):
                state = evolve(state, event)

level, seats, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
if level not in PLAYERS:  # an older checkout
    sys.exit(print("nan"))
edition = editions.load("original")
for seed in range(3):
    play_game(edition, [level] * seats, random.Random(seed))
start = time.process_time()
for seed in range(games):
    play_game(edition, [level] * seats, random.Random(seed))
print(games / (time.process_time() - start))
"""


def games_a_second(checkout: Path, level: str, seats: int, games: int) -> float:
    """Whole games of `original` a second by the code of a checkout, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-c", PROGRAM, level, str(seats), str(games)]
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def milliseconds(level: str, edition_name: str, seats: int, games: int) -> list[float]:
    """The time of each move of a level in games against itself, sorted."""
    edition, player, times = editions.load(edition_name), LEVELS[level], []
    for seed in range(games):
        stream = random.Random(seed)
        state = fold(begin(edition, seats, shuffled(edition, stream), shuffled(edition, stream), ""))
        while state.turn is not None:
            seen = view(state, state.turn)
            start = time.process_time()
            move = player(seen, stream)
            times.append((time.process_time() - start) * 1000)
            made = moved(state, state.turn, move)
            assert not isinstance(made, Illegal)
            state = made.state
    return sorted(times)


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="another checkout, measured in turn with this")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--moves", type=int, default=10, metavar="GAMES", help="games for the time of a move")
    parser.add_argument("--edition", default="original", help="for the time of a move")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    said: dict[str, Any] = {"games_a_second": {}, "milliseconds_a_move": {}}
    checkouts = {"here": HERE} if args.beside is None else {"here": HERE, "beside": args.beside}
    for level, seats, share in ROWS:
        games = max(1, args.games // share)
        found: dict[str, list[float]] = {name: [] for name in checkouts}
        for _ in range(args.runs):
            for name, checkout in checkouts.items():
                found[name].append(games_a_second(checkout, level, seats, games))
        middle = {name: round(statistics.median(runs), 1) for name, runs in found.items()}
        said["games_a_second"][f"{seats} x {level}"] = middle
    for level in LEVELS:
        times = milliseconds(level, args.edition, 4, args.moves)
        said["milliseconds_a_move"][level] = {
            "mean": round(statistics.fmean(times), 2),
            "p99": round(times[int(len(times) * 0.99)], 1),
            "most": round(times[-1], 1),
        }
    print(json.dumps(said, indent=None if args.json else 2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
