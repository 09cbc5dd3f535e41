"""Makes a set of positions out of games between experts, with optima proved by the integer program:
`python -m benchmarks.solver_positions xp-160 -n 150 > benchmarks/positions/xp-160.jsonl`.

With special jokers the integer program knows every meld that the tiles make, which takes long where many jokers lie:
`proof` says how each optimum was found, by the `program` or, beyond its limits, by the `search` alone.
"""

import argparse
import json
import random
from collections.abc import Iterator

from tests.oracle.program import least_cost
from tilerummy import editions
from tilerummy.bots.expert import expert
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin, decide, evolve
from tilerummy.rules.game.views import position_in, view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.notation import format_meld, format_tiles
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import is_joker
from tilerummy.solver.objectives import primary
from tilerummy.solver.query import Objective
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

PROGRAM_JOKERS, PROGRAM_TILES = 3, 36
"""The most the integer program over special melds is asked to prove, and no mirror jokers."""


def positions(edition: Edition, stream: random.Random) -> Iterator[Position]:
    """Positions of players who have opened, about one in ten of those met in games of all sizes of table."""
    while True:
        seats = stream.randint(edition.players.least, edition.players.most)
        deck, draws = list(all_tiles(edition)), list(all_tiles(edition))
        stream.shuffle(deck)
        stream.shuffle(draws)
        state = None
        for event in begin(edition, seats, tuple(deck), tuple(draws), "0"):
            state = evolve(state, event)
        while state is not None and state.turn is not None:
            seen = view(state, state.turn)
            position = position_in(seen)
            if position.opened and position.table and stream.random() < 0.1:
                yield position
            decided = decide(state, state.turn, expert(seen, stream))
            if isinstance(decided, Illegal):
                raise AssertionError(decided)
            state = decided.state


def optima(position: Position) -> dict[str, object]:
    """The most tiles and the most value that a play lays, proved."""
    must = tuple(tile for meld in position.table for tile in meld.tiles)
    tiles_lying = must + position.rack
    few = sum(map(is_joker, tiles_lying)) <= PROGRAM_JOKERS and len(tiles_lying) <= PROGRAM_TILES
    free = not special.handles(position.edition)
    by_program = free or (few and "M" not in tiles_lying)
    most = {}
    objectives: tuple[Objective, ...] = ("tiles", "value")
    for objective in objectives:
        if by_program:
            cost = least_cost(Task(position.edition, must, position.rack, objective))
            if cost is None:
                raise AssertionError("the table itself is a way")
            most[objective] = primary(position, objective, position.rack) - cost[0]
        else:
            found = solve(position, objective)
            if found.status not in ("optimal", "no-play"):
                raise AssertionError(found)
            most[objective] = found.tiles if objective == "tiles" else found.value
    proof = {} if free else {"proof": "program" if by_program else "search"}
    return {"opt_tiles": most["tiles"], "opt_value": most["value"], **proof}


def main() -> int:
    """Print the positions as JSON lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("-n", type=int, default=150)
    args = parser.parse_args()
    edition = editions.load(args.edition)
    found = positions(edition, random.Random(args.edition))
    for number in range(1, args.n + 1):
        position = next(found)
        said = {
            "id": number,
            "table": [format_meld(meld) for meld in position.table],
            "rack": format_tiles(position.rack),
            **optima(position),
        }
        print(json.dumps(said), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
