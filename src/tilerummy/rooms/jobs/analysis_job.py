"""What runs in a worker process for the analysis board: one question to the solver, answered within a stated time."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, TypeVar

from tilerummy.rooms.jobs.advice_job import retell
from tilerummy.rooms.views.analysed import Analysed, PlayFound, Proof, TileWaits, Wish
from tilerummy.rooms.views.messages_out import AdviceStatus
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile
from tilerummy.solver.arrange import arrange
from tilerummy.solver.every_meld import melds_of
from tilerummy.solver.k_best import best_plays, placeable, ways_out
from tilerummy.solver.objectives import points
from tilerummy.solver.query import Answer, Budget
from tilerummy.solver.solve import solve
from tilerummy.solver.waits import unseen, waits

T = TypeVar("T")
SECONDS: Final = 2.0
"""What one question may take."""
MELDS: Final = 200
"""Melds that are shown of those a rack holds: more than anybody reads."""
_EMPTY: dict[str, Any] = {"whole": True, "plays": (), "tiles": (), "melds": (), "waits": ()}


def analyse(position: Position, loose: tuple[Tile, ...], wish: Wish) -> Analysed:
    """The answer; `loose` are tiles that are to be put right with those of the position's rack."""
    began = time.perf_counter()
    parts: dict[str, Any] = {
        "best": _best,
        "placeable": _placeable,
        "outs": _outs,
        "waits": _waits,
        "arrange": lambda position, wish: _arranged(position, loose, wish),
        "every": _every,
    }[wish.asked](position, wish)
    total = sum(unseen(position).values()) - len(loose)
    ms = round((time.perf_counter() - began) * 1000)
    return Analysed(asked=wish.asked, ms=ms, unseen=total, **{**_EMPTY, **parts})


class Late(Exception):
    """The time for a list is over."""


def _budget(seconds: float = SECONDS) -> Budget:
    return Budget(nanoseconds=round(seconds * 1e9), clock=time.perf_counter_ns)


def _listed(items: Iterator[T], most: int) -> tuple[tuple[T, ...], bool]:
    """The first items, at most so many, that come in time, and whether these are all. Where there are no alarms
    (Windows), only their number ends it."""
    found: list[T] = []
    try:
        with _alarm():
            found.extend(islice(items, most))
            return tuple(found), next(items, None) is None
    except Late:
        return tuple(found), False


@contextmanager
def _alarm() -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _late(*_: object) -> None:
    raise Late


def _best(position: Position, wish: Wish) -> dict[str, Any]:
    budget = _budget()
    start = budget.begin()
    first = solve(position, wish.objective, budget)
    if first.play is None:
        return {"status": "no-play" if first.status == "no-play" else "unknown"}
    found = [first]
    if wish.count > 1:
        plays = best_plays(position, wish.count, wish.objective, budget.rest(0, start), together=True)
        found += [one for one in plays if one.played != first.played][: wish.count - 1]
    whole = len(found) == wish.count or not budget.ended(0, start)
    return {"status": _status(first), "whole": whole, "plays": tuple(_shown(position, one) for one in found)}


def _placeable(position: Position, _: Wish) -> dict[str, Any]:
    tiles = placeable(position, _budget(SECONDS / (1 + len(position.rack))))
    return {"status": "optimal" if tiles else "no-play", "tiles": tiles}


def _outs(position: Position, wish: Wish) -> dict[str, Any]:
    found, whole = _listed(ways_out(position, wish.count + 1, _budget()), wish.count)
    return {
        "status": _of_list(found=bool(found), whole=whole),
        "plays": tuple(_way_out(position, play) for play in found),
    }


def _waits(position: Position, _: Wish) -> dict[str, Any]:
    found = waits(position, _budget())
    shown = [TileWaits(tile, draws, sum(found.unseen[drawn] for drawn in draws)) for tile, draws in found.draws.items()]
    return {"status": "optimal" if found.proved else "feasible", "tiles": found.ready, "waits": tuple(shown)}


def _arranged(position: Position, loose: tuple[Tile, ...], wish: Wish) -> dict[str, Any]:
    try:
        found = arrange(position.edition, loose, position.rack, wish.objective, _budget())
    except TimeoutError:
        return {"status": "unknown"}
    if found is None:
        return {"status": "no-play"}
    status = "optimal" if found.proved else "feasible"
    return {"status": status, "melds": tuple(map(format_meld, found.melds)), "tiles": found.left}


def _every(position: Position, _: Wish) -> dict[str, Any]:
    found, whole = _listed(melds_of(position.edition, position.rack), MELDS)
    return {"status": _of_list(found=bool(found), whole=whole), "melds": tuple(map(format_meld, found))}


def _status(found: Answer) -> Proof:
    return "optimal" if found.status == "optimal" else "feasible"


def _of_list(*, found: bool, whole: bool) -> AdviceStatus:
    if not found:
        return "no-play" if whole else "unknown"
    return "optimal" if whole else "feasible"


def _shown(position: Position, found: Answer) -> PlayFound:
    assert found.play is not None
    return _laid(position, found.play, found.played, _status(found), found.bound)


def _way_out(position: Position, play: Play) -> PlayFound:
    return _laid(position, play, position.rack, "optimal", len(position.rack))


def _laid(position: Position, play: Play, played: tuple[Tile, ...], status: Proof, bound: int) -> PlayFound:
    return PlayFound(
        status=status,
        played=played,
        tiles=len(played),
        value=points(position, played),
        bound=bound,
        opening=tuple(map(format_meld, play.opening)),
        table=tuple(map(format_meld, play.table)),
        steps=retell(position, play),
    )
