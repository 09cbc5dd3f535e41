"""Dispatch: every task goes to the search that knows its edition."""

from functools import lru_cache

from tilerummy.rules.edition.edition import Edition
from tilerummy.solver import unbound
from tilerummy.solver.aside import Search
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task


def best(task: Task, budget: Budget) -> Found:
    """The least cost, with as much of the task's table as it lies as can be."""
    return search_of(task.edition)(task, budget)


@lru_cache(maxsize=64)
def search_of(edition: Edition) -> Search:
    """The search that knows an edition."""
    return frozen.search if frozen.handles(edition) else unbound.search_of(edition)
