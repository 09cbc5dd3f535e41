"""Play after the pool is empty: nobody draws any more, so a player who must lay much gives the others much to build on.

The best is to go out; next best to lay so little, or nothing, that no other seat can go out. What the others hold is
sampled among the tiles not seen; of one opponent it is known exactly.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from msgspec.structs import replace

from tilerummy.bots.hidden_racks import dealt_again, others, unseen
from tilerummy.bots.plays import BUDGET, most_tiles, whole_rack
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.views import View
from tilerummy.rules.judge.ability import must_lay
from tilerummy.rules.moves import Move, Pass, Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, is_joker
from tilerummy.solver.ability import ability
from tilerummy.solver.k_best import best_plays
from tilerummy.solver.query import Answer, Query
from tilerummy.solver.solve import answer

SAMPLES: Final = 12
"""Deals of the unseen tiles among several others, the same for every play; of one opponent there is only one."""
LARGER_PLAYS: Final = 12
"""Plays of more than one tile that are looked at where no single tile is safe."""

SELDOM: Final = 1 / 3
"""The share of sampled racks that may go out after a tile which is laid without need."""

Hand = tuple[int, tuple[Tile, ...]]
"""What a seat may hold."""


def stalled(view: View, position: Position, stream: Stream, samples: int = SAMPLES) -> Move:
    """The move that lets the fewest others go out next, and of these the one that lays least. Without samples nobody
    is expected to go out."""
    if not must_lay(position.edition, position.pool):
        return Pass()
    hands = _hands(view, stream, samples)
    if ability(position).stuck:
        return Pass()
    plays = chain(single_tiles(position), best_plays(position, LARGER_PLAYS, budget=BUDGET))
    return safest(view, position, plays, hands)[0] or most_tiles(position).play or Pass()


def safe_tile(view: View, position: Position, stream: Stream, samples: int = SAMPLES) -> Play | None:
    """A play of one tile after which seldom anybody goes out; None where there is none."""
    hands = _hands(view, stream, samples)
    play, count = safest(view, position, single_tiles(position), hands)
    return play if count <= SELDOM * len(hands) else None


def _hands(view: View, stream: Stream, samples: int) -> list[Hand]:
    if not samples:
        return []
    tiles, count = unseen(view), samples if view.pool or len(others(view)) > 1 else 1
    return [hand for _ in range(count) for hand in dealt_again(view, tiles, stream).items()]


def single_tiles(position: Position) -> Iterator[Answer]:
    """The plays of one tile, jokers last."""
    kinds = sorted(dict.fromkeys(position.rack), key=is_joker)
    for tile in kinds:
        found = answer(Query(position, "tiles", (tile,), (tile,)), BUDGET)
        if found.play is not None:
            yield found


def safest(view: View, position: Position, plays: Iterator[Answer], hands: list[Hand]) -> tuple[Play | None, int]:
    """The play after which the fewest hands go out, and how many do; ties go to the play of fewest tiles, then to the
    first."""
    chosen: Play | None = None
    least = (len(hands) + 1, 0)
    for found in plays:
        assert found.play is not None
        # one that goes out beyond these makes the play worse than the chosen one
        most = least[0] if found.tiles < least[1] else least[0] - 1
        count = going_out(view, replace(position, table=found.play.table), hands, most)
        if count <= most:
            chosen, least = found.play, (count, found.tiles)
            if least == (0, 1):
                break
    return chosen, least[0]


def going_out(view: View, after: Position, hands: list[Hand], most: int) -> int:
    """How many of the hands can go out in the position `after` a play; beyond `most` it stops counting. Those that can
    come to the front, since they most likely can after other plays too."""
    count = 0
    for at, (seat, rack) in enumerate(hands):
        if count > most:
            break
        theirs = replace(after, rack=rack, opened=view.seats[seat].opened)
        if whole_rack(theirs).play is not None:
            hands.insert(count, hands.pop(at))
            count += 1
    return count
