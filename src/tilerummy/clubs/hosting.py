"""Hosted clubs: what their keepers ask, and what comes of their events, looked up when somebody looks at the club."""

import asyncio
from collections.abc import Callable, Sequence, Set
from typing import Final

from tilerummy.bus import Bus
from tilerummy.clubs.commands import (
    SHRINKING,
    AddEvent,
    AddSheet,
    CloseClub,
    ClubCommand,
    ErasePerson,
    RemoveEvent,
    RemoveMember,
    RenewClubLink,
)
from tilerummy.clubs.decide import added, decide, found, role_of
from tilerummy.clubs.forgetting import remains, scrubbed
from tilerummy.clubs.sources import Look, Sources, record_of
from tilerummy.clubs.state import (
    PREFIX,
    Club,
    ClubChange,
    EventCounted,
    Role,
    decode,
    encode,
    fold,
    new_keys,
    without_names,
)
from tilerummy.records.decision import Decision
from tilerummy.records.hosted import Hosted
from tilerummy.records.kind import Kind
from tilerummy.records.links import new_key
from tilerummy.records.record import LARGEST, Host, Record
from tilerummy.records.registry import LOADED, FoldedRegistry
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.sheets.hosting import Sheets
from tilerummy.store import Row, Store, Write
from tilerummy.store.base import Head, Status
from tilerummy.tournaments.hosting import Tournaments

FULL: Final = LARGEST - LARGEST // 8
"""Bytes of a club's record from which on it can only become smaller: 200 events of 100 people take half of them."""
_PICTURES = 500
"""Pictures of a club that are kept: of its people's own pages, those that were looked at last."""
ACTOR: Final = "club"
"""Who enters what came of events, as the club's log names it."""
FORGETTING: Final = (RemoveMember, ErasePerson, RemoveEvent, CloseClub)
"""After these the rows of a club are rewritten."""


def _status(club: Club) -> Status:
    return "over" if club.closed else "playing"


KIND: Final = Kind(decode, encode, fold, _status)


class HostedClub(Hosted[Club, ClubChange]):
    """A club loaded from the store. `lost`: those of its events that the store has no longer, as far as is
    known."""

    def __init__(self, host: Host, ident: str, rows: Sequence[Row]) -> None:
        super().__init__(Record(host, ident, KIND, rows))
        self.looking = asyncio.Lock()
        self.looked: dict[str, int] = {}
        self.lost: frozenset[str] = frozenset()
        self._pictures: dict[object, tuple[object, bytes]] = {}
        self._making = asyncio.Lock()

    @property
    def link(self) -> str:
        """The id in addresses."""
        return self.id.removeprefix(PREFIX)

    def role(self, key: str) -> Role | None:
        """Whose key this is, None where it is nobody's."""
        return role_of(self.state, key)

    async def seen(self, what: object, make: Callable[[Club, int, Set[str]], bytes]) -> bytes:
        """A picture of the club, at a number, with tournaments that are lost: made once for all who see the same, in a
        thread."""
        async with self._making:
            now = self.seq, self.lost
            known = self._pictures.get(what)
            if known is None or known[0] != now:
                if len(self._pictures) >= _PICTURES:
                    self._pictures.clear()
                known = self._pictures[what] = now, await asyncio.to_thread(make, self.state, *now)
            return known[1]


class Clubs(FoldedRegistry[HostedClub]):
    """All clubs, as this server sees them."""

    def __init__(self, store: Store, bus: Bus, tournaments: Tournaments, sheets: Sheets) -> None:
        super().__init__(store, bus, PREFIX, LOADED)
        self._sources = Sources(tournaments, sheets)

    def make(self, ident: str, rows: Sequence[Row]) -> HostedClub:
        """The club that these rows make. Raises ValueError for rows that make none."""
        return HostedClub(self, ident, rows)

    async def found(self, name: str, player: str, now: int) -> HostedClub:
        """A new club. Raises Refusal or StorageFailure."""
        row = Row(1, player, None, encode(found(name, new_keys())), now)
        ident = PREFIX + new_key()
        await self.store.append(Write(ident, row, "playing"))
        return self.keep(HostedClub(self, ident, [row]))

    async def do(self, hosted: HostedClub, asked: ClubCommand, now: int, key: str) -> int:
        """What the keeper asks with this key; see `Record.carry_out`. Raises Refusal, Busy or StorageFailure."""

        async def decided(club: Club) -> Decision[Club, ClubChange] | None:
            if club.closed:
                raise refuse("record-gone")
            if isinstance(asked, AddEvent | AddSheet):
                return hosted.record.decision(club, _added(club, await self._sources.proved(asked)))
            # a register of thousands takes a while
            events = await asyncio.to_thread(decide, club, asked)
            return hosted.record.decision(club, events)

        seq = await hosted.record.carry_out(
            "keeper",
            asked.id,
            decided,
            lambda: now,
            most=LARGEST if isinstance(asked, SHRINKING) else FULL,
            allow=lambda club: _require(club, key, asked),
        )
        if isinstance(asked, FORGETTING):
            await self._scrub(hosted.id)
        return seq

    async def look(self, hosted: HostedClub, now: int) -> None:
        """Know what has become of the club's events. Raises StorageFailure."""
        async with hosted.looking:
            events = {event.event: event for event in hosted.state.events.values()}
            seqs = await self.store.seqs([record_of(ident) for ident in events]) if events else {}
            lost = set[str]()
            for ident, event in events.items():
                seq = seqs.get(record_of(ident))
                if seq is None:
                    lost.add(ident)
                elif hosted.looked.get(ident, event.seq) != seq:
                    look = await self._sources.look(ident)
                    if look is not None:
                        await self._count(hosted, event.number, look, now)
                        hosted.looked[ident] = look.seq
            hosted.lost = frozenset(lost)

    async def _count(self, hosted: HostedClub, number: int, look: Look, now: int) -> None:
        """Keep what came of an event, where that is not known, and nothing of what was known before."""
        seq, before = hosted.seq, hosted.state.events.get(number)

        async def decided(club: Club) -> Decision[Club, ClubChange] | None:
            event = club.events.get(number)
            if event is None:
                return None
            erased = club.erased.get(event.event)
            come = look.outcome if look.outcome is None or erased is None else without_names(look.outcome, erased)
            day = event.day if event.dated else look.day
            if (event.outcome, event.name, event.day) == (come, look.name, day):
                return None
            return hosted.record.decision(club, (EventCounted(number, look.name, look.day, come, look.seq),))

        try:
            await hosted.record.carry_out(ACTOR, None, decided, lambda: now, most=FULL)
        except Refusal as refusal:
            if refusal.code != "record-full":
                raise
        if hosted.seq > seq and before is not None and before.outcome is not None:
            await self._scrub(hosted.id)

    async def _scrub(self, ident: str) -> None:
        """Have nothing in the rows of a club that is not to be there any longer. Raises StorageFailure."""
        while await self.store.rewrite(ident, scrubbed):
            pass
        await self.changed(ident)

    async def _loaded_from(self, head: Head, rows: Sequence[Row]) -> HostedClub:
        hosted = await super()._loaded_from(head, rows)
        if remains([event for entry in hosted.entries for event in entry.events]):
            # a server ended before it had done so
            self.tasks.start(self._scrub(hosted.id))
        return hosted


def _added(club: Club, look: Look) -> tuple[ClubChange, ...]:
    number = club.held + 1
    new = added(club, look.event, look.name, look.day)
    if look.outcome is None:
        return new
    erased = club.erased.get(look.event)
    come = look.outcome if erased is None else without_names(look.outcome, erased)
    return (*new, EventCounted(number, look.name, look.day, come, look.seq))


def _require(club: Club, key: str, asked: ClubCommand) -> None:
    """Raises Refusal where the key is the keeper's no longer; who asks again for a new one may have it already."""
    if role_of(club, key) == "keeper":
        return
    if isinstance(asked, RenewClubLink) and asked.key is not None and asked.key == club.keys.keeper:
        return
    raise refuse("unknown-key")
