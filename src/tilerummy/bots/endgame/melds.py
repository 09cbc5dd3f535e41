"""Which tiles can lie in melds together, by their tally alone: where nothing on the table is bound, a turn is no more
than the tiles it lays."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tilerummy.bots.plays import BUDGET
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.tallies import ONE, tally
from tilerummy.rules.tiles import KINDS, Tile, is_joker
from tilerummy.solver import dispatch
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.query import Objective
from tilerummy.solver.task import Task

BYTES: Final = ONE[KINDS[1]].bit_length() // 8
"""Of one kind's count in a tally, the lowest first."""


class Laid(NamedTuple):
    """What a search found: the tally of the tiles that stay behind, None where the others cannot lie in melds, and the
    states that it took."""

    left: int | None
    nodes: int


def unbound(edition: Edition) -> bool:
    """Whether the tiles on a table say all about what can be laid there."""
    return not frozen.handles(edition)


@lru_cache(maxsize=8)
def lying(edition: Edition) -> Callable[[int], Laid]:
    """What says whether all tiles of a tally can lie in melds together. Where the search has no proof, they cannot."""

    @lru_cache(maxsize=1 << 14)
    def lie(tiles: int) -> Laid:
        return most(edition, tiles, 0, "out")

    return lie


def most(edition: Edition, table: int, rack: int, objective: Objective) -> Laid:
    """The best that a rack can lay on a table, by what the objective counts."""
    found = dispatch.best(Task(edition, tiles_of(table), tiles_of(rack), objective), BUDGET)
    return Laid(None if found.melds is None else tally(found.left), found.nodes)


def tiles_of(counted: int) -> tuple[Tile, ...]:
    """The tiles of a tally, in canonical order."""
    counts = counted.to_bytes(BYTES * len(KINDS), "little")[::BYTES]
    return tuple([tile for tile, count in zip(KINDS, counts, strict=True) if count for _ in range(count)])


def singles(rack: int) -> Iterator[int]:
    """One tile of each kind on a rack, jokers last."""
    yield from (ONE[tile] for tile in sorted(dict.fromkeys(tiles_of(rack)), key=is_joker))
