"""Hosted circles: their members, and the tables that they open for each other.

A circle finds its games in the store as a guest finds theirs: each room says to which circle it belongs. So nothing
about a game is kept twice, and rematches and taken back turns stay in the circle by themselves.
"""

from collections.abc import Iterator, Sequence, Set
from typing import Final

import msgspec

from tilerummy import editions
from tilerummy.bus import Bus
from tilerummy.circles.decide import ENDING, ChooseTable, CircleCommand, JoinCircle, decide, found
from tilerummy.circles.results import Results
from tilerummy.circles.state import PREFIX, Circle, CircleEvent, Joined, Table, decode, encode, fold, new_keys, without
from tilerummy.records.decision import Decision
from tilerummy.records.hosted import Hosted
from tilerummy.records.kind import Kind
from tilerummy.records.links import new_key
from tilerummy.records.record import LARGEST, Host, Record
from tilerummy.records.registry import LOADED, FoldedRegistry
from tilerummy.rooms.decide import create, person
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.people.blocking import apart
from tilerummy.rooms.room import Room
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.rules.edition.edition import Examples
from tilerummy.rules.refusal import refuse
from tilerummy.store import Row, Store, Write
from tilerummy.store.base import Status

MOST_CIRCLES: Final = 50
"""Circles in which one guest is or was: all of them are looked at to tell theirs."""
MOST_TABLES: Final = 20
"""Games of a circle that go on or wait for players: of a full club, all at tables of three."""
FULL: Final = LARGEST // 8
"""Bytes of a circle's record from which on its members can only leave: a thousand people came by then."""


def usual_table() -> Table:
    """What a new circle plays: the first edition, four at a table, as long as they like."""
    edition = msgspec.structs.replace(editions.load(editions.names()[0]), examples=Examples())
    return Table(edition, edition.players.most, None, hints=True, options=USUAL)


def _status(circle: Circle) -> Status:
    return "over" if circle.over else "playing"


def _writes(
    ident: str, _: Circle, row: Row, decision: Decision[Circle, CircleEvent], deadline: int | None
) -> Sequence[Write]:
    """A row, and who finds the circle among theirs from now on."""
    came = tuple(event.player for event in decision.events if isinstance(event, Joined))
    return (Write(ident, row, _status(decision.state), deadline, players=came),)


KIND: Final = Kind(decode, encode, fold, _status, writes=_writes)


class HostedCircle(Hosted[Circle, CircleEvent]):
    """A circle loaded from the store."""

    def __init__(self, host: Host, ident: str, rows: Sequence[Row]) -> None:
        super().__init__(Record(host, ident, KIND, rows))

    @property
    def link(self) -> str:
        """The id in addresses."""
        return self.id.removeprefix(PREFIX)

    async def do(self, player: str, asked: CircleCommand | ChooseTable, now: int) -> int:
        """What a guest asks; see `Record.carry_out`."""

        async def decided(circle: Circle) -> Decision[Circle, CircleEvent] | None:
            return self.record.decision(circle, decide(circle, player, asked))

        most = LARGEST if isinstance(asked, ENDING) else FULL
        return await self.record.carry_out(player, asked.id, decided, lambda: now, most=most)


class Circles(FoldedRegistry[HostedCircle]):
    """All circles, as this server sees them."""

    def __init__(self, store: Store, bus: Bus, rooms: Rooms) -> None:
        super().__init__(store, bus, PREFIX, LOADED)
        self._rooms = rooms
        self.results = Results(rooms)
        rooms.circles = self

    def make(self, ident: str, rows: Sequence[Row]) -> HostedCircle:
        """The circle that these rows make. Raises ValueError for rows that make none."""
        return HostedCircle(self, ident, rows)

    async def found(self, name: str, player: str, called: str, now: int) -> HostedCircle:
        """A new circle with one member, its keeper. Raises Refusal or StorageFailure."""
        await self._room_for_another(player)
        events = found(name, usual_table(), new_keys(), player, called)
        row = Row(1, player, None, encode(events), now)
        ident = PREFIX + new_key()
        await self.store.append(Write(ident, row, "playing", players=(player,)))
        return self.keep(HostedCircle(self, ident, [row]))

    async def do(self, hosted: HostedCircle, player: str, asked: CircleCommand | ChooseTable, now: int) -> int:
        """What a guest asks of a circle. Raises Refusal, Busy or StorageFailure."""
        if isinstance(asked, JoinCircle):
            await self._room_for_another(player, hosted.id)
        return await hosted.do(player, asked, now)

    async def known_to(self, player: str) -> list[HostedCircle]:
        """The circles in which a guest is or was. Raises StorageFailure."""
        links = (ident.removeprefix(PREFIX) for ident in await self.store.records_of(player, PREFIX))
        found = [await self.find(link) for link in links]
        return [hosted for hosted in found if hosted is not None]

    async def of(self, player: str) -> list[HostedCircle]:
        """The circles in which a guest is. Raises StorageFailure."""
        return [hosted for hosted in await self.known_to(player) if _has(hosted.state, player)]

    async def of_member(self, link: str, player: str | None) -> HostedCircle | None:
        """The circle of a link, for who is in it; None for everybody else, and where there is none. Raises
        StorageFailure."""
        hosted = await self.find(link)
        return hosted if hosted is not None and player is not None and _has(hosted.state, player) else None

    async def tables(self, hosted: HostedCircle) -> list[Room]:
        """The games of a circle that go on or wait for players, the last changed first. Raises StorageFailure."""
        found = [await self._rooms.find(head.game) for head in await self.store.games_of(hosted.id)]
        return [room for room in found if room is not None and room.state.people]

    async def open_table(self, hosted: HostedCircle, player: str, zone: str | None) -> str:
        """A member opens a table and sits down; the others are told that it waits. Raises Refusal or StorageFailure."""
        member, table = hosted.state.member(player), hosted.state.table
        if member is None or hosted.state.over:
            raise refuse("unknown-circle")
        if len(await self.tables(hosted)) >= MOST_TABLES:
            raise refuse("circle-tables", most=MOST_TABLES)
        sitters = (person(member.name, player, zone=zone), *[None] * (table.seats - 1))
        opened = create(
            *(table.edition, table.limit, player, sitters, table.options),
            circle=hosted.id,
            start=False,
            hints=table.hints,
        )
        foreign = await apart(self.store, player)
        room, called = new_room_id(), [one.player for one in hosted.state.members if one.player not in foreign]
        await self.store.append(first_write(room, opened, player, self._rooms.now(), called=called))
        return room

    async def forget(self, players: Set[str]) -> None:
        """Guests were forgotten: read again what they had a part in. Raises StorageFailure."""
        self.results.forget(players)
        await self.changed_where(lambda hosted: any(one.player in players for one in joined(hosted)))

    # --- what rooms ask of circles ----------------------------------------------------------------------------

    async def admits(self, circle: str, player: str) -> bool:
        """Whether a guest is a member of the circle with this record. Raises StorageFailure."""
        return await self.of_member(circle.removeprefix(PREFIX), player) is not None

    def keeps(self, record: str) -> bool:
        """Whether this is the record of a circle."""
        return record.startswith(PREFIX)

    def without(self, body: bytes, player: str, nobody: str) -> bytes:
        """The body of a row of such a record without a guest, for whom `nobody` stands."""
        return without(body, player, nobody)

    async def _room_for_another(self, player: str, circle: str = "") -> None:
        """Raises Refusal where the guest has as many circles as they may, and this is none of them."""
        known = await self.store.records_of(player, PREFIX)
        if len(known) >= MOST_CIRCLES and circle not in known:
            raise refuse("too-many-circles", most=MOST_CIRCLES)


def joined(hosted: HostedCircle) -> Iterator[Joined]:
    """Who ever came into a circle, in order."""
    return (event for entry in hosted.entries for event in entry.events if isinstance(event, Joined))


def _has(circle: Circle, player: str) -> bool:
    return not circle.over and circle.member(player) is not None
