"""First plays in which one meld alone reaches the amount (`opening.melds = "one"`): every such meld of the rack is
tried, and the rest of the rack is an ordinary task beside it. So the best of these plays is the best there is."""

from collections import Counter
from collections.abc import Iterator

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.dispatch import best
from tilerummy.solver.every_meld import melds_of
from tilerummy.solver.objectives import cost
from tilerummy.solver.query import Budget, Query
from tilerummy.solver.task import Found, Task


def openings(edition: Edition, tiles: tuple[Tile, ...], amount: int) -> Iterator[Meld]:
    """The melds of these tiles that reach the amount."""
    return (meld for meld in melds_of(edition, tiles) if readings(meld, edition)[0].value >= amount)


class OneMeld:
    """The searches for one first play: the states they expanded, and whether all of them came to their end."""

    def __init__(self, query: Query, amount: int, budget: Budget, start: int) -> None:
        self.query, self.amount, self.budget, self.start = query, amount, budget, start
        self.nodes, self.proved = 0, True
        self.best: tuple[tuple[int, int, int], tuple[Meld, ...], tuple[Tile, ...]] | None = None

    def best_play(self, rack: tuple[Tile, ...]) -> tuple[tuple[Meld, ...], Found]:
        """The melds laid, and the best play that lays them and no tiles but those of `rack`."""
        for meld in openings(self.query.position.edition, rack, self.amount):
            self._try(meld, Counter(rack) - Counter(meld.tiles))
        if self.best is None:
            return (), Found(None, rack, self.nodes, self.proved)
        worth, melds, left = self.best
        bound = worth[0] if self.proved else 0
        return melds, Found(self.query.position.table + melds, left, self.nodes, self.proved, bound)

    def _try(self, meld: Meld, rest: Counter[Tile]) -> None:
        """The best play that opens with this meld, if it is better."""
        must = Counter(self.query.least) - Counter(meld.tiles)
        if not must <= rest:
            return
        if self.budget.ended(self.nodes, self.start):
            self.proved = False
            return
        edition, may = self.query.position.edition, in_order((rest - must).elements())
        task = Task(edition, in_order(must.elements()), may, self.query.objective)
        found = best(task, self.budget.rest(self.nodes, self.start))
        self.nodes, self.proved = self.nodes + found.nodes, self.proved and found.proved
        if found.melds is not None:
            worth = cost(self.query.position, self.query.objective, found.left)
            if self.best is None or worth < self.best[0]:
                self.best = worth, (meld, *found.melds), found.left
