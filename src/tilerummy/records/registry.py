"""The records of one kind that this server holds: found, loaded, let go when nobody watches, caught up on a hint."""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, Final, Generic, TypeVar

import structlog

from tilerummy import metrics
from tilerummy.bus import Bus
from tilerummy.cancellation import cancel
from tilerummy.records.hosted import Hosted
from tilerummy.records.memory import MOST, give_back
from tilerummy.records.record import Record
from tilerummy.records.tasks import Tasks, isolated
from tilerummy.store import Row, StorageFailure, Store
from tilerummy.store.base import Glance, Head

LOADED: Final = 200
"""Records kept in memory that nobody watches."""
TIDY: Final = 30.0
"""Seconds between two looks for records that nobody has needed since the last one."""
AT_A_TIME: Final = 500
"""Records about which the store is asked in one go whether it still has them."""
POLL: Final = 1.0
"""Seconds between two looks for rows of other servers whose hint was lost."""
AT_ONCE: Final = 32_768
"""Bytes of a record that are folded at once: some milliseconds. Larger ones take turns in a thread of their own."""
_FOLDING = ThreadPoolExecutor(1, "folding")
log = structlog.get_logger()

H = TypeVar("H", bound=Hosted[Any, Any])


class Registry(ABC, Generic[H]):
    """Records under ids that begin with `prefix`, so that no room, sheet or tournament is taken for another.

    `most`: records kept that nobody watches. A kind of record says how it is loaded.
    """

    def __init__(self, store: Store, bus: Bus, prefix: str, most: int) -> None:
        self.store = store
        self.prefix = prefix
        self.tasks = Tasks()
        self._bus = bus
        self._most = most
        self._loaded: OrderedDict[str, H] = OrderedDict()
        self._loading: dict[str, asyncio.Task[H | None]] = {}
        self._damaged: set[str] = set()
        self._idle: set[str] = set()
        self._behind: dict[str, int] = {}
        self._catching_up = False
        bus.subscribe(self._hinted)

    async def start(self) -> None:
        """Begin what goes on by itself."""
        self.tasks.start(self._tidy_forever())
        if not self.alone:
            self.tasks.start(self._poll_forever())

    async def close(self) -> None:
        """Stop what goes on by itself, reading too: the store is closed next."""
        await self.tasks.close()
        await cancel(self._loading.values())

    @property
    def alone(self) -> bool:
        """Whether no other server adds to these records."""
        return self._bus.alone

    async def find(self, link: str) -> H | None:
        """The record of this id, as it stands in addresses; None when there is none. Raises StorageFailure."""
        ident = self.prefix + link
        self._idle.discard(ident)
        if (hosted := self._loaded.get(ident)) is not None:
            self._loaded.move_to_end(ident)
            if not self.alone:
                await hosted.record.refresh()
            return None if hosted.gone else hosted
        if ident not in self._loading:
            task = asyncio.create_task(self._load(ident))
            self._loading[ident] = task
            task.add_done_callback(lambda _: self._loading.pop(ident, None))
        return await asyncio.shield(self._loading[ident])

    def keep(self, hosted: H) -> H:
        """Hold a record that was just made or loaded."""
        if hosted.id not in self._loaded:
            self._bus.follow(hosted.id)
        self._loaded[hosted.id] = hosted
        if len(self._loaded) > self._most:
            idle = [other.id for other in self._loaded.values() if not other.record.busy]
            for ident in idle[: -self._most]:
                self._let_go(ident)
        return hosted

    def _let_go(self, ident: str) -> None:
        self._loaded.pop(ident).record.let_go()
        self._bus.unfollow(ident)

    async def changed(self, ident: str) -> None:
        """The record's rows are others now, or gone. Raises StorageFailure."""
        if ident in self._loading:
            # it may have been read before
            await asyncio.wait((self._loading[ident],))
        if (hosted := self._loaded.get(ident)) is not None:
            await hosted.record.read_again()

    @property
    def loaded(self) -> Iterable[H]:
        """The records that are in the memory of this server."""
        return self._loaded.values()

    async def changed_where(self, holds: Callable[[H], bool]) -> None:
        """The rows of the records for which it holds may be others now. Raises StorageFailure."""
        for ident in [hosted.id for hosted in self._loaded.values() if holds(hosted)]:
            await self.changed(ident)

    async def look_for_lost(self) -> None:
        """Let go of records that are no longer in the store. Raises StorageFailure."""
        loaded = list(self._loaded)
        for at in range(0, len(loaded), AT_A_TIME):
            asked = loaded[at : at + AT_A_TIME]
            kept = await self.store.seqs(asked)
            for ident in asked:
                if ident not in kept:
                    await self.changed(ident)

    def tidy(self) -> int:
        """Let go of records that nobody has needed since the last look, at most `MOST`; how many there were."""
        idle = {ident for ident, hosted in self._loaded.items() if not hosted.record.busy}
        gone = [*islice(idle & self._idle, MOST)]
        for ident in gone:
            self._let_go(ident)
        self._idle = idle.difference(gone)
        return len(gone)

    async def _tidy_forever(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            if self.tidy() == MOST:
                await asyncio.get_running_loop().run_in_executor(_FOLDING, give_back)
            try:
                await self.look_for_lost()
            except StorageFailure as failure:
                log.warning("look-for-lost-failed", code=failure.code)

    def appended(self, record: Record[Any, Any]) -> None:
        """This server added a row to the record: hint other servers."""
        self._bus.publish(record.id, record.seq)

    def lost(self, record: Record[Any, Any]) -> None:
        """The store has the record no more: nor has this server."""
        if (hosted := self._loaded.get(record.id)) is not None and hosted.record is record:
            self._let_go(record.id)

    async def _load(self, ident: str) -> H | None:
        head, rows = await self.store.log(ident)
        if head is None or ident in self._damaged:
            return None
        try:
            return self.keep(await self._loaded_from(head, rows))
        except ValueError:
            log.exception("record-damaged", record=ident)
            self._damaged.add(ident)
            return None

    @abstractmethod
    async def _loaded_from(self, head: Head, rows: Sequence[Row]) -> H:
        """The record as the store has it. Raises ValueError or StorageFailure."""

    def glanced(self, hosted: H, glance: Glance) -> None:
        """The poll has seen how the record stands."""

    async def poll(self) -> None:
        """Look for rows whose hint was lost, in records that have viewers, and for records that are gone."""
        watched = {ident: hosted for ident, hosted in self._loaded.items() if hosted.record.watched}
        glances = await self.store.glances(list(watched)) if watched else []
        for ident in watched.keys() - {glance.game for glance in glances}:
            await self.changed(ident)
        for glance in glances:
            if glance.seq > watched[glance.game].seq:
                metrics.REPAIRS.inc()
            self._hinted(glance.game, glance.seq)
            self.glanced(watched[glance.game], glance)

    async def _poll_forever(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.poll()
            except StorageFailure as failure:
                log.warning("poll-failed", code=failure.code)

    def _hinted(self, ident: str, seq: int) -> None:
        loaded = self._loaded.get(ident)
        if ident in self._loading or (loaded is not None and seq > loaded.seq):
            self._behind[ident] = max(seq, self._behind.get(ident, 0))
            if not self._catching_up:
                self._catching_up = True
                self.tasks.start(self._catch_up())

    async def _catch_up(self) -> None:
        """Read the rows of all records that are behind, as many as there are at a time."""
        try:
            while self._behind:
                behind, self._behind = self._behind, {}
                # one that is being loaded may have been read before its row
                await asyncio.gather(*(self._loading[ident] for ident in behind if ident in self._loading))
                await self._read({ident: seq for ident, seq in behind.items() if ident in self._loaded})
        finally:
            self._catching_up = False

    async def _read(self, behind: dict[str, int]) -> None:
        after = {ident: self._loaded[ident].seq for ident, seq in behind.items() if seq > self._loaded[ident].seq}
        for ident, (head, rows) in (await self.store.logs(after)).items() if after else ():
            hosted = self._loaded.get(ident)
            with isolated("catching-up-failed", record=ident):
                if hosted is not None and not hosted.record.learn(head, rows):
                    self.tasks.start(hosted.record.catch_up_if_behind(behind[ident]))


class FoldedRegistry(Registry[H]):
    """Records that are nothing but their rows. A kind of them says how it is made (`make`)."""

    @abstractmethod
    def make(self, ident: str, rows: Sequence[Row]) -> H:
        """The record that these rows make. Raises ValueError for rows that make none."""

    async def fold(self, ident: str, rows: Sequence[Row]) -> H:
        """The same, a large one in a thread, so that nobody waits for it. Raises ValueError."""
        if sum(len(row.body) for row in rows) <= AT_ONCE:
            return self.make(ident, rows)
        return await asyncio.get_running_loop().run_in_executor(_FOLDING, self.make, ident, rows)

    async def _loaded_from(self, head: Head, rows: Sequence[Row]) -> H:
        return await self.fold(head.game, rows)
