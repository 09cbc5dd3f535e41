"""The one question every search answers: which melds can be made of these tiles at the least cost?

`solve.py` and its neighbours put all their questions as tasks; a search for the regular joker (`regular/`), one for the
special jokers (`special/`) and one for tables whose melds are bound (`frozen/`) answer them.
"""

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import Tile
from tilerummy.solver.query import Objective


class Task(msgspec.Struct, frozen=True):
    """Melds are to be made of all tiles of `table`, all of `must` and any of `may` (both in canonical order).

    What can stay of `table` as it lies, does; a search without one asks for its tiles in `must`.
    The cost of leaving tiles of `may` behind, least first: by `objective` (`tiles`: how many; `value`: their penalty
    points; `out`: nothing may be left), then the jokers of `may` that are used, then the other measure (points for
    `tiles` and `out`, tiles for `value`). `threshold`: the opening value that all the melds together must reach, 0 for
    none. `exact`: only an answer that leaves nothing is of interest (as for `out`, whatever the objective). `run_only`:
    kinds that may lie in no group; only the search with special jokers heeds them.
    """

    edition: Edition
    must: tuple[Tile, ...]
    may: tuple[Tile, ...]
    objective: Objective
    threshold: int = 0
    exact: bool = False
    table: tuple[Meld, ...] = ()
    run_only: frozenset[Tile] = frozenset()


class Found(msgspec.Struct, frozen=True):
    """The answer to a task.

    `melds`: None when there is no way (`proved`) or the budget ended first (not `proved`). `left`: the tiles of `may`
    that stay behind. With `proved` the cost is the least there is; without, `bound` in the objective's own unit still
    holds: no answer leaves less.
    """

    melds: tuple[Meld, ...] | None
    left: tuple[Tile, ...]
    nodes: int
    proved: bool
    bound: int = 0
