"""The door: the best play in a position, judged again before anyone sees it."""

from tilerummy.rules.positions import Position
from tilerummy.solver.query import Answer, Budget, Objective, Query

UNLIMITED = Budget()


def solve(position: Position, objective: Objective = "tiles", budget: Budget = UNLIMITED) -> Answer:
    """The best play in `position` by `objective`: see `query.Answer` for what the answer proves."""
    return answer(Query(position, objective), budget)


def answer(query: Query, budget: Budget = UNLIMITED) -> Answer:
    """The best play that `query` allows, judged by the rules."""
    raise NotImplementedError
