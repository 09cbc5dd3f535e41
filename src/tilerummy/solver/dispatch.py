"""Dispatch: every task goes to the search that knows its edition."""

from collections.abc import Callable
from functools import lru_cache, partial

from tilerummy.rules.edition.edition import Edition
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.past_last import search as past_last
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Found, Task


def best(task: Task, budget: Budget) -> Found:
    """The least cost, with as much of the task's table as it lies as can be."""
    return _search(task.edition)(task, budget)


@lru_cache(maxsize=64)
def _search(edition: Edition) -> Callable[[Task, Budget], Found]:
    if frozen.handles(edition):
        return frozen.search
    plain = special.search if special.handles(edition) else regular.search
    return plain if edition.runs.past_last is None else partial(past_last.search, plain=plain)
