"""First plays: melds from the rack that reach the edition's amount, and, where it allows, the table in the same turn.

Where the table may be used in later turns only, all that is laid are own melds, and together they reach the amount, or
one of them does (`one_meld.py`).
Where it may be used at once, the play must hold a witness: rack tiles among those it lays that make melds worth the
amount by themselves; see `same_turn.py`.
"""

from typing import NamedTuple

from msgspec.structs import replace

from tilerummy.rules.edition.edition import Opening
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile
from tilerummy.solver.dispatch import best
from tilerummy.solver.opening.one_meld import OneMeld
from tilerummy.solver.opening.same_turn import SameTurn
from tilerummy.solver.query import Budget, Query
from tilerummy.solver.task import Found, Task


class Opened(NamedTuple):
    """A first play: `opening`, the melds that reach the amount, and what was found with them (`melds`: the complete
    table; None: no play)."""

    opening: tuple[Meld, ...]
    found: Found


def needed(position: Position) -> int:
    """The points an opening must have here, at least 1: an opening holds a meld, whatever it is worth."""
    return amount(position.edition.opening, late=position.pool == 0 or position.last_turn)


def amount(rule: Opening, *, late: bool) -> int:
    """The same by an edition's rule, `late` once the pool is empty."""
    if late and rule.after_pool == "waived":
        return 1
    return max(1, rule.amount + (rule.comparison == "more-than"))


def first_play(query: Query, rack: tuple[Tile, ...], budget: Budget, start: int) -> Opened:
    """The best first play that `query` allows; `rack` are the tiles that may be laid, `query.least` among them. All
    searches together keep the budget of a call that began at `start`."""
    position = query.position
    if position.edition.opening.table_use == "same-turn":
        return Opened(*SameTurn(query, needed(position), budget, start).best_play(rack))
    if position.edition.opening.melds == "one":
        return Opened(*OneMeld(query, needed(position), budget, start).best_play(rack))
    task = Task(position.edition, query.least, query.free(rack), query.objective, needed(position))
    found = best(task, budget)
    melds = found.melds
    return Opened(melds or (), found if melds is None else replace(found, melds=position.table + melds))
