"""Takes notices from the outbox, sees whether they still hold, and tells them.

A notice is taken by compare-and-set for longer than a try may last, told, and removed: of several servers one tells it.
One that is killed before it told anything leaves it to another; one that is killed between telling and removing lets it
be told twice, which nobody can help.
"""

import asyncio
from collections.abc import Mapping
from typing import Final, Protocol

import msgspec
import structlog

from tilerummy import metrics
from tilerummy.records.tasks import Tasks, isolated
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.notices import holds, reminder
from tilerummy.store import Notice, StorageFailure
from tilerummy.store.notices import OutletKind
from tilerummy.web.notices.protocol import Kept, Outcome
from tilerummy.web.notices.quiet import quiet_until
from tilerummy.web.notices.wording import Message, message

EVERY: Final = 2.0
"""Seconds between two looks for notices that are due."""
AT_ONCE: Final = 32
"""Notices that one server takes at a time."""
LEASE: Final = 60_000
"""Milliseconds for which a server has a notice that it has taken: a try takes a third of that at most."""
HEARD: Final = 0.5
"""Seconds in which the other servers say who looks at a game that was just loaded."""
PAUSES: Final = (30, 120, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600)
"""Seconds until a notice that could not be told is tried again; after the last it is given up."""
LONGEST: Final = 24 * 3600
"""Seconds that another server may ask to be left alone."""
_decode = msgspec.json.Decoder(Kept).decode
log = structlog.get_logger()


class Way(Protocol):
    """How a kind of outlet is reached."""

    async def send(self, notice: Notice, kept: Kept, message: Message, /) -> Outcome:
        """Try to tell it at the notice's outlet. Raises StorageFailure."""
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...


class Sender:
    """The sender of one server. `start` before use, `close` after."""

    def __init__(self, rooms: Rooms, ways: Mapping[OutletKind, Way]) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._ways = ways
        self._tasks = Tasks()
        self._lease = 0
        self._under_way = 0
        self._place_free = asyncio.Event()

    async def start(self) -> None:
        """Begin, and go on all the time."""
        self._tasks.start(self._go_on())

    async def close(self) -> None:
        """Stop; what was not told, another server tells, or this one when it comes back."""
        await self._tasks.close()
        for way in self._ways.values():
            await way.close()

    async def _go_on(self) -> None:
        """A place that answers slowly takes one of `AT_ONCE`, and keeps no other waiting."""
        while True:
            self._place_free.clear()
            free = AT_ONCE - self._under_way
            try:
                taken = await self._take(free) if free else []
            except StorageFailure as failure:
                log.warning("notices-failed", code=failure.code)
                taken = []
            for notice in taken:
                self._under_way += 1
                self._tasks.start(self._mind_beside(notice))
            await (self._place_free.wait() if len(taken) == free else asyncio.sleep(EVERY))

    async def _mind_beside(self, notice: Notice) -> None:
        try:
            await self._mind(notice)
        finally:
            self._under_way -= 1
            self._place_free.set()

    async def look(self) -> int:
        """Tell what is due; how many notices there were. Raises StorageFailure."""
        taken = await self._take(AT_ONCE)
        await asyncio.gather(*(self._mind(notice) for notice in taken))
        return len(taken)

    async def _take(self, most: int) -> list[Notice]:
        now = self._rooms.now()
        # by its end one taking is told from the next
        self._lease = max(self._lease + 1, now + LEASE)
        return await self._store.take_notices(self._rooms.server, now, self._lease, most)

    async def _mind(self, notice: Notice) -> None:
        """Tell it, or later where something about it or its game is wrong."""
        with isolated("notice-failed", outlet=notice.outlet.id):
            try:
                await self._tell(notice, await self._room(notice))
            except StorageFailure:
                raise
            except Exception:
                await self._again(notice, Outcome("failed", "fault"))
                raise

    async def _room(self, notice: Notice) -> Room | None:
        """Its game, once the other servers have said who looks at it."""
        room = await self._rooms.find(notice.game) if notice.game else None
        if room is not None and not self._rooms.alone:
            await asyncio.sleep(HEARD)
        return room

    async def _tell(self, notice: Notice, room: Room | None) -> None:
        kept, way = _decode(notice.outlet.body), self._ways.get(notice.outlet.kind)
        if way is None or not await self._wanted(notice, room, kept):
            await self._done(notice, "dropped")
            return
        if (later := self._later(notice, room, kept)) is not None:
            await self._store.put_off(notice, later, notice.attempts)
            return
        state = room.state if room is not None else None
        said = message(notice.kind, notice.game, state, notice.outlet.player, kept.wishes)
        outcome = await way.send(notice, kept, said)
        if outcome.state == "told":
            await self._done(notice, "told")
        elif outcome.state == "gone":
            log.info("outlet-gone", outlet=notice.outlet.id, why=outcome.why)
            metrics.NOTICES.inc(notice.outlet.kind, "gone")
            await self._store.end_outlet(notice.outlet.player, notice.outlet.id)
        else:
            await self._again(notice, outcome)

    async def _done(self, notice: Notice, outcome: str) -> None:
        metrics.NOTICES.inc(notice.outlet.kind, outcome)
        await self._store.told(notice)

    async def _again(self, notice: Notice, outcome: Outcome) -> None:
        log.warning("notice-not-told", outlet=notice.outlet.id, why=outcome.why, attempts=notice.attempts + 1)
        if notice.attempts >= len(PAUSES):
            await self._done(notice, "given-up")
            return
        metrics.NOTICES.inc(notice.outlet.kind, "failed")
        pause = max(PAUSES[notice.attempts], min(outcome.after, LONGEST))
        await self._store.put_off(notice, self._rooms.now() + pause * 1000, notice.attempts + 1)

    async def _wanted(self, notice: Notice, room: Room | None, kept: Kept) -> bool:
        """Whether it still holds, and the guest does not look at the game, or at the one before it."""
        if notice.kind == "confirm":
            return notice.outlet.confirmed is None
        if notice.kind == "device":
            return True
        player = notice.outlet.player
        if (
            room is None
            or not holds(room.state, player, notice.kind, notice.turn)
            or not await self._asked(room, player)
        ):
            return False
        if kept.wishes.anyway:
            return True
        previous = room.state.previous
        before = await self._rooms.find(previous) if notice.kind == "invitation" and previous else None
        return not any(one.audience.sees(one.state, player) for one in (room, before) if one is not None)

    async def _asked(self, room: Room, player: str) -> bool:
        """Whether the guest has a seat, or is still a member of the circle whose table it is. Raises StorageFailure."""
        circle, circles = room.state.circle, self._rooms.circles
        if circle is None or circles is None or room.state.seat_of(player) is not None:
            return True
        return await circles.admits(circle, player)

    def _later(self, notice: Notice, room: Room | None, kept: Kept) -> int | None:
        """When it is to be told, where not now: the turn has longer than was known, or the guest sleeps."""
        now = self._rooms.now()
        if notice.kind == "confirm":
            return None
        if notice.kind == "reminder" and room is not None:
            due = reminder(room.state, room.deadline)
            if due is not None and due > now:
                return due
        return quiet_until(now, kept.wishes.zone, kept.wishes.quiet)
