"""Which sets of rack tiles the mover could lay, asked by what lies on the table, however it lies."""

from collections import Counter
from typing import Final

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver import dispatch
from tilerummy.solver.query import Budget, Query
from tilerummy.solver.regular import backend
from tilerummy.solver.solve import answer
from tilerummy.solver.task import Task

BUDGET: Final = Budget(nodes=3_000)
"""For each question."""
Tiles = tuple[Tile, ...]


def unbound(edition: Edition) -> bool:
    """Whether what can be laid depends on the tiles of the table alone, not on the melds they lie in."""
    return dispatch.search_of(edition) is backend.search


class Laying:
    """The questions of one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._by_tiles = position.opened and unbound(position.edition)
        self._table = in_order(tile for meld in position.table for tile in meld.tiles)

    def most(self, of: Tiles, budget: Budget = BUDGET) -> Tiles:
        """The most of these rack tiles that one play can lay, none of them if the budget ends before a play."""
        if not self._by_tiles:
            return answer(Query(self.position, most=of), budget).played
        found = dispatch.best(Task(self.position.edition, self._table, of, "tiles"), budget)
        return () if found.melds is None else in_order((Counter(of) - Counter(found.left)).elements())

    def lays(self, tiles: Tiles) -> bool:
        """Whether a play can lay these tiles and no others."""
        if not self._by_tiles:
            return answer(Query(self.position, least=tiles, most=tiles), BUDGET).play is not None
        task = Task(self.position.edition, in_order((*self._table, *tiles)), (), "tiles")
        return dispatch.best(task, BUDGET).melds is not None

    def play(self, tiles: Tiles) -> Play:
        """The play that lays these. Raises ValueError where there is none."""
        play = answer(Query(self.position, least=tiles, most=tiles)).play
        if play is None:
            raise ValueError(f"nobody can lay {' '.join(tiles)} here")
        return play
