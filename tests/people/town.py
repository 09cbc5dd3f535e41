"""A server in this process, whose clock and chance the test holds: rooms, sheets and tournaments over one store.

What a server does by itself, a town does when it is asked, one thing after another: so the same seed does the same.
"""

import asyncio
import secrets
import tempfile
from collections import Counter
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from starlette.types import Receive, Scope, Send
from structlog.testing import capture_logs

from tests.people.servers import PAUSES, AtOnce, Server, opened
from tests.rooms.harness import Clock
from tilerummy import rates
from tilerummy.bus import LocalBus
from tilerummy.records.record import Record
from tilerummy.rooms import shuffle
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
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
        self.forgetting: object = None
        """Of which table somebody asks to be forgotten, and nobody has answered yet."""

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
        known = [_loaded(registry) for registry in self.server.records]
        await self.close()
        await self.open()
        self.counted["!restarts"] += 1
        await self._stands(known, whole=True)

    async def killed_in(self, step: Coroutine[Any, Any, None], turns: int) -> bool:
        """Somebody does something, but the server is killed after so many turns of its event loop: from one moment to
        the next nothing is in memory. False where the step was over before."""
        self.store.pauses = 1.0
        doing = asyncio.create_task(step)
        for _ in range(turns):
            await asyncio.sleep(0)
        self.store.pauses = PAUSES
        if doing.done():
            await doing
            return False
        known = [_loaded(registry) for registry in self.server.records]
        self.store.dead = True
        dying = asyncio.all_tasks() - {asyncio.current_task()}
        for task in dying:
            task.cancel()
        ends = await asyncio.gather(*dying, return_exceptions=True)
        require(not any(isinstance(end, Broken) for end in ends), "a law holds until the end", ends)
        await self.store.close()
        await self.open()
        self.counted["!kills"] += 1
        await self._stands(known, whole=False)
        return True

    async def _stands(self, known: Sequence[Mapping[str, Record[Any, Any]]], *, whole: bool) -> None:
        """A server that begins knows all that the one before told anybody; with `whole`, nothing else. Raises
        Broken."""
        for registry, records in zip(self.server.records, known, strict=True):
            for old in records.values():
                new = await registry.find(old.id.removeprefix(registry.prefix))
                if self.forgetting is not None:
                    continue
                require(new is not None, "a record is there again", old.id)
                require(old._answered.items() <= new._answered.items(), "what was answered is kept", old.id)
                require(new.seq >= old.seq, "what was shown is kept", old.id, old.seq, new.seq)
                require(new.seq == old.seq or not whole, "nothing else is", old.id, old.seq, new.seq)
                if new.seq == old.seq:
                    require(new.state == old.state, "a record is folded the same again", old.id)
                if isinstance(old, Room):
                    said = old.chat.after(0)
                    require(new.chat.after(0)[: len(said)] == said, "lines that were read are kept", old.id)

    async def time_passes(self, seconds: float) -> None:
        """Whoever has had their time loses their turn, and who is away is minded."""
        self.clock.pass_by(seconds)
        for head in await self.store.due(self.clock()):
            room = await self.rooms.find(head.game)
            assert room is not None
            before = room.seq
            await room.time_out()
            require(room.seq > before, "a turn whose time is up ends", room.id)
        for loaded in _loaded(self.rooms).values():
            assert isinstance(loaded, Room)
            if loaded.watched:
                await loaded.mind_the_absent()


def _loaded(registry: Any) -> dict[str, Record[Any, Any]]:
    return dict(registry._loaded)


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
