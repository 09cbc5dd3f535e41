"""Rooms as a kind of record, and what is written of one."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from tilerummy.records.kind import Entry, Kind
from tilerummy.rooms.clock import ASKING, deadline_after
from tilerummy.rooms.consent.events import WentOn
from tilerummy.rooms.decision import Decision
from tilerummy.rooms.events import AskingOver, RoomEvent, TimeOver, decode, encode, is_bounded, is_of_game, seated
from tilerummy.rooms.evolve import fold
from tilerummy.rooms.sharing import shared
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.notices import calls, words
from tilerummy.rules.game.events import TimedOut
from tilerummy.rules.refusal import refuse
from tilerummy.store import Row, Write
from tilerummy.store.base import Status

BESIDE: Final = 200
"""Rows of a room that hold nothing of its game: a table of eight that changes its mind twenty times."""


def _decode(body: bytes) -> tuple[RoomEvent, ...]:
    return tuple(map(shared, decode(body)))


def _status(state: RoomState) -> Status:
    return "over" if state.phase == "left" else state.phase


def _computer(state: RoomState) -> bool:
    mover = state.mover
    return mover is not None and mover.of_server


def first_write(
    room: str, opened: Decision, actor: str, now: int, asking: int = ASKING, called: Sequence[str] = ()
) -> Write:
    """The append of a new room's first row. It answers no command of that room: ids are the room's before it. Who had
    a seat in what it repeats has a part in it too. `asking`: see `deadline_after`; `called`: guests who are told that
    the table waits for them."""
    row = Row(1, actor, None, encode(opened.events), now)
    first = _write(room, row, None, opened.state, deadline_after(None, opened.state, None, now, asking))
    players = tuple(sorted({*first.players, *seated(opened.events)}))
    return replace(first, players=players, words=(*first.words, *calls(opened.state, called, now)))


def _writes(room: str, before: RoomState, row: Row, decision: Decision, deadline: int | None) -> list[Write]:
    """The append of `row`, and of the first row of a room that it opens. A time-out loses against a deadline that was
    moved on."""
    due = row.at if isinstance(decision.events[0], TimedOut | AskingOver | TimeOver | WentOn) else None
    opened = [first_write(*decision.opens, row.actor, row.at)] if decision.opens else []
    return [_write(room, row, before, decision.state, deadline, due), *opened]


def _write(
    room: str, row: Row, before: RoomState | None, state: RoomState, deadline: int | None, due: int | None = None
) -> Write:
    """The append of `row`, which leads from one state to the next. A circle finds its games as guests find theirs."""
    return Write(
        *(room, row, _status(state), deadline),
        computer=_computer(state),
        slow=state.correspondence,
        due=due,
        players=state.people if state.circle is None else (*state.people, state.circle),
        words=words(before, state, row.actor, deadline, row.at),
    )


def bounded(decision: Decision | None, entries: Sequence[Entry[RoomEvent]]) -> Decision | None:
    """The decision. Raises Refusal for one more row beside the game where there are as many as a room may have."""
    free = decision is None or decision.opens or any(map(is_bounded, decision.events)) or len(entries) < BESIDE
    if not free and sum(not is_of_game(entry.events) for entry in entries) >= BESIDE:
        raise refuse("record-full", most=BESIDE)
    return decision


def kind(asking: int) -> Kind[RoomState, RoomEvent]:
    """Rooms in which players may ask for a new deal so long (ms)."""
    deadline = partial(deadline_after, asking=asking)
    return Kind(_decode, encode, fold, _status, deadline=deadline, computer=_computer, writes=_writes)
