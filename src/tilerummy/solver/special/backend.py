"""Tasks with special jokers, or with limits on the jokers of a meld, put as bytes to the kernel where there is
one, else to the definition."""

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.tiles import RANK_OF
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.special import codec as special_request
from tilerummy.solver.special.switches import meld_rules
from tilerummy.solver.task import Found, Task


def handles(edition: Edition) -> bool:
    """Whether the edition has special jokers, or melds of regular jokers that the plain search does not know."""
    jokers = edition.tiles.jokers
    few = edition.jokers.per_set is not None and edition.jokers.per_set < jokers.total
    return bool(jokers.D or jokers.C or jokers.M or few)


def search(task: Task, budget: Budget) -> Found:
    """The least cost, proved, or what is known when the budget ends. The melds of the table that can stay as they lie
    come first."""
    return regular.ask(pose(task, budget), task, budget)


def pose(task: Task, budget: Budget) -> bytes:
    """The task as a request: see `codec.py`."""
    switches = bytes(meld_rules(task.edition)) + special_request.kinds_as_bits(RANK_OF[tile] for tile in task.run_only)
    return regular.pose(task, budget, special_request.VERSION, switches)
