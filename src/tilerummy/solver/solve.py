"""The door: the best play in a position, judged again before anyone sees it.

The order of plays, complete and the same in every search: what the objective counts, most first; fewest jokers of the
rack spent; the other measure (value for `tiles`, tiles for `value`), most first; then the first the search finds in its
written order (`kernel/regular/search.c`). Of the table stays as it lies what `stability.c` there finds; new melds
follow the kept ones in canonical order.
"""

import msgspec

from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order, is_joker
from tilerummy.solver.dispatch import best
from tilerummy.solver.objectives import points, primary
from tilerummy.solver.opening.separate import first_play
from tilerummy.solver.query import OBJECTIVES, Answer, Budget, Objective, Query, Status
from tilerummy.solver.regular import backend
from tilerummy.solver.task import Task

UNLIMITED = Budget()


def has_kernel() -> bool:
    """Whether a kernel searches here; without one the definition does, which takes minutes for a hard move."""
    return backend.kernel is not None


def solve(seen: Position | View, objective: Objective = "tiles", budget: Budget = UNLIMITED) -> Answer:
    """The best play in a position, or in what a viewer sees as if it were their turn; see `query.Answer`. Raises
    ValueError for an objective that is none, TypeError for what is no position."""
    position = position_in(seen) if isinstance(seen, View) else seen
    if not isinstance(position, Position):
        raise TypeError(f"what is solved is a Position or a View, not {position!r}; Position.parse reads a line")
    return answer(Query(position, objective), budget)


def answer(query: Query, budget: Budget = UNLIMITED) -> Answer:
    """The best play that `query` allows, judged by the rules. Raises ValueError for an objective that is none."""
    if query.objective not in OBJECTIVES:
        raise ValueError(f"an objective is one of {', '.join(OBJECTIVES)}, not {query.objective!r}")
    start = budget.begin()
    position = query.position
    rack = position.rack if query.most is None else query.most
    if query.objective == "out" and len(rack) < len(position.rack):
        return _without("no-play", 0, 0, budget, start)
    opening: tuple[Meld, ...] = ()
    if position.opened:
        found = best(
            Task(position.edition, query.least, query.free(rack), query.objective, table=position.table), budget
        )
    else:
        opening, found = first_play(query, rack, budget, start)
    nothing = found.melds is None or len(found.left) == len(rack)
    if nothing and found.proved:
        if query.objective == "value" and not (query.least or position.edition.jokers.penalty):
            return _jokers_alone(query, rack, found.nodes, budget, start)
        return _without("no-play", 0, found.nodes, budget, start)
    bound = primary(position, query.objective, rack) - found.bound
    if found.melds is None or nothing:
        return _without("out-of-budget", bound, found.nodes, budget, start)
    play = Play(opening, found.melds)
    played = played_legally(position, play)
    if played is None:
        return _without("error", bound, found.nodes, budget, start)
    return Answer(
        status="optimal" if found.proved else "feasible",
        play=play,
        played=played,
        tiles=len(played),
        value=points(position, played),
        bound=bound,
        nodes=found.nodes,
        nanoseconds=budget.clock() - start if budget.clock else None,
    )


def _jokers_alone(query: Query, rack: tuple[Tile, ...], nodes: int, budget: Budget, start: int) -> Answer:
    """The best play of jokers alone, which is a play but worth no more than none where a joker has no points."""
    said = _without("no-play", 0, nodes, budget, start)
    for joker in in_order({tile for tile in rack if is_joker(tile)}):
        found = answer(msgspec.structs.replace(query, least=(joker,)), budget.rest(said.nodes, start))
        better = found.status != "no-play" and (said.play is None or 0 < found.tiles < said.tiles)
        said = msgspec.structs.replace(found if better else said, nodes=said.nodes + found.nodes)
    return said


def _without(status: Status, bound: int, nodes: int, budget: Budget, start: int) -> Answer:
    spent = budget.clock() - start if budget.clock else None
    return Answer(status, None, (), 0, 0, bound, nodes, spent)
