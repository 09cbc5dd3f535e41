"""Every task to the search that knows its edition."""

from collections import Counter

from tilerummy.rules.melds import Meld
from tilerummy.rules.tiles import in_order
from tilerummy.solver import frozen, regular, special
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task

TRIAL_NODES = 2_000


def best(task: Task, budget: Budget, table: tuple[Meld, ...] = ()) -> Found:
    """The least cost; with `table` (whose tiles are part of `must`) as much of it as it lies as can be."""
    if frozen.handles(task.edition):
        return frozen.walk(task, budget, table)
    if special.handles(task.edition):
        found = special.walk(task, budget)
        return found if found.melds is None or not table else _keeping(task, found, table, budget)
    return regular.walk(task, budget, table)


def _keeping(task: Task, found: Found, table: tuple[Meld, ...], budget: Budget) -> Found:
    """The same tiles laid, with as many melds of the table as they lie as can be, tried in the order they lie in."""
    laid = found.melds or ()
    kept: list[Meld] = []
    rest = Counter(tile for meld in laid for tile in meld.tiles)
    nodes = found.nodes
    trial = Budget(min(TRIAL_NODES, budget.nodes), budget.nanoseconds, budget.clock)
    for meld in table:
        if meld in laid:
            at = laid.index(meld)
            laid = laid[:at] + laid[at + 1 :]
        else:
            without = in_order((rest - Counter(meld.tiles)).elements())
            again = special.walk(Task(task.edition, without, (), "tiles", exact=True), trial)
            nodes += again.nodes
            if again.melds is None:
                continue
            laid = again.melds
        kept.append(meld)
        rest -= Counter(meld.tiles)
    return found._replace(melds=(*kept, *laid), nodes=nodes)
