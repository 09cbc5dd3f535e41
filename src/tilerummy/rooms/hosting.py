"""The rooms of one server: found, loaded, made; their timers swept; their computer players woken."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec
import structlog

from tilerummy.bus import Bus
from tilerummy.records.record import Record
from tilerummy.records.registry import Registry
from tilerummy.rooms.decide import Decision, create
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.jobs.bots import Bots
from tilerummy.rooms.jobs.hints import Hints
from tilerummy.rooms.jobs.quarantine import Quarantine
from tilerummy.rooms.jobs.reviews import Reviews
from tilerummy.rooms.jobs.workers import Workers
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rooms.room import Room, first_write
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
POLL = 1.0
"""Seconds between two looks for rows whose hint was lost."""
STALL = 3.0
"""A sweep that comes this many seconds late means that the server stood still: every player gets grace."""
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


class Rooms(Registry[Room]):
    """All rooms, as this server sees them. `start` before use, `close` after."""

    def __init__(self, store: Store, bus: Bus, settings: Settings, now: Callable[[], int] = wall_clock) -> None:
        super().__init__(store, bus, "", LOADED)
        self.now = now
        self._grace = round(settings.grace * 1000)
        self._retention = settings.retention
        self.quarantine = Quarantine()
        self._workers = Workers()
        self._computers = Bots(settings.computer_pause, self._workers)
        self.hints = Hints(self._workers)
        self.reviews = Reviews(self._workers)
        self._troubled: str | None = None

    async def start(self) -> None:
        """Give everyone grace after the time the server was away, go on with every game that waits for the server."""
        try:
            await self.store.set_clock(self.now())
            await self.store.postpone(self.now() + self._grace, self.now() + self._grace)
        except StorageFailure as failure:
            self.storage_failed(failure)
        for room in await self.store.computers_to_move():
            self.tasks.start(self.find(room))
        for work in (self._sweep_forever(), self._poll_forever(), self.store.check(), self._prune_forever()):
            self.tasks.start(work)

    async def close(self) -> None:
        """Stop all that goes on by itself."""
        await super().close()
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
        await self.store.append(first_write(room, opened, owner, self.now()))
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
                await self.store.append(first_write(room, opened, owner, self.now()))
            found = await self.find(room)
        return found

    async def find(self, link: str) -> Room | None:
        """The room of this id; None when there is none, and for the id of another kind of record."""
        return await super().find(link) if link.isalnum() else None

    async def mine(self, player: str) -> list[Room]:
        """The guest's rooms that are not over, the last changed first."""
        found = [await self.find(head.game) for head in await self.store.games_of(player)]
        return [room for room in found if room is not None and room.state.seat_of(player) is not None]

    def open(self) -> list[Room]:
        """Tables that wait for strangers: made open, not begun, a seat free, and the host there; the newest first."""
        waiting = [
            room
            for room in self._loaded.values()
            if room.state.options.open
            and room.state.phase == "lobby"
            and None in room.state.sitters
            and any(viewer.player == room.state.owner for viewer in room.audience.viewers)
        ]
        return sorted(waiting, key=lambda room: room.changed_at, reverse=True)[:OPEN]

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

    def storage_failed(self, failure: StorageFailure) -> None:
        """An append failed: no turn runs out until the store works again."""
        log.error("storage-failed", code=failure.code, detail=str(failure))
        self._troubled = failure.code

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
                    await self._end_turn(head.game)
            except StorageFailure as failure:
                self.storage_failed(failure)

    async def _end_turn(self, game: str) -> None:
        """What is wrong with one room must not keep the turns of the others from ending. Raises StorageFailure."""
        try:
            room = await self.find(game)
            if room is not None:
                await room.time_out()
        except StorageFailure:
            raise
        except Exception:
            log.exception("time-out-failed", room=game)

    async def _give_grace(self) -> None:
        """Raises StorageFailure while the store still does not work."""
        until = self.now() + self._grace
        await self.store.postpone(until, until)
        self._troubled = None
        for room in list(self._loaded.values()):
            if room.deadline is not None:
                room.put_off(max(room.deadline, until))
            room.audience.absence.restart_waiting()
            self._look_at(room)

    async def _poll_forever(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            watched = {room.id: room for room in self._loaded.values() if room.audience.viewers}
            try:
                for game, seq in (await self.store.seqs(list(watched))).items() if watched else ():
                    self._hinted(game, seq)
            except StorageFailure as failure:
                self.storage_failed(failure)
            for room in watched.values():
                await self._mind_the_absent(room)

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
                removed = await self.store.prune(self._retention, self.now())
                log.info("pruned", **msgspec.structs.asdict(removed))
            except StorageFailure as failure:
                self.storage_failed(failure)
