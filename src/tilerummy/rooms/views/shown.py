"""A room's record as each of its viewers may see it: the state at its last row, and the events after a number."""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from tilerummy.records.kind import Entry
from tilerummy.records.record import Record
from tilerummy.rooms.events import RoomEvent, SeenRoomEvent, is_of_game, seen
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.messages_out import VERSION, Update, Welcome
from tilerummy.rooms.views.projection import Public, seen_by
from tilerummy.rooms.views.snapshot import Snapshot

_encode = msgspec.json.Encoder().encode


class Shown:
    """What viewers of a room's record see. `now` tells the time (ms)."""

    def __init__(self, record: Record[RoomState, RoomEvent], now: Callable[[], int]) -> None:
        self._record, self._now = record, now
        self._lost: str | None = None
        self._public = Public(record.id)
        self._last: Entry[RoomEvent] | None = None
        self._frames: dict[tuple[int | None, int | None, bool, int], bytes] = {}
        """The messages about rows up to the last one."""

    def lose(self, room: str) -> None:
        """The store has the room after this one no more."""
        self._lost, self._frames = room, {}

    @property
    def state(self) -> RoomState:
        """The record's state; a game that is over leads to no room that was removed."""
        state = self._record.state
        lost = state.next is not None and state.next == self._lost and state.phase == "over"
        return replace(state, next=None) if lost else state

    def snapshot(self, player: str | None) -> Snapshot:
        """The room as this guest may see it."""
        state = self.state
        shared = self._public.of(state, self._record.seq, self._record.deadline)
        kept = state.seat_kept_for(player)
        return seen_by(shared, state, state.seat_of(player), owner=state.owner == player, kept=kept)

    def welcome(self, player: str | None, since: int | None) -> Welcome:
        """The whole state, and the game's events after `since`: what happened in the lobby shows in the state."""
        record = self._record
        start, begun = min(since or 0, record.seq), begun_at(record.entries)
        events = self._events(record.state.seat_of(player), max(start, record.seq if begun is None else begun))
        return Welcome(VERSION, record.id, start, record.seq, self._now(), events, self.snapshot(player))

    def update(self, player: str | None, since: int) -> bytes:
        """The encoded message about the rows after `since`; shared between viewers who may know the same."""
        record, state = self._record, self._record.state
        if self._last is not record.entries[-1]:
            self._last, self._frames = record.entries[-1], {}
        key = (state.seat_of(player), state.seat_kept_for(player), state.owner == player, since)
        if key not in self._frames:
            events = self._events(key[0], since)
            self._frames[key] = _encode(Update(since, record.seq, self._now(), events, self.snapshot(player)))
        return self._frames[key]

    def _events(self, seat: int | None, since: int) -> tuple[SeenRoomEvent, ...]:
        return tuple(seen(event, seat) for entry in self._record.entries[since:] for event in entry.events)


def begun_at(entries: Iterable[Entry[RoomEvent]]) -> int | None:
    """How many rows came before the game; None where it has not begun."""
    return next((at for at, entry in enumerate(entries) if is_of_game(entry.events)), None)
