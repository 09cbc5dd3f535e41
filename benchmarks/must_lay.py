"""How often it is settled whether a mover must lay a tile once the pool is empty, within the budget of `ability`:
`python -m benchmarks.must_lay twist-sides -n 500`.

The turns are those of games between computer players with the pool empty, in official editions, or for the houses of
`tests.oracle.houses` in the edition that they are made of, which is played sooner and forbids more. A turn of which
nothing is settled may be passed, and its event says so.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from msgspec.structs import replace

from tests.oracle.sweep import edition_of
from tilerummy import editions
from tilerummy.bots.levels import PLAYERS
from tilerummy.bots.whole_game import playing, shuffled
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.state import position_of
from tilerummy.rules.judge.ability import Ability, must_lay
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.solver.ability import ability, forget


def turns(edition: Edition, level: str, random: Random) -> Iterator[Position]:
    """Turns in which the mover must lay a tile if they can, of game after game without end."""
    played = editions.load(edition.book)
    while True:
        seats = random.randint(max(2, edition.players.least), edition.players.most)
        decks = shuffled(played, random), shuffled(played, random)
        for decided in playing(played, [PLAYERS[level]] * seats, *decks, random):
            state = decided.state
            if state.turn is not None and must_lay(edition, len(state.pool)):
                yield replace(position_of(state, state.turn), edition=edition)


def told(found: Ability) -> str:
    """What was settled."""
    return "can lay" if found.play else "stuck" if found.stuck else "open"


def main() -> int:
    """Ask and print what stays open; 0 when nothing does."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition")
    parser.add_argument("-n", type=int, default=500, help="turns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="gentle", choices=PLAYERS, help="who plays")
    args = parser.parse_args()
    said, longest = Counter[str](), 0.0
    edition = edition_of(args.edition)
    asked = turns(edition, args.level, Random(f"{args.edition} {args.seed}"))
    for position in islice(asked, args.n):
        forget()
        start = time.process_time()
        answer = told(ability(position))
        longest = max(longest, time.process_time() - start)
        said[answer] += 1
        if answer == "open":
            print(format_position(layout_of(position)), flush=True)
    print(f"{args.edition}: {said.total()} turns, {dict(said)}, at most {longest:.1f} s")
    return 1 if said["open"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
