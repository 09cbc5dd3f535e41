"""Exhaustive search where a run may go on to a 1 after 13: every choice of such runs, the rest as an ordinary task.

Of several best choices the first is taken: with as many such runs of each colour as the table has, then with fewer.
A choice that lays everything ends the search, as nothing can be better.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Final, NamedTuple

from msgspec.structs import replace

from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import NUMBER_OF, Tile, in_order
from tilerummy.solver.past_last.melds import goes_past, past_melds
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task

Search = Callable[[Task, Budget], Found]
Tiles = Counter[Tile]
Melds = tuple[Meld, ...]
Cost = tuple[int, int, int]
TRIAL: Final = Budget(nodes=2000)
"""What is spent to find out whether one more meld of the table can stay."""


def search(task: Task, budget: Budget, plain: Search) -> Found:
    """The least cost, proved, or the best that was found when the budget ends. `plain` answers the ordinary tasks."""
    if task.edition.runs.past_last is None:
        return plain(task, budget)
    tries = _Tries(task, budget, plain)
    for melds, rest in _likely(tries.melds(), tries.hand, task):
        if tries.ended():
            break
        tries.lay(melds, rest)
        if tries.perfect():
            break
    return _steadied(task, tries.found(), plain)


class _Hand(NamedTuple):
    """The tiles that must be laid and those that may be."""

    must: Tiles
    may: Tiles

    def without(self, meld: Meld) -> "_Hand | None":
        """The hand after a meld of it, of what must be laid first; None where it lacks a tile."""
        tiles = Counter(meld.tiles)
        more = tiles - self.must
        return _Hand(self.must - tiles, self.may - more) if more <= self.may else None


def _likely(melds: list[Meld], hand: _Hand, task: Task) -> Iterator[tuple[Melds, _Hand]]:
    """Every choice, those first whose last tiles are those of the runs past 13 on the table."""
    like = Counter(meld.tiles[-1] for meld in task.table if goes_past(meld, task.edition))
    similar = [meld for meld in melds if meld.tiles[-1] in like]
    yield from (choice for choice in _choices(similar, hand, like.total()) if _ends(choice[0]) == like)
    last = {meld.tiles[-1] for meld in melds}
    for size in range(sum((hand.must + hand.may)[tile] for tile in last) + 1):
        yield from (choice for choice in _choices(melds, hand, size) if _ends(choice[0]) != like)


def _ends(melds: Melds) -> Tiles:
    return Counter(meld.tiles[-1] for meld in melds)


def _choices(melds: list[Meld], hand: _Hand, size: int, first: int = 0) -> Iterator[tuple[Melds, _Hand]]:
    """Every choice of so many of these melds that the hand can lay together, with what is left of it."""
    if size == 0:
        yield (), hand
        return
    for at in range(first, len(melds)):
        less = hand.without(melds[at])
        if less is not None:
            yield from (((melds[at], *others), rest) for others, rest in _choices(melds, less, size - 1, at))


class _Tries:
    """The best way found so far, and what was spent on it."""

    def __init__(self, task: Task, budget: Budget, plain: Search) -> None:
        self.task, self.budget, self.plain = task, budget, plain
        self.best: Melds | None = None
        self.left = task.may
        self.cost: Cost | None = None
        self.nodes, self.proved, self.start = 0, True, budget.begin()
        self.hand = _hand(task)
        self.ordinary = [meld for meld in task.table if not goes_past(meld, task.edition)]

    def melds(self) -> list[Meld]:
        """The runs past 13 to choose from."""
        return past_melds(self.hand.must + self.hand.may, self.task.edition, by_value=self.task.threshold > 0)

    def ended(self) -> bool:
        """Whether the budget has: from then on nothing is proved."""
        over = self.budget.ended(self.nodes, self.start)
        self.proved = self.proved and not over
        return over

    def perfect(self) -> bool:
        """Whether everything is laid, and no joker is better kept because it costs nothing to keep."""
        kept_free = self.task.objective == "value" and not self.task.edition.jokers.penalty
        return self.best is not None and not self.left and not kept_free

    def lay(self, melds: Melds, rest: _Hand) -> None:
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
        found = self.plain(asked, self.budget.rest(self.nodes, self.start))
        self.nodes += max(1, found.nodes)
        self.proved = self.proved and found.proved
        if found.melds is not None:
            cost = _cost(self.task, found.left)
            if self.cost is None or cost < self.cost:
                self.best, self.left, self.cost = (*melds, *found.melds), found.left, cost

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


def _hand(task: Task) -> _Hand:
    must = Counter(task.must) + _tiles(task.table)
    if task.exact or task.objective == "out":
        return _Hand(must + Counter(task.may), Counter())
    return _Hand(must, Counter(task.may))


def _cost(task: Task, left: tuple[Tile, ...]) -> Cost:
    """Loss by the objective, rack jokers laid (so many fewer stay), the other measure."""
    points = sum(NUMBER_OF.get(tile, task.edition.jokers.penalty) for tile in left)
    staying = sum(tile not in NUMBER_OF for tile in left)
    return (points, -staying, len(left)) if task.objective == "value" else (len(left), -staying, points)


def _steadied(task: Task, found: Found, plain: Search) -> Found:
    """The same with the table as it lies where nothing is laid, else with a run past 13 of the table that can stay."""
    if found.melds is None:
        return found
    hand, table = _hand(task), _tiles(task.table)
    if table == hand.must and Counter(found.left) == hand.may:
        return replace(found, melds=task.table)
    if not found.proved:
        return found
    for at, meld in enumerate(task.table):
        if goes_past(meld, task.edition) and meld not in found.melds:
            others = task.table[:at] + task.table[at + 1 :]
            loose = in_order((_tiles(found.melds) - table).elements())
            rest = search(Task(task.edition, loose, (), "tiles", exact=True, table=others), TRIAL, plain)
            if rest.melds is not None:
                return replace(found, melds=(meld, *rest.melds), nodes=found.nodes + rest.nodes)
    return replace(found, melds=_joined(task, found.melds))


def _joined(task: Task, melds: Melds) -> Melds:
    """The same with a run laid before each run past 13 where both together hold a longer one of the table, and no joker
    whose place may be bound."""
    olds = [Counter(meld.tiles) for meld in task.table if goes_past(meld, task.edition)]
    for low, high in permutations(melds, 2) if olds else ():
        whole = Meld(low.tiles + high.tiles)
        grown = any(old <= Counter(whole.tiles) and not old <= Counter(high.tiles) for old in olds)
        plain = all(tile in NUMBER_OF for tile in whole.tiles)
        if grown and plain and readings(whole, task.edition) and goes_past(whole, task.edition):
            rest = [meld for meld in melds if meld is not low and meld is not high]
            return _joined(task, (*rest, whole))
    return melds


def _tiles(melds: Melds) -> Tiles:
    return Counter(tile for meld in melds for tile in meld.tiles)
