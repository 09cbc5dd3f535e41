"""Makes a set of positions out of games between experts, with optima proved by the integer program:
`python -m benchmarks.solver_positions xp-160 -n 150 > benchmarks/positions/xp-160.jsonl`."""

import argparse
import json
import random
from collections.abc import Iterator

from tests.oracle.integer_program import best
from tilerummy import editions
from tilerummy.bots.expert import expert
from tilerummy.rules.deal import all_tiles
from tilerummy.rules.edition import Edition
from tilerummy.rules.game import begin, decide, evolve
from tilerummy.rules.judge import Illegal
from tilerummy.rules.notation import format_meld, format_tiles
from tilerummy.rules.positions import Position
from tilerummy.rules.views import position_in, view


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
            for event in decided:
                state = evolve(state, event)


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
        tiles, value = best(position, "tiles"), best(position, "value")
        said = {
            "id": number,
            "table": [format_meld(meld) for meld in position.table],
            "rack": format_tiles(position.rack),
            "opt_tiles": tiles.tiles if tiles else 0,
            "opt_value": value.value if value else 0,
        }
        print(json.dumps(said), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
