"""Every task to the search that knows its edition."""

from tilerummy.rules.melds import Meld
from tilerummy.solver import frozen, regular, special
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task


def best(task: Task, budget: Budget, table: tuple[Meld, ...] = ()) -> Found:
    """The least cost; with `table` (whose tiles are part of `must`) as much of it as it lies as can be."""
    if frozen.handles(task.edition):
        return frozen.walk(task, budget, table)
    if special.handles(task.edition):
        return special.walk(task, budget, table)
    return regular.walk(task, budget, table)
