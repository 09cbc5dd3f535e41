"""The tournaments of one server: made, found, restored from a backup."""

import asyncio
import secrets

from tilerummy.bus import Bus
from tilerummy.hall import backup
from tilerummy.hall.hosted import KIND, PREFIX, Hosted
from tilerummy.hall.keys import new_key, new_keys
from tilerummy.hall.shelf import Shelf
from tilerummy.store import Conflict, Row, Store, Write
from tilerummy.tournament.facts import Opened
from tilerummy.tournament.format import Format


class Hall(Shelf[Hosted]):
    """All tournaments, as this server sees them."""

    def __init__(self, store: Store, bus: Bus) -> None:
        super().__init__(store, bus, PREFIX, Hosted)

    async def create(self, name: str, format_: Format, initials: bool, owner: str, now: int) -> Hosted:
        """A new tournament with its keys. Raises StorageFailure."""
        ident = PREFIX + new_key()
        opened = Opened(name, format_, secrets.randbelow(1_000_000_000), initials)
        row = Row(1, owner, None, KIND.encode((new_keys(), opened)), now)
        await self.store.append(Write(ident, row, "lobby"))
        return self.keep(Hosted(self.store, ident, [row]))

    async def restore(self, data: bytes) -> Hosted:
        """A tournament from a backup, which a thread reads: anybody may bring a large one.

        Raises Conflict where this server knows it already, BackupError, ValueError for rows that are no tournament,
        StorageFailure.
        """
        link, rows = await asyncio.to_thread(backup.loads, data)
        ident = PREFIX + link
        hosted = await asyncio.to_thread(Hosted, self.store, ident, rows)
        status = KIND.status(hosted.state)
        if await self.find(link) is not None:
            raise Conflict
        await self.store.append(*(Write(ident, row, status) for row in rows))
        return self.keep(hosted)
