"""The tournaments of one server: made, found, loaded, restored from a backup."""

import asyncio
import secrets
from collections import OrderedDict

import structlog

from tilerummy.bus import Bus
from tilerummy.hall.hosted import KIND, PREFIX, Hosted
from tilerummy.hall.keys import new_key, new_keys
from tilerummy.store import Conflict, Row, Store, Write
from tilerummy.tournament.facts import Opened
from tilerummy.tournament.format import Format

LOADED = 200
"""Tournaments kept in memory that nobody watches."""
log = structlog.get_logger()


class Hall:
    """All tournaments, as this server sees them."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._loaded: OrderedDict[str, Hosted] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Hosted | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(self._hinted)

    async def create(self, name: str, format_: Format, initials: bool, owner: str, now: int) -> Hosted:
        """A new tournament with its keys. Raises StorageFailure."""
        ident = PREFIX + new_key()
        opened = Opened(name, format_, secrets.randbelow(1_000_000_000), initials)
        row = Row(1, owner, None, KIND.encode((new_keys(), opened)), now)
        await self._store.append(Write(ident, row, "lobby"))
        return self._keep(Hosted(self._store, ident, [row]))

    async def find(self, link: str) -> Hosted | None:
        """The tournament of this id; None when there is none. Raises StorageFailure."""
        ident = PREFIX + link
        if ident in self._loaded:
            self._loaded.move_to_end(ident)
            return self._loaded[ident]
        if ident not in self._loading:
            task = asyncio.create_task(self._load(ident))
            self._loading[ident] = task
            task.add_done_callback(lambda _: self._loading.pop(ident, None))
        return await asyncio.shield(self._loading[ident])

    async def restore(self, link: str, rows: list[Row]) -> Hosted:
        """A tournament from a backup.

        Raises Conflict where this server knows it already, ValueError for rows that are no tournament, StorageFailure.
        """
        ident = PREFIX + link
        hosted = Hosted(self._store, ident, rows)
        status = KIND.status(hosted.state)
        if await self.find(link) is not None:
            raise Conflict
        await self._store.append(*(Write(ident, row, status) for row in rows))
        return self._keep(hosted)

    def moved(self, hosted: Hosted) -> None:
        """The tournament has new rows: hint other servers."""
        self._bus.publish(hosted.id, hosted.seq)

    async def _load(self, ident: str) -> Hosted | None:
        head, rows = await self._store.log(ident)
        if head is None:
            return None
        try:
            return self._keep(Hosted(self._store, ident, rows))
        except ValueError:
            log.exception("tournament-damaged", tournament=ident)
            return None

    def _keep(self, hosted: Hosted) -> Hosted:
        self._loaded[hosted.id] = hosted
        for other in list(self._loaded.values()):
            if len(self._loaded) <= LOADED:
                break
            if not other.busy:
                del self._loaded[other.id]
        return hosted

    def _hinted(self, ident: str, seq: int) -> None:
        loaded = self._loaded.get(ident)
        if loaded is not None and seq > loaded.seq:
            task = asyncio.create_task(loaded.catch_up_if_behind(seq))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
