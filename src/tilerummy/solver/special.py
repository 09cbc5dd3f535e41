"""The best melds where special jokers may be among the tiles: double, two-colour and mirror jokers, and limits on the
jokers of a meld. Answers the same `Task` as the search for regular jokers.

Jokers can nearly always be laid somewhere, so the walk at first treats them as free: it leaves them out where they do
not help. If all of them then find places, nothing better can be; the kinds that find none are walked with exactly.
"""

from collections import Counter

from tilerummy.rules.edition import Edition
from tilerummy.rules.melds import Meld
from tilerummy.rules.tiles import KINDS, NUMBER_OF, Tile, in_order, is_joker
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.task import Found, Task

from .special_melds import melds
from .special_places import settled
from .special_rules import meld_rules
from .special_runs import Terms
from .special_walk import Board, Counts, Walk, counts

LOSS, JOKER = 1 << 40, 1 << 20
"""Weights of the cost: what is left behind by the objective, then rack jokers used; the other measure weighs 1."""
FREE = "JDC"
"""The jokers that can be left out at first. A mirror joker needs a pair, so it seldom finds a place afterwards."""


def handles(edition: Edition) -> bool:
    """Whether the edition has special jokers, or melds of regular jokers that the plain search does not know."""
    jokers = edition.tiles.jokers
    few = edition.jokers.per_set is not None and edition.jokers.per_set < jokers.total
    return bool(jokers.D or jokers.C or jokers.M or few)


def walk(task: Task, budget: Budget) -> Found:
    """The least cost, proved, or what is known when the budget ends."""
    must, may = task.must, task.may
    if task.exact or task.objective == "out":
        must, may = in_order((*must, *may)), ()
    leave = leave_costs(task.edition, task.objective)
    most = sum(leave[KINDS.index(tile)] for tile in may) + JOKER * sum(map(is_joker, may))
    rules = meld_rules(task.edition)
    # jokers that are left out cannot help to reach a threshold
    free, nodes, bound = "" if task.threshold else FREE, 0, 0
    while True:
        board = Board(counts(must), counts(may), leave, JOKER, task.threshold, most, free)
        walked = Walk(board, rules).run(budget)
        nodes += walked.nodes
        bound = max(bound, min(walked.bound, most) // LOSS)
        if walked.trail is None:
            return Found(None, task.may, nodes, walked.proved, bound)
        laid = melds(walked.trail, Terms(rules, free))
        spare = _spare(laid, must, may, free)
        full = settled(laid, spare, task.edition)
        if full is not None:
            left = Counter((*must, *may)) - Counter(tile for meld in full for tile in meld.tiles)
            return Found(full, in_order(left.elements()), nodes, True, bound)
        free = "".join(joker for joker in free if joker not in spare)


def _spare(laid: tuple[Meld, ...], must: tuple[Tile, ...], may: tuple[Tile, ...], free: str) -> tuple[Tile, ...]:
    """The free jokers that were left out, the hardest to place first."""
    left = Counter((*must, *may)) - Counter(tile for meld in laid for tile in meld.tiles)
    return tuple(joker for joker in "DCJ" if joker in free for _ in range(left[joker]))


def leave_costs(edition: Edition, objective: Objective) -> Counts:
    """What one tile of each kind costs that stays on the rack."""
    points = [edition.jokers.penalty if is_joker(tile) else NUMBER_OF[tile] for tile in KINDS]
    if objective == "value":
        return tuple(LOSS * worth + 1 for worth in points)
    return tuple(LOSS + worth for worth in points)
