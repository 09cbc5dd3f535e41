"""Whole games between experts on one core, through the real rules: `python -m benchmarks.solver_games -n 200`.

Every turn is a view, the solver's answer (judged), the move judged again as any player's, its events, the new state.
"""

import argparse
import cProfile
import json
import pstats
import random
import time
from typing import NamedTuple

from tilerummy import editions
from tilerummy.bots.levels import LEVELS
from tilerummy.bots.whole_game import moved
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin, evolve
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.solver.regular import backend as regular


class Played(NamedTuple):
    """What a number of games took, in seconds of the processor: other work on the machine does not count."""

    games: int
    turns: int
    seconds: float


def play(edition: Edition, seats: int, games: int, seed: int = 1) -> Played:
    """Play whole games to their end."""
    stream = random.Random(seed)
    turns = 0
    start = time.process_time()
    for number in range(games):
        turns += _game(edition, seats, stream, f"{seed}-{number}")
    return Played(games, turns, time.process_time() - start)


def _game(edition: Edition, seats: int, stream: random.Random, salt: str) -> int:
    deck, draws = list(all_tiles(edition)), list(all_tiles(edition))
    stream.shuffle(deck)
    stream.shuffle(draws)
    state = None
    for event in begin(edition, seats, tuple(deck), tuple(draws), salt):
        state = evolve(state, event)
    turns, player = 0, LEVELS["expert"]
    while state is not None and state.turn is not None:
        seat = state.turn
        decided = moved(state, seat, player(view(state, seat), stream))
        if isinstance(decided, Illegal):
            raise AssertionError(decided)
        state = decided.state
        turns += 1
    return turns


def main() -> int:
    """Play, and print how many games a second; with --profile where the time goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=100, help="games")
    parser.add_argument("--edition", default="original")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    edition = editions.load(args.edition)
    play(edition, args.seats, 3, seed=0)
    profile = cProfile.Profile()
    if args.profile:
        profile.enable()
    played = play(edition, args.seats, args.n)
    profile.disable()
    rate = played.games / played.seconds
    microseconds = played.seconds / played.turns * 1e6
    said = {
        "edition": edition.id,
        "seats": args.seats,
        "kernel": regular.kernel is not None,
        **played._asdict(),
        "games_per_second": round(rate, 1),
        "microseconds_per_turn": round(microseconds, 1),
    }
    if args.json:
        print(json.dumps(said))
    else:
        print(f"{edition.id}, {args.seats} experts: {played.games} games, {played.turns} turns, {rate:.1f} games/s, "
              f"{microseconds:.0f} us a turn")  # fmt: skip
    if args.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
