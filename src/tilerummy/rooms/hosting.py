"""The rooms of one server: found, loaded, made; their timers swept; their computer players woken."""

import asyncio
import contextlib
import itertools
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec
import structlog

from tilerummy import metrics
from tilerummy.bus import Bus
from tilerummy.records.record import Record
from tilerummy.records.registry import POLL, Registry
from tilerummy.rooms.decide import Decision, create
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.host import Topic
from tilerummy.rooms.jobs.bots import Bots
from tilerummy.rooms.jobs.hints import Hints
from tilerummy.rooms.jobs.quarantine import Quarantine
from tilerummy.rooms.jobs.reviews import Reviews
from tilerummy.rooms.jobs.workers import Workers
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rooms.presence.neighbours import SAID_AGAIN, Neighbours
from tilerummy.rooms.presence.open_tables import OpenTables
from tilerummy.rooms.room import Room
from tilerummy.rooms.server_time import elapsed, wall_clock
from tilerummy.rooms.settings import Settings
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.ability import Ability
from tilerummy.rules.position import Position
from tilerummy.solver.ability import first_able
from tilerummy.store import Conflict, Row, StorageFailure, Store
from tilerummy.store.base import Head

SWEEP = 0.1
"""Seconds between two looks for turns whose time is up."""
STALL = 3.0
"""A sweep that comes this many seconds late means that the server stood still: every player gets grace."""
STALE: Final = 3.0
"""Seconds after which a server that shares the store and was not heard of counts as gone: its players get grace."""
KNOWN_BETTER: Final = 1.0
"""Seconds by which a server that does not know the mover's draft ends a turn later than the one that does."""
WAKE: Final = 10.0
"""Seconds between two looks for computer players whose server died."""
CLOCK_EVERY: Final = 30
"""Looks around after which the store's clock is asked again."""
PRUNE: Final = 24 * 3600.0
"""Seconds between two looks for what is kept no longer."""
SETTLED: Final = 600.0
"""Seconds after a start until the first such look: people come back first."""
LOADED: Final = 1000
"""Rooms kept in memory that nobody looks at."""
OPEN: Final = 50
"""Open tables that are listed at most."""
log = structlog.get_logger()


def _both_clocks() -> tuple[float, float]:
    """A busy machine shows on the one, a machine that slept on the other."""
    return time.monotonic(), elapsed() / 1e9


class Load(NamedTuple):
    """What a server holds and has under way: rooms in memory, sockets in them, turns of computers, searches."""

    rooms: int
    viewers: int
    computer_turns: int
    jobs: int


class Rooms(Registry[Room]):
    """All rooms, as this server sees them. `start` before use, `close` after."""

    def __init__(self, store: Store, bus: Bus, settings: Settings, now: Callable[[], int] = wall_clock) -> None:
        super().__init__(store, bus, "", LOADED)
        self.now = now
        self.server = secrets.token_hex(8)
        self._neighbours = Neighbours(bus, self._loaded.get, self.tasks.start)
        self._tables = OpenTables(bus, self.server, now)
        self._grace = round(settings.grace * 1000)
        self._retention = settings.retention
        self.quarantine = Quarantine()
        self._workers = Workers()
        self._computers = Bots(settings.computer_pause, self._workers, self.lease)
        self.hints = Hints(self._workers)
        self.reviews = Reviews(self._workers)
        self._troubled: str | None = None

    async def start(self) -> None:
        """Give everyone grace after the time no server was there, go on with every game that waits for one."""
        try:
            await self._follow_the_clock()
            await self.store.set_clock(self.now())
            await self._arrive()
        except StorageFailure as failure:
            self.storage_failed(failure)
        await super().start()
        self._bus.whenever_up(self._introduce)
        for work in (self._wake_the_computers(), self._sweep_forever(), self._look_round_forever()):
            self.tasks.start(work)
        for work in (self.store.check(), self._prune_forever()):
            self.tasks.start(work)

    async def _follow_the_clock(self) -> None:
        """The clock of a shared store is that of all its servers. Raises StorageFailure."""
        if not self.alone and self.now is wall_clock:
            wall_clock.follow(await self.store.clock())

    async def _arrive(self) -> None:
        """Where no server was there, nobody could move: turns get grace. Raises StorageFailure."""
        until = self.now() + self._grace
        await self.store.arrive(self.server, round(STALE * 1000), until)

    async def _wake_the_computers(self) -> None:
        """Go on with every game in which a computer player is to move, one by one: people who come are not kept. Of
        servers that share a store one does, again and again: another may have died."""
        while True:
            try:
                if await self.lease("wake-the-computers", 2 * WAKE):
                    for room in await self.store.computers_to_move():
                        await self.find(room)
            except StorageFailure as failure:
                self.storage_failed(failure)
            if self.alone:
                return
            await asyncio.sleep(WAKE)

    async def close(self) -> None:
        """Stop all that goes on by itself."""
        await super().close()
        with contextlib.suppress(StorageFailure):
            self._tell_of_grace(await self.store.leave(self.server, self.now() + self._grace))
        await asyncio.gather(self._computers.close(), self.hints.close(), self.reviews.close())
        self._workers.close()
        self.quarantine.close()

    async def create(
        self,
        edition: Edition,
        limit: int | Literal["edition"] | None,
        owner: str,
        sitters: tuple[Sitter | None, ...],
        start: bool,
        hints: bool = True,
        options: Options = USUAL,
    ) -> str:
        """Make a room and return its id. Raises Refusal or StorageFailure."""
        room, opened = new_room_id(), create(edition, limit, owner, sitters, start, hints, options)
        await self.store.append(first_write(room, opened, owner, None, self.now()))
        if opened.state.mover is not None:
            await self.find(room)
        return room

    async def ensure(self, room: str, owner: str, opened: Decision) -> Room | None:
        """The room of this id, which begins so where it is not there yet; None for a damaged one.

        Raises StorageFailure.
        """
        if (found := await self.find(room)) is None and room not in self._damaged:
            # Somebody else may be making it at this moment: then it is there.
            with contextlib.suppress(Conflict):
                await self.store.append(first_write(room, opened, owner, None, self.now()))
            found = await self.find(room)
        return found

    async def find(self, link: str) -> Room | None:
        """The room of this id; None when there is none, and for the id of another kind of record."""
        return await super().find(link) if link.isalnum() else None

    async def mine(self, player: str) -> list[Room]:
        """The guest's rooms that are not over, the last changed first."""
        found = [await self.find(head.game) for head in await self.store.games_of(player)]
        return [room for room in found if room is not None and room.state.seat_of(player) is not None]

    async def open(self) -> list[Room]:
        """Tables that wait for strangers, here and on other servers; the newest first. Raises StorageFailure."""
        here = self._open_here()
        elsewhere = [await self.find(ident) for ident in self._tables.elsewhere() if ident not in self._loaded]
        waiting = here + [room for room in elsewhere if room is not None and room.is_open]
        return sorted(waiting, key=lambda room: room.changed_at, reverse=True)[:OPEN]

    def _open_here(self) -> list[Room]:
        """Tables whose host is here."""
        return [room for room in self._loaded.values() if room.is_open and room.host_is_here]

    # --- what rooms ask of their host -----------------------------------------------------------------------

    def moved(self, record: Record[Any, Any]) -> None:
        """The room has new rows: see whether a computer player is to move, here or in the game after it."""
        if isinstance(record, Room):
            self._look_at(record)
            if record.state.next is not None:
                self.tasks.start(self.find(record.state.next))

    async def abilities(self, positions: Sequence[Position]) -> tuple[Ability, ...]:
        """What these movers could lay, one after another, up to the first who is not proved to be stuck."""
        return await self._workers.run(first_able, tuple(positions))

    def tell(self, topic: Topic, room: str, body: bytes = b"") -> None:
        """Say something beside the log to the other servers that have the room."""
        self._neighbours.tell(topic, room, body)

    async def lease(self, name: str, seconds: float) -> bool:
        """Whether this server, and no other, may do what the name stands for, for so long. Raises StorageFailure."""
        return await self.store.lease(name, self.server, seconds)

    def storage_failed(self, failure: StorageFailure) -> None:
        """An append failed: no turn runs out until the store works again."""
        log.error("storage-failed", code=failure.code, detail=str(failure))
        self._troubled = failure.code

    def load(self) -> Load:
        """How much there is to do at this moment."""
        viewers = sum(len(room.audience.viewers) for room in self._loaded.values())
        return Load(len(self._loaded), viewers, self._computers.turns, self._workers.jobs)

    @property
    def trouble(self) -> str | None:
        """The code of what keeps this server from its work, None while it works."""
        return self._troubled or self.store.damage

    # --- what goes on by itself -----------------------------------------------------------------------------

    async def _loaded_from(self, head: Head, rows: Sequence[Row]) -> Room:
        """The room as the store has it, with what lies beside its record."""
        racks, said = await self.store.arrangements(head.game), await self.store.said(head.game)
        return Room(self, head.game, rows, head.deadline, racks, said)

    def keep(self, record: Room) -> Room:
        """Hold a room that was just loaded; a computer player may be to move in it."""
        kept = super().keep(record)
        self.tell("who", kept.id)
        self._look_at(kept)
        return kept

    def _look_at(self, room: Room) -> None:
        """A computer player may be to move, or nobody may be able to."""
        self._computers.consider(room)
        if room.state.obliged:
            self.tasks.start(room.end_if_stuck())

    async def _sweep_forever(self) -> None:
        last = _both_clocks()
        while True:
            await asyncio.sleep(SWEEP)
            before, last = last, _both_clocks()
            stood_still = any(now - then > STALL for now, then in zip(last, before, strict=True))
            try:
                if self._troubled or stood_still:
                    await self._give_grace()
                for head in await self.store.due(self.now()):
                    await self._end_turn(head)
            except StorageFailure as failure:
                self.storage_failed(failure)

    async def _end_turn(self, head: Head) -> None:
        """What is wrong with one room must not keep the turns of the others from ending. Raises StorageFailure."""
        try:
            if not self._may_end(head):
                return
            room = await self.find(head.game)
            if room is not None and head.deadline is not None:
                seq = room.seq
                await room.time_out()
                if room.seq > seq:
                    metrics.LATENESS.observe((self.now() - head.deadline) / 1000)
        except StorageFailure:
            raise
        except Exception:
            log.exception("time-out-failed", room=head.game)

    def _may_end(self, head: Head) -> bool:
        """Of servers that share a store, the one that knows what the mover has on the table has a second for it."""
        room = self._loaded.get(head.game)
        overdue = self.now() - (head.deadline or 0)
        return self.alone or overdue > KNOWN_BETTER * 1000 or (room is not None and room.knows_the_mover)

    async def _give_grace(self) -> None:
        """Raises StorageFailure while the store still does not work."""
        await self._follow_the_clock()
        await self._arrive()
        self._troubled = None
        for room in list(self._loaded.values()):
            if room.deadline is not None:
                await room.refresh()
            room.audience.absence.restart_waiting()
            self._look_at(room)

    async def _look_round_forever(self) -> None:
        for number in itertools.count():
            await asyncio.sleep(POLL)
            try:
                await self._look_round(number)
            except StorageFailure as failure:
                self.storage_failed(failure)

    async def _look_round(self, number: int) -> None:
        """See who is here and who is not, and in company what the other servers do. Raises StorageFailure."""
        watched = [room for room in self._loaded.values() if room.watched]
        if not self.alone:
            await self._keep_company(watched, number)
        for room in watched:
            await self._mind_the_absent(room)

    async def _keep_company(self, watched: list[Room], number: int) -> None:
        """Tell the other servers that this one lives and whom it has, and notice who does not live any more."""
        movers = [room.id for room in watched if room.deadline is not None and room.knows_the_mover]
        await self.store.beat(self.server, movers)
        self._tell_of_grace(await self.store.bury(round(STALE * 1000), self.now() + self._grace))
        if number % round(SAID_AGAIN / POLL) == 0:
            self._introduce()
        if number % CLOCK_EVERY == 0:
            await self._follow_the_clock()
        for room in watched:
            room.audience.forget_the_silent(room.state)
            self._computers.consider(room)
            if not self._bus.up:
                room.audience.absence.restart_waiting()
                await room.more_said()

    def _introduce(self) -> None:
        """Say to the other servers who is here."""
        self._tables.tell([room.id for room in self._open_here()])
        for room in self._loaded.values():
            if room.watched:
                room.announce()

    def _tell_of_grace(self, games: list[str]) -> None:
        """The deadlines of these games were moved."""
        for game in games:
            self.tell("put-off", game)
            if (room := self._loaded.get(game)) is not None:
                self.tasks.start(room.refresh())

    async def _mind_the_absent(self, room: Room) -> None:
        try:
            await room.mind_the_absent()
        except Exception:
            log.exception("absence-failed", room=room.id)

    async def _prune_forever(self) -> None:
        pause = SETTLED
        while True:
            await asyncio.sleep(pause)
            pause = PRUNE
            try:
                if not await self.lease("prune", PRUNE / 2):
                    continue
                removed = await self.store.prune(self._retention, self.now())
                log.info("pruned", **msgspec.structs.asdict(removed))
            except StorageFailure as failure:
                self.storage_failed(failure)
