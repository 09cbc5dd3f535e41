"""A numbered log beside a record: what is kept there is no row of it, so that it makes no command stale."""

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from tilerummy.store import Said, Store
from tilerummy.store.base import Beside


class Aside:
    """A log beside one record: the last `kept` entries of its table. `number` is that of the newest."""

    def __init__(self, store: Store, record: str, beside: Beside, kept: int) -> None:
        self._store = store
        self._record = record
        self._beside: Final = beside
        self._kept: Final = kept
        self._lock = asyncio.Lock()
        self._answered: dict[tuple[str, str], int] = {}
        self.number = 0

    async def catch_up(self) -> bool:
        """Read what was kept at other servers; whether anything was. Raises StorageFailure."""
        async with self._lock:
            return await self._read()

    async def _keep(self, actor: str, command: str, body: Callable[[], bytes], now: int) -> None:
        """Keep what `body` makes, which may raise Refusal, unless it was kept already, at whichever server. Raises
        StorageFailure, or Conflict where the record is gone."""
        async with self._lock:
            if (actor, command) not in self._answered:
                await self._read()
            if (actor, command) in self._answered:
                return
            said = Said(self.number, actor, command, body(), now)
            number = await self._store.say(self._record, said, self._kept, self._beside)
            if number == self.number + 1:
                self._take(replace(said, number=number))
            elif number > self.number:
                await self._read()

    async def _read(self) -> bool:
        found = await self._store.said(self._record, self.number, self._beside)
        for said in found:
            self._take(said)
        return bool(found)

    def _take(self, said: Said) -> None:
        """This is the newest entry now."""
        self.number = said.number
        self._answered[said.actor, said.command] = said.number
        if len(self._answered) > 2 * self._kept:
            oldest = self.number - self._kept
            self._answered = {key: number for key, number in self._answered.items() if number > oldest}
