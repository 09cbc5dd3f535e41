"""Exhaustive search where a run may go on to a 1 after 13: every choice of such runs, the rest as an ordinary task.

Of several best choices the first is taken: with as many such runs of each colour as the table has, then with fewer.
A choice that lays everything ends the search, as nothing can be better.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import NUMBER_OF, in_order
from tilerummy.solver.aside import Hand, Melds, Search, Tiles, Tries, hand_of, tiles_of
from tilerummy.solver.past_last.melds import goes_past, past_melds
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task

TRIAL: Final = Budget(nodes=2000)
"""What is spent to find out whether one more meld of the table can stay."""


def search(task: Task, budget: Budget, plain: Search) -> Found:
    """The least cost, proved, or the best that was found when the budget ends. `plain` answers the ordinary tasks."""
    tries = Tries(task, budget, plain, goes_past)
    runs = past_melds(tries.hand.must + tries.hand.may, task.edition, by_value=task.threshold > 0)
    for melds, rest in _likely(runs, tries.hand, task):
        if tries.ended():
            break
        tries.lay(melds, rest)
        if tries.perfect():
            break
    return _steadied(task, tries.found(), plain)


def _likely(melds: list[Meld], hand: Hand, task: Task) -> Iterator[tuple[Melds, Hand]]:
    """Every choice, those first whose last tiles are those of the runs past 13 on the table."""
    like = Counter(meld.tiles[-1] for meld in task.table if goes_past(meld, task.edition))
    similar = [meld for meld in melds if meld.tiles[-1] in like]
    yield from (choice for choice in _choices(similar, hand, like.total()) if _ends(choice[0]) == like)
    last = {meld.tiles[-1] for meld in melds}
    for size in range(sum((hand.must + hand.may)[tile] for tile in last) + 1):
        yield from (choice for choice in _choices(melds, hand, size) if _ends(choice[0]) != like)


def _ends(melds: Melds) -> Tiles:
    return Counter(meld.tiles[-1] for meld in melds)


def _choices(melds: list[Meld], hand: Hand, size: int, first: int = 0) -> Iterator[tuple[Melds, Hand]]:
    """Every choice of so many of these melds that the hand can lay together, with what is left of it."""
    if size == 0:
        yield (), hand
        return
    for at in range(first, len(melds)):
        less = hand.without(melds[at].tiles)
        if less is not None:
            yield from (((melds[at], *others), rest) for others, rest in _choices(melds, less, size - 1, at))


def _steadied(task: Task, found: Found, plain: Search) -> Found:
    """The same with the table as it lies where nothing is laid, else with a run past 13 of the table that can stay."""
    if found.melds is None:
        return found
    hand, table = hand_of(task), tiles_of(task.table)
    if table == hand.must and Counter(found.left) == hand.may:
        return replace(found, melds=task.table)
    if not found.proved:
        return found
    for at, meld in enumerate(task.table):
        if goes_past(meld, task.edition) and meld not in found.melds:
            others = task.table[:at] + task.table[at + 1 :]
            loose = in_order((tiles_of(found.melds) - table).elements())
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
