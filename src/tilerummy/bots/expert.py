"""The expert level: lays the solver's best play, most tiles first."""

from __future__ import annotations

from typing import Final

from tilerummy.bots.chance import Stream
from tilerummy.rules.moves import Draw, Move, Pass
from tilerummy.rules.views import View, position_in
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve

PATIENCE: Final = Budget(nodes=200_000)
"""Far more than any position of a real game asks for; a bound on the time of one move."""


def expert(view: View, stream: Stream) -> Move:
    """The play that lays the most tiles this turn, with the fewest jokers, then the most points; always legal.

    `stream` is not needed at this level.
    """
    position = position_in(view)
    best = solve(position, "tiles", PATIENCE)
    if best.play is not None:
        return best.play
    return Draw() if position.pool else Pass()
