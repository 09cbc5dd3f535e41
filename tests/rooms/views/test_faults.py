"""One part of a room's picture fails at a time: only that part is missing, and never what a player needs to move."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.records.planting import each_costs_itself, plant
from tests.rooms.test_secrecy import played
from tilerummy import editions
from tilerummy.records.parts import Part
from tilerummy.rooms.decide import person
from tilerummy.rooms.events import Created
from tilerummy.rooms.evolve import fold
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views import projection
from tilerummy.rooms.views.projection import Public, public, seen_by
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rules.game.decide import decide, resign
from tilerummy.rules.game.endings import Decided
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Draw

ALWAYS: set[Part] = {"round", "match", "totals", "banks"}
OF_A_GAME: set[Part] = {"last", "result", "revealed"}
FIELDS = {"totals": {"seats"}, "banks": {"seats"}}
"""Where a part has not the name of its field."""
TO_MOVE = ("view", "own", "format_meld", "edition_shown")
"""What makes the parts of a picture that a player needs to move."""


def lobby() -> RoomState:
    return fold(None, [Created(editions.load("twist"), None, False, "p0", (person("Ann", "p0"), None), (0, 0), None)])


def playing() -> RoomState:
    state, _ = played("twist", 2, 12, random.Random(7))
    return msgspec.structs.replace(state, banks=(60_000, 50_000))


def after(state: RoomState, decided: Decided | Illegal) -> RoomState:
    assert not isinstance(decided, Illegal)
    return fold(state, decided.events)


def over() -> RoomState:
    state = playing()
    assert state.game is not None
    return after(state, resign(state.game, 0))


def seen(state: RoomState, seat: int | None) -> Snapshot:
    return seen_by(public("room", state, 7, 1000), state, seat, owner=seat == 0)


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize(
    ("state", "parts"), [(lobby, ALWAYS), (playing, ALWAYS | OF_A_GAME), (over, ALWAYS | OF_A_GAME)]
)
def test_a_fault_in_one_part_costs_that_part_alone(
    state: Callable[[], RoomState], parts: set[Part], seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = state()
    each_costs_itself(monkeypatch, lambda: seen(here, seat), parts, FIELDS)


@pytest.mark.parametrize("name", TO_MOVE)
def test_what_a_player_needs_to_move_is_never_missing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = playing()

    def fails(*_: Any) -> Any:
        raise LookupError("planted")

    monkeypatch.setattr(projection, name, fails)
    with pytest.raises(LookupError, match="planted"):
        seen(state, 0)


def test_what_is_missing_is_still_missing_after_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no move changes is not made again."""
    room, state = Public("room"), playing()
    assert state.game is not None
    plant(monkeypatch, "match")
    assert room.of(state, 7, None).missing == ("match",)
    moved = after(state, decide(state.game, state.game.turn or 0, Draw()))
    plant(monkeypatch, "totals")
    assert room.of(moved, 8, None).missing == ("match", "totals")
    plant(monkeypatch, None)
    assert room.of(moved, 9, None).missing == ("match",)
    assert room.of(over(), 10, None).missing == ()
