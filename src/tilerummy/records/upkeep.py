"""What one server does for a store beside everything else, for all that share it: it packs games that are over."""

import asyncio
import secrets
from typing import Final

import structlog

from tilerummy.records.tasks import Tasks
from tilerummy.store import StorageFailure, Store
from tilerummy.store.retention import DAY

EVERY: Final = 300.0
"""Seconds between two looks for games that can be packed."""
SETTLED: Final = 600.0
"""Seconds after the last row of a game that is over until it is packed: people ask for a rematch first."""
log = structlog.get_logger()


class Upkeep:
    """The upkeep of one store. `start` before use, `close` after."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._me = secrets.token_hex(8)
        self._tasks = Tasks()

    async def start(self) -> None:
        """Begin, and go on every few minutes."""
        self._tasks.start(self._go_on())

    async def close(self) -> None:
        """Stop; what was begun is kept whole or not at all."""
        await self._tasks.close()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self._pack()
            except StorageFailure as failure:
                log.error("pack-failed", code=failure.code, detail=str(failure))

    async def _pack(self) -> None:
        if await self._store.lease("upkeep", self._me, 2 * EVERY):
            now = await self._store.clock()
            await self._store.end_handovers(now)
            await self._store.end_unconfirmed(now - DAY)
            packed = await self._store.pack(now - round(SETTLED * 1000))
            log.info("packed", games=packed)
