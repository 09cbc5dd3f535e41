"""The best melds where special jokers may be among the tiles: double, two-colour and mirror jokers, and limits on the
jokers of a meld. Answers the same `Task` as the search for regular jokers."""

from tilerummy.rules.edition import Edition
from tilerummy.rules.tiles import KINDS, NUMBER_OF, Tile, is_joker
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.task import Found, Task

from .special_melds import melds
from .special_rules import meld_rules
from .special_runs import Terms
from .special_walk import Board, Counts, Walk, counts

LOSS, JOKER = 1 << 40, 1 << 20
"""Weights of the cost: what is left behind by the objective, then rack jokers used; the other measure weighs 1."""


def handles(edition: Edition) -> bool:
    """Whether the edition has special jokers, or melds of regular jokers that the plain search does not know."""
    jokers = edition.tiles.jokers
    few = edition.jokers.per_set is not None and edition.jokers.per_set < jokers.total
    return bool(jokers.D or jokers.C or jokers.M or few)


def walk(task: Task, budget: Budget) -> Found:
    """The least cost, proved, or what is known when the budget ends."""
    must, may = counts(task.must), counts(task.may)
    exact = task.exact or task.objective == "out"
    if exact:
        must, may = tuple(map(sum, zip(must, may, strict=True))), (0,) * len(KINDS)
    leave = leave_costs(task.edition, task.objective)
    everything = sum(cost * tiles for cost, tiles in zip(leave, may, strict=True)) + JOKER * sum(may[52:])
    free = "" if task.threshold else "JDC"
    board = Board(must, may, leave, JOKER, task.threshold, everything, free)
    rules = meld_rules(task.edition)
    walked = Walk(board, rules).run(budget)
    bound = min(walked.bound, everything) // LOSS
    if walked.trail is None:
        return Found(None, task.may, walked.nodes, walked.proved, bound)
    laid = melds(walked.trail, Terms(rules, free))
    left = _left(task, counts(tuple(tile for meld in laid for tile in meld.tiles)))
    return Found(laid, left, walked.nodes, True, bound)


def leave_costs(edition: Edition, objective: Objective) -> Counts:
    """What one tile of each kind costs that stays on the rack."""
    points = [edition.jokers.penalty if is_joker(tile) else NUMBER_OF[tile] for tile in KINDS]
    if objective == "value":
        return tuple(LOSS * worth + 1 for worth in points)
    return tuple(LOSS + worth for worth in points)


def _left(task: Task, laid: Counts) -> tuple[Tile, ...]:
    """The tiles of `may` that were not laid."""
    spare = [have - used for have, used in zip(counts((*task.must, *task.may)), laid, strict=True)]
    return tuple(tile for tile, left in zip(KINDS, spare, strict=True) for _ in range(left))
