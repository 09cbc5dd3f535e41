"""A room's record as each of its viewers may see it: the state at its last row, and the events after a number."""

from collections.abc import Sequence

import msgspec

from tilerummy.records.record import Record
from tilerummy.rooms.events import RoomEvent, SeenRoomEvent, is_of_game, seen
from tilerummy.rooms.host import Host
from tilerummy.rooms.kind import KIND
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.messages_out import VERSION, Update, Welcome
from tilerummy.rooms.views.projection import Public, seen_by
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.store import Row

_encode = msgspec.json.Encoder().encode


class Shown(Record[RoomState, RoomEvent]):
    """A record of a room, with the `deadline` of its turn (ms)."""

    _public: Public
    _frames: dict[tuple[int | None, bool, int], bytes]

    def __init__(self, host: Host, room: str, rows: Sequence[Row], deadline: int | None) -> None:
        """Raises ValueError for no room."""
        self.deadline, self._server = deadline, host
        self._begun: int | None = None
        self.beside = 0
        """Rows that hold nothing of the game."""
        super().__init__(host, room, KIND, rows)

    def snapshot(self, player: str | None) -> Snapshot:
        """The room as this guest may see it."""
        state = self.state
        shared = self._public.of(state, self.seq, self.deadline)
        return seen_by(shared, state, state.seat_of(player), owner=state.owner == player)

    def welcome(self, player: str | None, since: int | None) -> Welcome:
        """The whole state, and the game's events after `since`: what happened in the lobby shows in the state."""
        start = min(since or 0, self.seq)
        before = self.seq if self._begun is None else self._begun - 1
        events = self._events(self.state.seat_of(player), max(start, before))
        return Welcome(VERSION, self.id, start, self.seq, self._server.now(), events, self.snapshot(player))

    def update(self, player: str | None, since: int) -> bytes:
        """The encoded message about the rows after `since`; shared between viewers who may know the same."""
        key = (self.state.seat_of(player), self.state.owner == player, since)
        if key not in self._frames:
            events = self._events(key[0], since)
            self._frames[key] = _encode(Update(since, self.seq, self._server.now(), events, self.snapshot(player)))
        return self._frames[key]

    def _events(self, seat: int | None, since: int) -> tuple[SeenRoomEvent, ...]:
        return tuple(seen(event, seat) for entry in self.entries[since:] for event in entry.events)

    def _read(self, rows: Sequence[Row]) -> RoomState:
        self._public, self._frames, self.beside = Public(self.id), {}, 0
        return super()._read(rows)

    def _follow(self, row: Row, events: tuple[RoomEvent, ...], state: RoomState) -> None:
        super()._follow(row, events, state)
        self._frames.clear()

    def _remember(self, row: Row, events: tuple[RoomEvent, ...]) -> None:
        super()._remember(row, events)
        if not is_of_game(events):
            self.beside += 1
        elif self._begun is None:
            self._begun = row.seq
