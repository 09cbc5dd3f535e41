"""This server as one of those that share a store: it says that it lives, notices who does not, follows the one clock.

Where a server dies, or where none was there, nobody could move: the turns of those concerned get grace.
"""

import secrets
from collections.abc import Callable
from typing import Final

import structlog

from tilerummy.rooms.server_time import Steps, elapsed, wall_clock
from tilerummy.store import Store

SILENCE: Final = 3000
"""Milliseconds after which a server that shares the store and was not heard of counts as gone."""
CLOCK_EVERY: Final = 30
"""Beats after which the store's clock is asked again."""
ALIVE_EVERY: Final = 60_000
"""Milliseconds between two times that a server says that it is there; the time that none was counts in hours."""
FRESH: Final = 0.5
"""Seconds within which the store's clock has to answer."""
log = structlog.get_logger()


class Company:
    """One server among others, or alone. `grace`: milliseconds in which people find back to their table. Everything may
    raise StorageFailure."""

    def __init__(self, store: Store, grace: int, now: Callable[[], int], *, alone: bool) -> None:
        self.server = secrets.token_hex(8)
        self._store = store
        self._alone = alone
        self._grace = grace
        self._now = now
        self._beats = CLOCK_EVERY
        self._alive = 0
        self._steps = Steps()

    async def arrive(self) -> None:
        """This server begins, or begins again after it could do nothing."""
        await self._follow_the_clock()
        _tell_of_grace(await self._store.arrive(self.server, SILENCE, self._now(), self._grace))
        await self.live()

    async def live(self) -> None:
        """Turns run out while this server is there: once in a while it says so for those that come after it."""
        now = self._now()
        if not 0 <= now - self._alive < ALIVE_EVERY:
            await self._store.alive(now)
            self._alive = now
            if step := self._steps.take():
                log.warning("clock-set", seconds=round(step), server_time=now)

    async def beat(self, games: list[str]) -> None:
        """This server lives, and who is to move in these games is connected to it. Who was connected to one that fell
        silent has longer to notice: a page needs some seconds for that."""
        self._beats += 1
        if self._beats >= CLOCK_EVERY:
            await self._follow_the_clock()
        _tell_of_grace(await self._store.beat(self.server, games, SILENCE, self._now(), self._grace))
        _tell_of_grace(len(await self._store.bury(SILENCE, self._now(), 2 * self._grace)))

    async def leave(self) -> None:
        """This server ends."""
        await self._store.leave(self.server, self._now(), self._grace)

    async def attends(self, game: str) -> bool:
        """Whether who is to move in the game is connected to another server, whatever the bus told of it."""
        return not self._alone and await self._store.attended(game, SILENCE, self.server)

    async def lease(self, name: str, seconds: float) -> bool:
        """Whether this server, and no other, may do what the name stands for, for so long."""
        return await self._store.lease(name, self.server, seconds)

    async def _follow_the_clock(self) -> None:
        """The clock of a shared store is that of all its servers; an answer that was long on its way tells none."""
        if self._alone or self._now is not wall_clock:
            return
        asked = elapsed()
        now = await self._store.clock()
        if elapsed() - asked < FRESH * 1e9:
            wall_clock.follow(now)
            self._beats = 0


def _tell_of_grace(games: int) -> None:
    if games:
        log.warning("grace", games=games)
