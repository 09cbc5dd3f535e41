"""Whether every turn of whole games is answered with a proof: `python -m benchmarks.solver_turns HOUSE -n 20000`.

In each turn the best play is asked for by one objective or another, and laid where there is one. Turns count in which
a mover who has opened finds a joker on the table. The editions are the official ones and those of
`tests.oracle.houses`; the budget is the solver's own.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from tests.oracle.sweep import edition_of
from tilerummy.bots.whole_game import moved
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Draw, Move, Pass
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.rules.tiles import is_joker
from tilerummy.solver.query import Answer, Objective
from tilerummy.solver.solve import solve

OBJECTIVES: tuple[Objective, ...] = ("tiles", "tiles", "tiles", "value", "value", "out")
PROVED = ("optimal", "no-play")
PARTS = {"median": 0.5, "p99": 0.99, "p99.9": 0.999, "most": 1.0}


class Turn(NamedTuple):
    """A question of a game, its answer, and how long that took."""

    position: Position
    objective: Objective
    answer: Answer
    seconds: float


def turns(edition: Edition, random: Random) -> Iterator[Turn]:
    """Turns of game after game without end."""
    while True:
        state = _dealt(edition, random)
        while state.turn is not None:
            position, objective = position_of(state, state.turn), random.choice(OBJECTIVES)
            start = time.process_time()
            found = solve(position, objective)
            yield Turn(position, objective, found, time.process_time() - start)
            state = _after(state, found)


def _dealt(edition: Edition, random: Random) -> GameState:
    deck, draws = list(all_tiles(edition)), list(all_tiles(edition))
    random.shuffle(deck)
    random.shuffle(draws)
    seats = random.randint(max(2, edition.players.least), edition.players.most)
    return fold(begin(edition, seats, tuple(deck), tuple(draws), ""))


def _after(state: GameState, found: Answer) -> GameState:
    """The state after the play that was found, or after a draw; with the pool empty, after any play there is."""
    seat = state.turn or 0
    play = found.play if found.play or state.pool else solve(position_of(state, seat)).play
    idle: Move = Draw() if state.pool else Pass()
    made = moved(state, seat, play or idle)
    if isinstance(made, Illegal):
        raise AssertionError(made)
    return made.state


def binds(turn: Turn) -> bool:
    """Whether there is a joker on the table for a mover who has opened."""
    position = turn.position
    return position.opened and any(is_joker(tile) for meld in position.table for tile in meld.tiles)


def main() -> int:
    """Play and print what is not proved; 0 when everything is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition")
    parser.add_argument("-n", type=int, default=1000, help="turns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, default=10.0, help="print what takes more seconds")
    args = parser.parse_args()
    said, spent = Counter[str](), list[float]()
    asked = turns(edition_of(args.edition), Random(f"{args.edition} {args.seed}"))
    for position, objective, found, seconds in islice(filter(binds, asked), args.n):
        said[found.status] += 1
        spent.append(seconds)
        if found.status not in PROVED or seconds > args.slow:
            line = format_position(layout_of(position))
            print(f"{found.status} after {seconds:.1f} s, {found.nodes} nodes, {objective}: {line}", flush=True)
    spent.sort()
    times = ", ".join(f"{name} {1000 * spent[int(len(spent) * part) - 1]:.0f} ms" for name, part in PARTS.items())
    print(f"{args.edition}: {len(spent)} turns, {dict(said)}; {times}")
    return 1 if set(said) - set(PROVED) else 0


if __name__ == "__main__":
    raise SystemExit(main())
