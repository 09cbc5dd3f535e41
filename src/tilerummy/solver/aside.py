"""Some melds laid aside, the best of the rest as an ordinary task, and the best of all such ways.

`past_last/` and `mirrors/` choose the melds that the ordinary search does not know.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import NUMBER_OF, Tile, in_order
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task

Search = Callable[[Task, Budget], Found]
Tiles = Counter[Tile]
Melds = tuple[Meld, ...]
Cost = tuple[int, int, int]


class Hand(NamedTuple):
    """The tiles that must be laid and those that may be."""

    must: Tiles
    may: Tiles

    def without(self, laid: Iterable[Tile]) -> "Hand | None":
        """The hand after tiles of it, of what must be laid first; None where it lacks one."""
        tiles = Counter(laid)
        more = tiles - self.must
        return Hand(self.must - tiles, self.may - more) if more <= self.may else None


class Tries:
    """The best way found so far, and what was spent on it. `apart`: the melds that `plain` does not know."""

    def __init__(self, task: Task, budget: Budget, plain: Search, apart: Callable[[Meld, Edition], bool]) -> None:
        self.task, self.budget, self.plain = task, budget, plain
        self.best: Melds | None = None
        self.left = task.may
        self.cost: Cost | None = None
        self.nodes, self.proved, self.start = 0, True, budget.begin()
        self.hand = hand_of(task)
        self.ordinary = [meld for meld in task.table if not apart(meld, task.edition)]

    def ended(self) -> bool:
        """Whether the budget has: from then on nothing is proved."""
        over = self.budget.ended(self.nodes, self.start)
        self.proved = self.proved and not over
        return over

    def counted(self) -> bool:
        """Count a state of the choosing itself; whether the budget has ended."""
        self.nodes += 1
        return self.ended()

    def perfect(self) -> bool:
        """Whether everything is laid, and no joker is better kept because it costs nothing to keep."""
        kept_free = self.task.objective == "value" and not self.task.edition.jokers.penalty
        return self.best is not None and not self.left and not kept_free

    def lay(self, melds: Melds, rest: Hand) -> None:
        """Lay these melds and the best of the rest, and take that way if it is better."""
        lying, must = self._lying(rest.must)
        worth = sum(readings(meld, self.task.edition)[0].value for meld in melds)
        asked = replace(
            self.task,
            must=in_order(must.elements()),
            may=in_order(rest.may.elements()),
            threshold=max(0, self.task.threshold - worth),
            table=lying,
        )
        found = self.ask(asked)
        self.proved = self.proved and found.proved
        if found.melds is not None:
            cost = cost_of(self.task, found.left)
            if self.cost is None or cost < self.cost:
                self.best, self.left, self.cost = (*melds, *found.melds), found.left, cost

    def ask(self, task: Task) -> Found:
        """What the ordinary search says of a task, within what is left of the budget."""
        found = self.plain(task, self.budget.rest(self.nodes, self.start))
        self.nodes += max(1, found.nodes)
        return found

    def _lying(self, must: Tiles) -> tuple[Melds, Tiles]:
        """The ordinary melds of the table whose tiles are all still to be laid, and what must be laid besides."""
        lying: list[Meld] = []
        for meld in self.ordinary:
            tiles = Counter(meld.tiles)
            if tiles <= must:
                lying.append(meld)
                must = must - tiles
        return tuple(lying), must

    def found(self) -> Found:
        """The answer. Where the budget ended nothing is known of what might be left."""
        bound = self.cost[0] if self.cost is not None and self.proved else 0
        return Found(self.best, self.left, self.nodes, self.proved, bound)


def hand_of(task: Task) -> Hand:
    """All tiles of the task."""
    must = Counter(task.must) + tiles_of(task.table)
    if task.exact or task.objective == "out":
        return Hand(must + Counter(task.may), Counter())
    return Hand(must, Counter(task.may))


def cost_of(task: Task, left: tuple[Tile, ...]) -> Cost:
    """Loss by the objective, rack jokers laid (so many fewer stay), the other measure."""
    points = sum(NUMBER_OF.get(tile, task.edition.jokers.penalty) for tile in left)
    staying = sum(tile not in NUMBER_OF for tile in left)
    return (points, -staying, len(left)) if task.objective == "value" else (len(left), -staying, points)


def tiles_of(melds: Melds) -> Tiles:
    """The tiles of these melds."""
    return Counter(tile for meld in melds for tile in meld.tiles)
