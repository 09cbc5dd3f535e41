"""Every task to the search that knows its edition."""

from tilerummy.solver import frozen, regular, special
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task


def best(task: Task, budget: Budget) -> Found:
    """The least cost, with as much of the task's table as it lies as can be."""
    if frozen.handles(task.edition):
        return frozen.walk(task, budget)
    if special.handles(task.edition):
        return special.walk(task, budget)
    return regular.walk(task, budget)
