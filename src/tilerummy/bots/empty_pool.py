"""Play after the pool is empty: nobody draws any more, so whoever must lay much gives the others much to build on.

The best is to go out; next best to lay so little, or nothing, that no other seat can go out. What the others hold is
sampled among the tiles not seen; of one opponent it is known exactly.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from tilerummy.bots.hidden_racks import Racks, dealt_again, others, unseen
from tilerummy.bots.plays import BUDGET, most_tiles, whole_rack
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.views import View
from tilerummy.rules.judge.ability import must_lay
from tilerummy.rules.moves import Move, Pass, Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import is_joker
from tilerummy.solver.k_best import best_plays
from tilerummy.solver.query import Answer, Query
from tilerummy.solver.solve import answer

SAMPLES: Final = 12
"""Deals of the unseen tiles among several others, the same for every play."""
LARGER_PLAYS: Final = 12
"""Plays of more than one tile that are looked at where no single tile is safe."""


def stalled(view: View, position: Position, stream: Stream) -> Move:
    """The move that lets the fewest others go out next, and of these the one that lays least."""
    if not must_lay(position.edition, position.pool):
        return Pass()
    deals = _deals(view, stream)
    chosen, risk = _safest(view, position, _single_tiles(position), deals)
    if risk:
        larger, less = _safest(view, position, best_plays(position, LARGER_PLAYS, budget=BUDGET), deals)
        chosen = larger if larger and less < risk else chosen
    return chosen or most_tiles(position).play or Pass()


def _deals(view: View, stream: Stream) -> list[Racks]:
    tiles, count = unseen(view), SAMPLES if len(others(view)) > 1 else 1
    return [dealt_again(view, tiles, stream) for _ in range(count)]


def _single_tiles(position: Position) -> Iterator[Answer]:
    """The plays of one tile, jokers last."""
    kinds = sorted(dict.fromkeys(position.rack), key=is_joker)
    for tile in kinds:
        found = answer(Query(position, "tiles", (tile,), (tile,)), BUDGET)
        if found.play is not None:
            yield found


def _safest(view: View, position: Position, plays: Iterator[Answer], deals: list[Racks]) -> tuple[Play | None, float]:
    """The play after which the fewest others go out, and how many that are on average; ties go to the play of fewest
    tiles, then to the first."""
    chosen: Play | None = None
    least = (float("inf"), 0)
    for found in plays:
        assert found.play is not None
        worth = (_going_out(view, position, found.play, deals), found.tiles)
        if worth < least:
            chosen, least = found.play, worth
            if worth == (0, 1):
                break
    return chosen, least[0]


def _going_out(view: View, position: Position, play: Play, deals: list[Racks]) -> float:
    """How many of the others can go out on the new table, on average over the deals."""
    after = replace(position, table=play.table)
    count = 0
    for racks in deals:
        for seat, rack in racks.items():
            theirs = replace(after, rack=rack, opened=view.seats[seat].opened)
            count += whole_rack(theirs).play is not None
    return count / len(deals)
