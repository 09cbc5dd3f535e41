"""First plays: melds from the rack that reach the edition's amount, and, where it allows, the table in the same turn.

Where the table may be used in later turns only, all that is laid are own melds, and together they reach the amount.
Where it may be used at once, the play must hold a witness: rack tiles among those it lays that make melds worth the
amount by themselves. The best play of a player who has opened is tried first; where it holds no witness, the best play
around each smallest witness is found and the best of them taken.
"""

from collections import Counter
from typing import NamedTuple

from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver import regular
from tilerummy.solver.best import best
from tilerummy.solver.query import Budget, Query
from tilerummy.solver.task import Found, Task
from tilerummy.solver.witnesses import witnesses
from tilerummy.solver.worth import cost


class Opened(NamedTuple):
    """A first play: `opening`, the melds that reach the amount, and what was found with them (`melds`: the complete
    table; None: no play)."""

    opening: tuple[Meld, ...]
    found: Found


def needed(position: Position) -> int:
    """The points an opening must have here, at least 1: an opening holds a meld, whatever it is worth."""
    rule = position.edition.opening
    if rule.after_pool == "waived" and (position.pool == 0 or position.last_turn):
        return 1
    return max(1, rule.amount + (rule.comparison == "more-than"))


def first_play(query: Query, rack: tuple[Tile, ...], budget: Budget, start: int) -> Opened:
    """The best first play that `query` allows; `rack` are the tiles that may be laid, `query.least` among them. All
    searches together keep the budget of a call that began at `start`."""
    position = query.position
    may = in_order((Counter(rack) - Counter(query.least)).elements())
    own = Task(position.edition, query.least, may, query.objective, needed(position))
    if position.edition.opening.table_use == "later-turn":
        found = best(own, budget)
        melds = found.melds
        return Opened(melds or (), found if melds is None else found._replace(melds=position.table + melds))
    return _same_turn(query, rack, may, own, budget, start)


def _same_turn(
    query: Query, rack: tuple[Tile, ...], may: tuple[Tile, ...], own: Task, budget: Budget, start: int
) -> Opened:
    position = query.position
    edition = position.edition
    reaching = Task(edition, (), rack, "tiles", own.threshold)
    if (possible := best(reaching, budget)).melds is None:
        return Opened((), possible._replace(left=may))
    whole = Task(edition, query.least, may, query.objective, table=position.table)
    nodes = possible.nodes
    free = best(whole, budget.rest(nodes, start))
    if free.melds is None:
        return Opened((), free)
    laid = in_order((Counter(rack) - Counter(free.left)).elements())
    nodes += free.nodes
    if (witness := best(reaching._replace(may=laid), budget.rest(nodes, start))).melds is not None:
        return Opened(witness.melds, free)
    if not regular.exact_for(edition):
        return _own_melds(own, free, position, budget.rest(nodes, start))
    return _around_witnesses(query, rack, free._replace(nodes=nodes), own.threshold, budget, start)


def _around_witnesses(
    query: Query, rack: tuple[Tile, ...], free: Found, threshold: int, budget: Budget, start: int
) -> Opened:
    """The best play among those around each smallest witness; `free`: what could be laid without one, with the states
    taken up so far."""
    position, least = query.position, Counter(query.least)
    chosen: Opened | None = None

    def worth(found: Found) -> tuple[int, int, int]:
        return cost(position, query.objective, found.left)

    nodes, proved = free.nodes, free.proved
    for witness in witnesses(rack, threshold):
        if budget.ended(nodes, start):
            proved = False
            break
        forced = Counter(witness) | least
        rest = in_order((Counter(rack) - forced).elements())
        around = Task(position.edition, in_order(forced.elements()), rest, query.objective, table=position.table)
        found = best(around, budget.rest(nodes, start))
        nodes += found.nodes
        proved = proved and found.proved
        if found.melds is not None and (chosen is None or worth(found) < worth(chosen.found)):
            opening = best(Task(position.edition, witness, (), "tiles", threshold), budget).melds
            chosen = Opened(opening or (), found)
            if worth(found) <= worth(free):
                break
    if chosen is None:
        return Opened((), free._replace(melds=None, nodes=nodes, proved=proved))
    bound = chosen.found.bound if proved else free.bound
    return chosen._replace(found=chosen.found._replace(nodes=nodes, proved=proved, bound=bound))


def _own_melds(own: Task, free: Found, position: Position, budget: Budget) -> Opened:
    """Own melds alone, which may not be the best there is: `free` bounds what the table could add."""
    found = best(own, budget)
    if found.melds is None:
        return Opened((), found._replace(proved=False, bound=free.bound))
    same = cost(position, own.objective, found.left) == cost(position, own.objective, free.left)
    proved = same and found.proved and free.proved
    return Opened(found.melds, found._replace(melds=position.table + found.melds, proved=proved, bound=free.bound))
