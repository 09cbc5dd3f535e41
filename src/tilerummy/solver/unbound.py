"""The search where nothing on the table binds what may be laid: by what the edition's melds can be."""

from functools import partial

from tilerummy.solver.aside import Search
from tilerummy.solver.mirrors import search as mirrors
from tilerummy.solver.past_last import search as past_last
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Found, Task


def search(task: Task, budget: Budget) -> Found:
    """The least cost, proved, or the best that was found when the budget ends."""
    return _above(special.search if special.handles(task.edition) else regular.search, task, budget)


def in_no_group(task: Task, budget: Budget) -> Found:
    """The same by the search that heeds `run_only`."""
    return _above(special.search, task, budget)


def _above(plain: Search, task: Task, budget: Budget) -> Found:
    return mirrors.search(task, budget, partial(past_last.search, plain=plain))
