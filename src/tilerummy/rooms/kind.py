"""Rooms as a kind of record, and what is written of one."""

from collections.abc import Sequence

from msgspec.structs import replace

from tilerummy.rooms.clock import deadline_after
from tilerummy.rooms.decide import Decision
from tilerummy.rooms.events import RoomEvent, decode, encode, seated
from tilerummy.rooms.sharing import shared
from tilerummy.rooms.state import RoomState, fold
from tilerummy.rules.game.events import TimedOut
from tilerummy.store import Row, Write
from tilerummy.store.base import Status


class _Kind:
    """Rooms as a kind of record."""

    keeps_bodies = False

    def decode(self, body: bytes) -> tuple[RoomEvent, ...]:
        """The events of a row. Raises ValueError."""
        return tuple(map(shared, decode(body)))

    def encode(self, events: tuple[RoomEvent, ...]) -> bytes:
        """The body of a row."""
        return encode(events)

    def fold(self, state: RoomState | None, events: Sequence[RoomEvent]) -> RoomState:
        """The state after these events. Raises ValueError."""
        return fold(state, events)

    def status(self, state: RoomState) -> Status:
        """How the store's index counts it."""
        return "over" if state.phase == "left" else state.phase


KIND = _Kind()


def first_write(room: str, opened: Decision, actor: str, now: int) -> Write:
    """The append of a new room's first row. It answers no command of that room: ids are the room's before it. Who had
    a seat in what it repeats has a part in it too."""
    row = Row(1, actor, None, encode(opened.events), now)
    first = _write(room, row, opened.state, deadline_after(None, opened.state, None, now))
    return replace(first, players=tuple(sorted(seated(opened.events))))


def writes(room: str, row: Row, decision: Decision, deadline: int | None) -> list[Write]:
    """The append of `row`, and of the first row of a room that it opens. A time-out loses against a deadline that was
    moved on."""
    due = row.at if isinstance(decision.events[0], TimedOut) else None
    opened = [first_write(*decision.opens, row.actor, row.at)] if decision.opens else []
    return [_write(room, row, decision.state, deadline, due), *opened]


def _write(room: str, row: Row, state: RoomState, deadline: int | None, due: int | None = None) -> Write:
    """The append of `row`, which leads to `state`."""
    mover = state.mover
    return Write(
        room,
        row,
        KIND.status(state),
        deadline,
        computer=mover is not None and mover.of_server,
        due=due,
        players=state.people,
    )
