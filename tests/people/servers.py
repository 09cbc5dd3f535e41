"""The servers of a town, in this process: what `tilerummy serve` puts together, but for the process around it.

What a server does by itself, these do when they are asked, one thing after another: so the same seed does the same.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar, TypeVarTuple
from unittest import mock

from starlette.applications import Starlette

from tests.rooms.harness import Clock
from tilerummy.bus import Bus, LocalBus
from tilerummy.circles.hosting import Circles
from tilerummy.clubs.hosting import Clubs
from tilerummy.rooms import caretaking, hosting
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.jobs.scheduler import Scheduler
from tilerummy.rooms.room import Room
from tilerummy.rooms.settings import Settings
from tilerummy.sheets.hosting import Sheets
from tilerummy.store import Store, folder
from tilerummy.store.sqlite import SqliteStore, _commit, _named
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.results_feed import ResultsFeed
from tilerummy.web.api import routes
from tilerummy.web.api.bots import BotApi
from tilerummy.web.api.devices import DeviceApi
from tilerummy.web.api.guests import GuestApi
from tilerummy.web.api.handovers import HandoverApi
from tilerummy.web.api.returning.passkeys import PasskeyApi
from tilerummy.web.api.returning.recovery import RecoveryApi
from tilerummy.web.api.rooms import RoomApi
from tilerummy.web.edge.places import Places
from tilerummy.web.edge.spending import Spending
from tilerummy.web.revocations import Revocations
from tilerummy.web.sessions import Sessions, load_key
from tilerummy.web.sockets.socket import Sockets

PAUSES: Final = 0.1
"""How likely others have their turn before, and once more after something is written."""
PER_ADDRESS: Final = 1e6
"""All come from one address."""
T = TypeVar("T")
Args = TypeVarTuple("Args")


class AtOnce(SqliteStore):
    """The store, which reads and writes in the thread that asks; now and then others have their turn meanwhile.
    `dead`: its servers are, and nobody comes back from here. `attends`: whether a server other than this one has who
    is to move in a game; what servers tell a store that they share."""

    chance: Random
    pauses = PAUSES
    dead = False
    attends: Callable[[str, str], bool]

    async def attended(self, game: str, stale: int, but: str = "") -> bool:
        """Whether who is to move is connected to a server other than `but`."""
        return self.attends(game, but)

    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        await self._pause()
        return self._reader.execute(query, _named(values)).fetchall()

    async def _write(self, work: Callable[[Any], T]) -> T:
        await self._pause()
        (result,) = _commit(self._writer, [work])
        await self._pause()
        if isinstance(result, Exception):
            raise result
        done: T = result
        return done

    async def _pause(self) -> None:
        if self.chance.random() < self.pauses:
            await asyncio.sleep(0)
        if self.dead:
            raise asyncio.CancelledError


class _Here(Scheduler):
    """Work that is done here, not in another process."""

    async def run(
        self, work: Any, owner: str, function: Callable[[*Args], T], *args: *Args, within: float | None = None
    ) -> T:
        """What the function says."""
        return function(*args)


class _Rooms(Rooms):
    """Rooms in which nobody moves by themselves."""

    def _look_at(self, room: Room) -> None:
        """Computer players move, and games end, when the people's turn comes."""


class Server:
    """One server over the store in a folder."""

    def __init__(self, place: Path, store: Store, bus: Bus, clock: Clock) -> None:
        with mock.patch.object(hosting, "Scheduler", _Here):
            self.rooms = _Rooms(store, bus, Settings(computer_pause=0), clock)
        self.sheets = Sheets(store, bus)
        self.circles = Circles(store, bus, self.rooms)
        self.tournaments = Tournaments(store, bus, self.rooms.scheduler)
        self.clubs = Clubs(store, bus, self.tournaments, self.sheets)
        # on a bus of its own it hears no hint, and enters results when it is asked
        self.feed = ResultsFeed(self.tournaments, self.rooms, LocalBus())
        self.sessions = Sessions([load_key(place)], Revocations(store))
        spending = Spending(bus, PER_ADDRESS)
        self.sockets = Sockets(self.rooms, self.sessions, spending, Places(PER_ADDRESS))
        self.http = Starlette(
            routes=routes.of_guests(
                RoomApi(self.rooms, self.sessions, spending),
                GuestApi(
                    *(self.rooms, self.tournaments, self.sheets, self.circles, self.clubs),
                    *(self.sessions, spending.budget),
                ),
                DeviceApi(self.rooms, self.sessions, spending.budget),
                HandoverApi(self.rooms, self.sessions, spending),
                RecoveryApi(self.rooms, self.sessions, spending),
                PasskeyApi(self.rooms, self.sessions, spending),
                BotApi(store, self.sessions, spending.budget),
            )
        )

    @property
    def records(self) -> tuple[Any, ...]:
        """What holds records."""
        return self.rooms, self.sheets, self.tournaments, self.circles, self.clubs

    def has_the_mover(self, game: str) -> bool:
        """Whether who is to move in the game is connected here."""
        room = self.rooms._loaded.get(game)
        return room is not None and room.has_the_mover

    async def look_round(self) -> None:
        """What a server looks for now and then: what others did and no word of which arrived, and who is here."""
        if not self.rooms.alone:
            await self.poll()
            self.rooms._introduce()
        for room in list(self.rooms._loaded.values()):
            if room.record.watched:
                room.audience.forget_the_silent(room.state)
                await caretaking.mind_the_absent(room)

    async def poll(self) -> None:
        """What others did, and no word of which arrived."""
        for registry in self.records:
            await registry.poll()
            await registry.look_for_lost()

    async def settle(self) -> None:
        """Whatever goes on beside what was asked comes to its end."""
        while self.sockets._under_way or any(part.tasks._tasks for part in self.records):
            await asyncio.sleep(0)

    async def close(self) -> None:
        """The server ends."""
        for part in (self.sockets, self.feed, *self.records, self.sessions.revocations):
            await part.close()


def opened(place: Path, chance: Random) -> AtOnce:
    """The store in a folder."""
    with mock.patch.object(folder, "SqliteStore", AtOnce):
        store = folder.open_store(place)
    assert isinstance(store, AtOnce)
    store.chance = chance
    return store
