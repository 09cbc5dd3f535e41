"""One room: already answered? -> current? -> in time? -> decide -> append, durable -> evolve -> tell viewers.

A room in memory is a copy of its log that any server may hold; only the store's compare-and-set decides.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol

import msgspec

from tilerummy.rooms import commands
from tilerummy.rooms.absence import Absence, consequences
from tilerummy.rooms.chat import Chat
from tilerummy.rooms.clock import clock_read, same_turn, turn_ends
from tilerummy.rooms.decide import Decision, decide, melds_of
from tilerummy.rooms.events import RoomEvent, SeenRoomEvent, decode, encode, is_bounded, is_of_game, seen
from tilerummy.rooms.presence import Attendance
from tilerummy.rooms.rack_order import RackOrders
from tilerummy.rooms.state import RoomState, fold
from tilerummy.rooms.views.live_draft import EVERY as DRAFT_EVERY
from tilerummy.rooms.views.live_draft import drafted
from tilerummy.rooms.views.messages_out import (
    VERSION,
    Accepted,
    Drafted,
    Presence,
    Previewed,
    Reacted,
    Refused,
    Update,
    Welcome,
    faults,
)
from tilerummy.rooms.views.paced import Paced
from tilerummy.rooms.views.preview import preview
from tilerummy.rooms.views.projection import snapshot
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.rules.game.decide import time_out
from tilerummy.rules.game.state import position_of
from tilerummy.rules.game.views import view
from tilerummy.rules.moves import Play
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.store import Conflict, Row, Said, StorageFailure, Store, Write

ATTEMPTS = 5
"""Times a command is decided again after another server was quicker."""
BESIDE: Final = 200
"""Rows of a room that hold nothing of its game: a table of eight that changes its mind twenty times."""
PRESENCE_EVERY: Final = 1.0
"""Seconds between two messages about who is here, at least."""
CLOCK = "clock"
"""Who acts when time has passed: a turn runs out, a seat waits for somebody who is away."""

_encode = msgspec.json.Encoder().encode


class Host(Protocol):
    """What a room needs from the server that holds it."""

    store: Store
    now: Callable[[], int]

    def moved(self, room: "Room") -> None:
        """The room has new rows: hint others, see whether a computer player is to move."""

    def storage_failed(self, failure: StorageFailure) -> None:
        """An append failed; turns must not run out meanwhile."""


def write(room: str, row: Row, state: RoomState, deadline: int | None, due: int | None = None) -> Write:
    """The append of `row`, which leads to `state`."""
    mover = state.mover
    return Write(
        room,
        row,
        state.phase,
        deadline,
        computer=mover is not None and mover.kind == "computer",
        due=due,
        players=state.people,
    )


class Room:
    """A room loaded from its log. Every method is for the event loop's thread."""

    def __init__(
        self,
        host: Host,
        room: str,
        rows: list[Row],
        deadline: int | None,
        racks: Mapping[str, bytes] | None = None,
        said: Iterable[Said] = (),
    ) -> None:
        """`racks` is what the store keeps of the players' racks, `said` of the chat.

        Raises ValueError for a log that is not a room's.
        """
        self.id = room
        self.racks = RackOrders(racks)
        self.deadline = deadline
        self.viewers: set[Viewer] = set()
        self.attendance = Attendance()
        self.chat = Chat(host.store, room, said)
        self.showing: Paced[Drafted | None] = Paced(None, DRAFT_EVERY, self._wake)
        self.absence = Absence()
        self._host = host
        self._rows: list[Row] = []
        self._answered: dict[tuple[str, str], int] = {}
        self._beside = 0
        self._begun: int | None = None
        self._frames: dict[tuple[int | None, bool, int], bytes] = {}
        self._draft: tuple[int, Play] | None = None
        self._lock = asyncio.Lock()
        state: RoomState | None = None
        for row in rows:
            events = decode(row.body)
            state = fold(state, events)
            self._remember(row, events)
        if state is None:
            raise ValueError("a room without a log")
        self.state = state
        self.presence = Paced(self._look_round(), PRESENCE_EVERY, self._wake)

    @property
    def seq(self) -> int:
        """The number of the last row."""
        return len(self._rows)

    @property
    def changed(self) -> int:
        """When the last row was written (ms)."""
        return self._rows[-1].at

    @property
    def busy(self) -> bool:
        """Whether somebody looks at it or a command is under way."""
        return bool(self.viewers) or self._lock.locked()

    def events(self) -> list[tuple[Row, tuple[RoomEvent, ...]]]:
        """The whole log, secrets and all."""
        return [(row, decode(row.body)) for row in self._rows]

    def answered(self, actor: str, ident: str) -> bool:
        """Whether this command was carried out already."""
        return (actor, ident) in self._answered

    # --- commands -------------------------------------------------------------------------------------------

    async def command(self, actor: str, command: commands.Command) -> Accepted | Refused:
        """Carry out a command of a guest or a computer player; the answer is given once its outcome is on disk."""
        return await self.carry_out(actor, command.id, lambda state: self._decide(actor, command))

    async def carry_out(
        self, actor: str, ident: str, decide: Callable[[RoomState], Decision | None]
    ) -> Accepted | Refused:
        """What `actor` asks under the id `ident`, once its outcome is on disk. `decide` says what it brings about in
        the newest state (None: nothing) or raises Refusal."""
        async with self._lock:
            for _ in range(ATTEMPTS):
                if answered := self._answered.get((actor, ident)):
                    return Accepted(ident, answered)
                try:
                    if decision := decide(self.state):
                        self._bound(decision)
                        await self._append(decision, actor, ident)
                except Refusal as refusal:
                    return Refused(ident, refusal.code, refusal.params, faults(refusal.violations))
                except StorageFailure as failure:
                    self._host.storage_failed(failure)
                    return Refused(ident, failure.code, {}, ())
                except Conflict:
                    await self.catch_up()
                else:
                    return Accepted(ident, self.seq)
            return Refused(ident, "busy", {}, ())

    async def time_out(self) -> None:
        """End the turn if its time is up, by the edition's rule and the mover's last draft."""
        async with self._lock:
            now = self._host.now()
            if self.state.game is None or self.deadline is None or now < self.deadline:
                return
            draft = self._draft[1] if self._draft and self._draft[0] == self.seq else None
            events = time_out(self.state.game, draft)
            try:
                await self._append(Decision(events), CLOCK, None, due=now)
            except StorageFailure as failure:
                self._host.storage_failed(failure)
            except Conflict:
                await self.catch_up()

    async def mind_the_absent(self) -> None:
        """Give back the seat of who is back; do what the host wants for who has kept the others waiting."""
        if not consequences(self.state, self.absence, self._host.now()):
            return
        async with self._lock:
            events = consequences(self.state, self.absence, self._host.now())
            if not events:
                return
            try:
                await self._append(Decision(events), CLOCK, None)
            except StorageFailure as failure:
                self._host.storage_failed(failure)
            except Conflict:
                await self.catch_up()

    async def say(self, player: str, asked: commands.Say) -> Accepted | Refused:
        """Keep a line of the chat, then tell everyone; the answer is given once it is on disk."""
        try:
            await self.chat.say(self.state, player, asked, self._host.now())
        except Refusal as refusal:
            return Refused(asked.id, refusal.code, refusal.params, ())
        except StorageFailure as failure:
            self._host.storage_failed(failure)
            return Refused(asked.id, failure.code, {}, ())
        self._wake()
        return Accepted(asked.id, self.seq)

    def react(self, player: str, asked: commands.React) -> None:
        """Show a reaction of somebody at the table to everyone who looks at it now."""
        seat = self.state.seat_of(player)
        if seat is not None and self.state.options.chat != "off":
            frame = _encode(Reacted(seat, asked.reaction))
            for viewer in self.viewers:
                viewer.say(frame)

    def preview(self, player: str | None, asked: commands.Preview) -> Previewed | Refused:
        """The judge's word on an arrangement; for the seat to move also its draft from now on."""
        ident = f"preview-{asked.n}"
        seat = self.state.seat_of(player)
        game = self.state.game
        if game is None or self.state.phase != "playing":
            return Refused(ident, "not-playing", {}, ())
        if seat is None:
            return Refused(ident, "not-seated", {}, ())
        if asked.on != self.seq:
            return Refused(ident, "stale", {"seq": self.seq}, ())
        try:
            play = Play(opening=melds_of(asked.opening), table=melds_of(asked.table))
            judged = preview(game, seat, asked, play)
        except Refusal as refusal:
            return Refused(ident, refusal.code, refusal.params, ())
        if game.turn == seat:
            self._draft = (self.seq, play)
            if self.state.options.live and (draft := drafted(position_of(game, seat), seat, self.seq, play)):
                self.showing.change(draft)
        return judged

    async def arrange(self, viewer: Viewer, asked: commands.Arrange) -> None:
        """Keep how a player arranges their rack, and show it on their other devices."""
        seat, game = self.state.seat_of(viewer.player), self.state.game
        if viewer.player is None or seat is None or game is None:
            return
        kept = self.racks.arrange(viewer.player, view(game, seat).rack, asked)
        if kept is None:
            return
        viewer.arranged = self.racks.number(viewer.player)
        for other in self.viewers:
            other.wake()
        try:
            await self._host.store.arrange(self.id, viewer.player, kept)
        except StorageFailure as failure:
            self._host.storage_failed(failure)

    def _decide(self, actor: str, command: commands.Command) -> Decision:
        if isinstance(command, commands.Move):
            if command.on != self.seq:
                raise refuse("stale", seq=self.seq)
            if self.deadline is not None and self._host.now() >= self.deadline:
                raise refuse("too-late")
        return decide(self.id, self.state, actor, command)

    def _bound(self, decision: Decision) -> None:
        """Raises Refusal for one more row beside the game where there are as many as a room may have."""
        if self._beside >= BESIDE and not decision.opens and not any(map(is_bounded, decision.events)):
            raise refuse("record-full", most=BESIDE)

    async def _append(self, decision: Decision, actor: str, command: str | None, due: int | None = None) -> None:
        now = self._host.now()
        events, deadline = decision.events, self.deadline
        state = fold(self.state, events)
        if not same_turn(self.state, state):
            if read := clock_read(self.state, deadline, now):
                events = (*events, read)
                state = fold(state, (read,))
            deadline = turn_ends(state, now)
        row = Row(self.seq + 1, actor, command, encode(events), now)
        writes = [write(self.id, row, state, deadline, due)]
        if decision.opens:
            room, first_events = decision.opens
            opened = fold(None, first_events)
            first = Row(1, actor, command, encode(first_events), now)
            writes.append(write(room, first, opened, turn_ends(opened, now)))
        await self._host.store.append(*writes)
        self._remember(row, events)
        self._moved(state, deadline)

    async def catch_up(self) -> None:
        """Read what other servers appended."""
        head, rows = await self._host.store.log(self.id, self.seq)
        state = self.state
        read = [(row, decode(row.body)) for row in rows]
        for _, events in read:
            state = fold(state, events)
        for row, events in read:
            self._remember(row, events)
        if rows:
            self._moved(state, head.deadline if head else None)

    async def catch_up_if_behind(self, seq: int) -> None:
        """Catch up unless row `seq` has become known meanwhile."""
        async with self._lock:
            if seq > self.seq:
                await self.catch_up()

    def put_off(self, deadline: int | None) -> None:
        """The deadline was moved without a row: tell every viewer."""
        if deadline != self.deadline:
            self.deadline = deadline
            for viewer in self.viewers:
                viewer.greet_again()

    def _remember(self, row: Row, events: tuple[RoomEvent, ...]) -> None:
        self._rows.append(row)
        if not is_of_game(events):
            self._beside += 1
        elif self._begun is None:
            self._begun = row.seq
        if row.command is not None:
            self._answered[row.actor, row.command] = row.seq

    def _moved(self, state: RoomState, deadline: int | None) -> None:
        self.state = state
        self.deadline = deadline
        self._frames.clear()
        self.presence.change(self._look_round())
        self._wake()
        self._host.moved(self)

    def _wake(self) -> None:
        for viewer in self.viewers:
            viewer.wake()

    # --- viewers --------------------------------------------------------------------------------------------

    def join(self, player: str | None, since: int | None) -> Viewer:
        """A new viewer, who will be welcomed with the game's events after `since` (None: all of them)."""
        viewer = Viewer(self, player, since)
        self.viewers.add(viewer)
        self.attendance.come(player)
        self.presence.change(self._look_round())
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """The viewer is gone; the seat stays."""
        self.viewers.discard(viewer)
        self.attendance.go(viewer.player)
        self.presence.change(self._look_round())

    def snapshot(self, player: str | None) -> Snapshot:
        """The room as this guest may see it."""
        state = self.state
        return snapshot(state, state.seat_of(player), state.owner == player, self.seq, self.deadline)

    def welcome(self, player: str | None, since: int | None) -> Welcome:
        """The whole state, and the game's events after `since`: what happened in the lobby shows in the state."""
        start = min(since or 0, self.seq)
        before = self.seq if self._begun is None else self._begun - 1
        events = self._events(self.state.seat_of(player), max(start, before))
        return Welcome(VERSION, self.id, start, self.seq, self._host.now(), events, self.snapshot(player))

    def update(self, player: str | None, since: int) -> bytes:
        """The encoded message about the rows after `since`; shared between viewers who may know the same."""
        key = (self.state.seat_of(player), self.state.owner == player, since)
        if key not in self._frames:
            events = self._events(key[0], since)
            self._frames[key] = _encode(Update(since, self.seq, self._host.now(), events, self.snapshot(player)))
        return self._frames[key]

    def draft_for(self, player: str | None) -> Drafted | None:
        """The draft that somebody other than its player may see, while its turn goes on."""
        draft = self.showing.told
        return None if draft is None or draft.on != self.seq or draft.seat == self.state.seat_of(player) else draft

    def _events(self, seat: int | None, since: int) -> tuple[SeenRoomEvent, ...]:
        return tuple(seen(event, seat) for row in self._rows[since:] for event in decode(row.body))

    def _look_round(self) -> Presence:
        """Note who of those awaited is here."""
        people = tuple(self.state.person_on(seat) for seat in range(len(self.state.sitters)))
        self.absence.count(tuple(filter(None, people)), self.attendance.here(people), self._host.now())
        away = tuple(map(self.absence.since, people))
        seats = tuple(
            sitter is not None and since is None for sitter, since in zip(self.state.sitters, away, strict=True)
        )
        return Presence(seats, away, self.attendance.besides(people))
