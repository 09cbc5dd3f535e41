"""The laws find what breaks them: a server with a fault is noticed by what random people do."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.people.people import live
from tests.people.town import Broken
from tilerummy.records.parts import Parts
from tilerummy.records.record import Record
from tilerummy.records.registry import Registry
from tilerummy.rooms import caretaking
from tilerummy.rooms.presence.door import Door
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views import projection
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.store import Row


def _keeps_what_is_gone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Record, "_vanish", lambda _: None)


def _shows_a_joker(patch: pytest.MonkeyPatch) -> None:
    moved = projection._moved

    def showing(parts: Parts, shown: Snapshot, state: RoomState, seq: int, deadline: int | None) -> Snapshot:
        held = state.game is not None and "J" in state.game.racks[0]
        made = moved(parts, shown, state, seq, deadline)
        return msgspec.structs.replace(made, turn_number=made.turn_number + held)

    patch.setattr(projection, "_moved", showing)


def _forgets_what_was_answered(patch: pytest.MonkeyPatch) -> None:
    remember = Record._remember

    def forgetting(record: Any, row: Row, events: Any) -> Any:
        entry = remember(record, row, events)
        record._answered.clear()
        return entry

    patch.setattr(Record, "_remember", forgetting)


def _loses_an_update(patch: pytest.MonkeyPatch) -> None:
    take = Viewer.take
    taken = iter(range(1_000_000))

    def losing(viewer: Viewer) -> list[bytes]:
        if next(taken) % 50 == 0 and viewer._cursor is not None:
            viewer._cursor = viewer.room.seq
        return take(viewer)

    patch.setattr(Viewer, "take", losing)


def _ends_no_turn(patch: pytest.MonkeyPatch) -> None:
    async def waiting(_: Room) -> None:
        """No turn ends."""

    patch.setattr(caretaking, "time_out", waiting)


def _tells_before_it_is_kept(patch: pytest.MonkeyPatch) -> None:
    async def telling(record: Any, decision: Any, actor: str, ident: str | None, now: int) -> None:
        row = Row(record.seq + 1, actor, ident, record.kind.encode(decision.events), now)
        deadline = record.kind.deadline(record.state, decision.state, record.deadline, now)
        writes = record._writes(row, decision, deadline)
        record._tell([record._follow(row, decision.events, decision.state, deadline)])
        await record._host.store.append(*writes)

    patch.setattr(Record, "_append", telling)


def _hears_who_is_muted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Door, "gag", Door.bar)


def _repairs_nothing(patch: pytest.MonkeyPatch) -> None:
    async def polling(_: Registry[Any]) -> None:
        """Nobody looks."""

    patch.setattr(Registry, "poll", polling)


@pytest.mark.parametrize(
    ("fault", "seed", "law"),
    [
        (_keeps_what_is_gone, 7, "nothing names who was forgotten|what is removed is gone"),
        (_shows_a_joker, 6, "what is hidden shows nowhere"),
        (_forgets_what_was_answered, 6, "what is sent again is answered again"),
        (_loses_an_update, 6, "who looks has seen all"),
        (_tells_before_it_is_kept, 6, "what was answered is kept|what was shown is kept"),
        (_hears_who_is_muted, 6, "who is muted is silent"),
        (_repairs_nothing, 6, "a server knows all that is kept"),
        (_ends_no_turn, 6, "a turn whose time is up ends"),
    ],
)
def test_a_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None], seed: int, law: str
) -> None:
    fault(monkeypatch)
    many = 2 if fault is _repairs_nothing else 1
    with pytest.raises(Broken, match=law):
        live(seed, 5_000, servers=many)
