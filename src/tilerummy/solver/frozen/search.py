"""Where what lies on the table binds what may be laid: frozen melds with a joker, jokers that may be replaced from the
rack only, freed jokers that need a new meld.

The best play as if nothing were bound is the answer if the judge allows it, and else as good a play that leaves every
meld with a joker as it lies. Where neither is there, or the first search ends without a proof, branch and bound decides
(`cover.py`).
"""

from functools import partial

from msgspec.structs import replace

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import in_order, is_joker
from tilerummy.solver import unbound
from tilerummy.solver.frozen.cover import Cover
from tilerummy.solver.objectives import cost
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.task import Found, Task


def handles(edition: Edition) -> bool:
    """Whether the table before the turn matters for what may be laid."""
    jokers = edition.jokers
    return (
        jokers.frozen
        or jokers.retrieval == "rack"
        or jokers.freed != "any-set"
        or jokers.group_needs == "both"
        or jokers.double_needs == "both"
    )


def search(task: Task, budget: Budget) -> Found:
    """The least cost, proved, or the best that was found when the budget ends."""
    search = unbound.search_of(task.edition)
    start = budget.begin()
    found = search(task, budget)
    still = tuple(meld for meld in task.table if any(map(is_joker, meld.tiles)))
    if not still or (found.proved and found.melds is None):
        return found
    position = Position(
        task.edition, task.table, in_order((*task.must, *task.may)), opened=True, pool=0, last_turn=False
    )
    worth = partial(_worth, position, task.objective)
    legal = found.melds is not None and played_legally(position, Play((), found.melds)) is not None
    if legal and found.proved:
        return found
    moving = (tile for meld in task.table if meld not in still for tile in meld.tiles)
    kept = search(replace(task, must=in_order((*moving, *task.must)), table=()), budget.rest(found.nodes, start))
    nodes = found.nodes + kept.nodes
    if kept.melds is not None:
        kept = replace(kept, melds=(*still, *kept.melds), nodes=nodes)
        if found.proved and kept.left == found.left:
            return replace(kept, proved=True, bound=found.bound)
    if legal and (kept.melds is None or worth(found) <= worth(kept)):
        kept = replace(found, nodes=nodes)
    known = None if kept.melds is None else worth(kept)
    cover = Cover(task, search, budget, nodes, start)
    best = cover.best(known)
    if best is not None:
        return best
    if kept.melds is None:
        return Found(None, task.may, cover.nodes, cover.proved, found.bound)
    bound = kept.bound if cover.proved else found.bound
    return replace(kept, nodes=cover.nodes, proved=cover.proved, bound=bound)


def _worth(position: Position, objective: Objective, found: Found) -> tuple[int, int, int]:
    return cost(position, objective, found.left)
