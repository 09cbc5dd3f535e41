"""What runs in a worker process for a person: the best play of a position, and the steps to it or to another play."""

import time

import msgspec

from tilerummy.rooms.views.messages_out import AdviceStatus, OpeningShort, StepLaid, StepShown
from tilerummy.rules.judge.opening import worth
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.solver.explain.steps import explain
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve


class Advice(msgspec.Struct, frozen=True):
    """The play that lays most tiles, as it goes over the wire; without one all but `status` is empty. `short`: of a
    mover who has not opened and cannot."""

    status: AdviceStatus
    played: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    steps: tuple[StepShown, ...] = ()
    short: OpeningShort | None = None


def advise(position: Position, seconds: float) -> Advice:
    """The best play that is found within `seconds`."""
    budget = Budget(nanoseconds=round(seconds * 1e9), clock=time.perf_counter_ns)
    found = solve(position, "tiles", budget)
    if found.play is None and found.status == "no-play":
        return Advice("no-play", short=None if position.opened else _short(position, budget))
    if found.play is None:
        return Advice("unknown")
    return Advice(
        status="optimal" if found.status == "optimal" else "feasible",
        played=found.played,
        opening=tuple(format_meld(meld) for meld in found.play.opening),
        table=tuple(format_meld(meld) for meld in found.play.table),
        steps=tuple(StepShown(step.code, step.params) for step in explain(position, found.play)),
    )


def retell(position: Position, play: Play) -> tuple[StepLaid, ...]:
    """The steps by which a person would have made a play."""
    return tuple(
        StepLaid(step.code, step.params, tuple(" ".join(piece) for piece in step.pieces), step.hand)
        for step in explain(position, play)
    )


def _short(position: Position, budget: Budget) -> OpeningShort:
    """What the sets of the rack that are worth most are short of the opening."""
    alone = msgspec.structs.replace(position, table=(), opened=True)
    found = solve(alone, "value", budget)
    return OpeningShort(*worth(position, found.play.table if found.play is not None else ()))
