"""Arranging loose tiles: legal melds of all of them, with tiles of a rack where that helps or where there is room."""

from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import RANK_OF, Tile, in_order
from tilerummy.solver.dispatch import best
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.task import Task


class Arranged(NamedTuple):
    """The `melds`, the rack tiles `left`, and whether it is `proved` that no arrangement lays more of the rack."""

    melds: tuple[Meld, ...]
    left: tuple[Tile, ...]
    proved: bool


def arrange(
    edition: Edition,
    loose: tuple[Tile, ...],
    rack: tuple[Tile, ...] = (),
    objective: Objective = "tiles",
    budget: Budget | None = None,
) -> Arranged | None:
    """Melds of all `loose` tiles and the best of `rack`; None when there are none.

    It asks how tiles can lie, not what a turn may do: the limits on jokers of the table and on openings do not count.
    Raises TimeoutError when the budget ended before it was known, and ValueError for what is no tile.
    """
    for tile in (*loose, *rack):
        if tile not in RANK_OF:
            raise ValueError(f"{tile!r} is not a tile; parse_tiles reads a line")
    found = best(Task(edition, in_order(loose), in_order(rack), objective), budget or Budget())
    if found.melds is None and not found.proved:
        raise TimeoutError("the budget ended before an arrangement was found")
    return None if found.melds is None else Arranged(found.melds, found.left, found.proved)
