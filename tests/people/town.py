"""A server in this process, whose clock and chance the test holds: rooms, sheets and tournaments over one store.

What a server does by itself, a town does when it is asked, one thing after another: so the same seed does the same.
"""

import secrets
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from starlette.types import Receive, Scope, Send
from structlog.testing import capture_logs

from tests.people.servers import AtOnce, Server, opened
from tests.rooms.harness import Clock
from tilerummy import rates
from tilerummy.bus import LocalBus
from tilerummy.rooms import shuffle
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
from tilerummy.sheets.hosting import HostedSheet
from tilerummy.tournaments.hosted_tournament import HostedTournament
from tilerummy.web import sessions

BETWEEN: Final = 60.0
"""Seconds between two questions how often somebody may do something: nobody here is in a hurry."""


class Broken(AssertionError):
    """A law does not hold."""


def require(holds: bool, law: str, *what: object) -> None:
    """Raises Broken."""
    if not holds:
        raise Broken(" | ".join([law, *map(str, what)]))


class Town:
    """The server, and what has been asked of it: `counted` by what it was and what became of it."""

    store: AtOnce
    server: Server

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self.random = Random(seed)
        self.clock = Clock()
        self.counted: Counter[str] = Counter()
        self.names = 0

    def name(self) -> str:
        """A name or an id that nobody had before, and that is part of no other text."""
        self.names += 1
        return f"Q{self.names}Q"

    @property
    def commands(self) -> int:
        """How many things were asked."""
        return sum(number for what, number in self.counted.items() if "!" not in what)

    @property
    def rooms(self) -> Rooms:
        """Those of the server."""
        return self.server.rooms

    async def open(self) -> None:
        """The server starts."""
        self.store = opened(self._folder, self.random)
        self.server = Server(self._folder, self.store, LocalBus(), self.clock)
        await self.server.sessions.revocations.look()

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The server that runs now answers a request."""
        await self.server.http(scope, receive, send)

    async def close(self) -> None:
        """The server ends."""
        await self.server.close()
        await self.store.close()

    async def restart(self) -> None:
        """Everything is folded again from the store, and stands as it stood."""
        rooms, sheets, events = map(_loaded, self.server.records)
        await self.close()
        await self.open()
        self.counted["!restarts"] += 1
        for old in rooms.values():
            assert isinstance(old, Room)
            room = await self.rooms.find(old.id)
            require(room is not None, "a room is there after a restart", old.id)
            assert room is not None
            require((room.seq, room.state) == (old.seq, old.state), "a room is folded the same again", old.id)
            require(room.snapshot(None) == old.snapshot(None), "and shown the same", old.id)
            require(room.chat.after(0) == old.chat.after(0), "its lines are the same", old.id)
        for old in sheets.values():
            assert isinstance(old, HostedSheet)
            sheet = await self.server.sheets.find(old.link)
            require(sheet is not None and sheet.seen(True) == old.seen(True), "a sheet stands after a restart", old.id)
        for old in events.values():
            assert isinstance(old, HostedTournament)
            event = await self.server.tournaments.find(old.link)
            require(event is not None and event.state == old.state, "an event stands after a restart", old.id)

    async def time_passes(self, seconds: float) -> None:
        """Whoever has had their time loses their turn, and who is away is minded."""
        self.clock.pass_by(seconds)
        for head in await self.store.due(self.clock()):
            room = await self.rooms.find(head.game)
            assert room is not None
            before = room.seq
            await room.time_out()
            require(room.seq > before, "a turn whose time is up ends", room.id)
        for room in list(_loaded(self.rooms).values()):
            assert isinstance(room, Room)
            if room.watched:
                await room.mind_the_absent()


def _loaded(part: Any) -> dict[str, Any]:
    return dict(part._loaded)


@contextmanager
def town(seed: int) -> Iterator[Town]:
    """A town in a folder of its own, in memory where the system has one, whose chance is the seed's. Nothing may be
    logged as an error."""
    chance, moments = Random(seed), count(0.0, BETWEEN)
    memory = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder,
        mock.patch.object(shuffle, "_random", chance),
        mock.patch.object(secrets, "choice", chance.choice),
        mock.patch.object(secrets, "randbelow", chance.randrange),
        mock.patch.object(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex()),
        mock.patch.object(rates, "monotonic", moments.__next__),
        capture_logs() as said,
    ):
        place = Town(Path(folder), seed)
        with mock.patch.object(sessions, "_now", place.clock):
            yield place
        errors = [entry for entry in said if entry["log_level"] in ("error", "critical")]
        require(not errors, "nothing is logged as an error", errors[:3])
