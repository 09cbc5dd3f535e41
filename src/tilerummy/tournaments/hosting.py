"""The tournaments of one server: made, found, restored from a backup."""

from collections.abc import Sequence
from typing import Final

from tilerummy.bus import Bus
from tilerummy.records.links import new_key
from tilerummy.records.registry import LOADED, FoldedRegistry
from tilerummy.rooms.jobs.scheduler import Scheduler
from tilerummy.store import Conflict, Row, Store, Write
from tilerummy.tournament.events.people import Opened
from tilerummy.tournament.format.format import Format
from tilerummy.tournaments import backup
from tilerummy.tournaments.hosted_tournament import KIND, PREFIX, HostedTournament, new_seed
from tilerummy.tournaments.keys import new_keys

RESTORE_SECONDS: Final = 20.0
"""Seconds that reading a backup may take: one of the largest takes a few."""


class Tournaments(FoldedRegistry[HostedTournament]):
    """All tournaments, as this server sees them."""

    def __init__(self, store: Store, bus: Bus, scheduler: Scheduler) -> None:
        super().__init__(store, bus, PREFIX, LOADED)
        self.scheduler = scheduler

    async def create(self, name: str, format_: Format, owner: str, now: int, *, initials: bool) -> HostedTournament:
        """A new tournament with its keys. Raises StorageFailure."""
        ident = PREFIX + new_key()
        opened = Opened(name, format_, new_seed(), initials)
        row = Row(1, owner, None, KIND.encode((new_keys(), opened)), now)
        await self.store.append(Write(ident, row, "lobby"))
        return self.keep(HostedTournament(self, ident, [row]))

    def make(self, ident: str, rows: Sequence[Row]) -> HostedTournament:
        """The tournament that these rows make. Raises ValueError for rows that make none."""
        return HostedTournament(self, ident, rows)

    async def restore(self, data: bytes, now: int, address: str, *, branch: bool = False) -> HostedTournament:
        """A tournament from a backup, which anybody may have written. It keeps its id where that is free and gets a
        new one where another event has it: so nobody can keep an event from coming back. A `branch` goes on beside the
        event that it comes from, under a new id.

        Raises Conflict where this server has it already and no branch is asked for, BackupError, TooMuchWork,
        StorageFailure.
        """
        link, keys, rows = await self.scheduler.read(address, RESTORE_SECONDS, backup.loads, data, now, large=True)
        known = await self.find(link)
        if known is not None and known.state.keys.marking == keys.marking and not branch:
            raise Conflict
        hosted = await self.fold(PREFIX + (link if known is None else new_key()), rows)
        await self.store.append(*(Write(hosted.id, row, KIND.status(hosted.state)) for row in rows))
        return self.keep(hosted)
