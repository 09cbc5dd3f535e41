"""A server in this process, whose clock and chance the test holds: rooms, sheets, circles and events over one store.

What a server does by itself, a town does when it is asked, one thing after another: so the same seed does the same.
"""

import asyncio
import secrets
import tempfile
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from starlette.types import Receive, Scope, Send
from structlog.testing import capture_logs

from tests.people.servers import PAUSES, AtOnce, Server, opened
from tests.people.wire import End, Wire
from tests.rooms.harness import Clock
from tilerummy import rates
from tilerummy.bus import LocalBus
from tilerummy.records.hosted import Hosted
from tilerummy.rooms import shuffle
from tilerummy.rooms.hosting import SLACK
from tilerummy.rooms.room import Room
from tilerummy.store.base import Head
from tilerummy.web import sessions

BETWEEN: Final = 60.0
"""Seconds between two questions how often a person may do something: nobody here is in a hurry."""


class Broken(AssertionError):
    """A law does not hold."""


def require(holds: bool, law: str, *what: object) -> None:
    """Raises Broken."""
    if not holds:
        raise Broken(" | ".join([law, *map(str, what)]))


class Town:
    """The servers, and what has been asked of it: `counted` by what it was and what became of it."""

    store: AtOnce
    servers: list[Server]

    def __init__(self, folder: Path, seed: int, servers: int) -> None:
        self._folder, self._many = folder, servers
        self.random = Random(seed)
        self.clock = Clock()
        self.counted: Counter[str] = Counter()
        self.names = 0
        self.forgetting: object = None
        """Of which table a person asks to be forgotten, and nobody has answered yet."""

    def name(self) -> str:
        """A name or an id that nobody had before, and that is part of no other text."""
        self.names += 1
        return f"Q{self.names}Q"

    @property
    def commands(self) -> int:
        """How many things were asked."""
        return sum(number for what, number in self.counted.items() if "!" not in what)

    @property
    def server(self) -> Server:
        """One of the servers, whichever has time."""
        return self.servers[0] if self._many == 1 else self.random.choice(self.servers)

    async def open(self) -> None:
        """The servers start."""
        self.store, wire = opened(self._folder, self.random), Wire(self.random)
        self.store.attends = self._attends
        ends = [LocalBus()] if self._many == 1 else [End(wire) for _ in range(self._many)]
        self.servers = [Server(self._folder, self.store, end, self.clock) for end in ends]
        await self.look_at_sessions()

    def _attends(self, game: str, but: str) -> bool:
        return any(one.rooms.server != but and one.has_the_mover(game) for one in self.servers)

    async def look_at_sessions(self) -> None:
        """All servers learn which sessions have ended."""
        for server in self.servers:
            await server.sessions.revocations.look()

    async def settle(self) -> None:
        """Whatever goes on beside what was asked comes to its end."""
        for server in self.servers * len(self.servers):
            await server.settle()

    async def look_round(self) -> None:
        """All servers know all that is kept."""
        for server in self.servers * len(self.servers):
            await server.look_round()
            await self.settle()
        if self._many > 1:
            await self._poll()
            await self._agree()

    async def _poll(self) -> None:
        """All servers read what was not heard of, until nothing comes of it any more."""
        before: list[tuple[str, int]] = []
        while (now := [(record.id, record.seq) for _, record in self._known()]) != before:
            before = now
            for server in self.servers:
                await server.poll()
                await self.settle()

    async def _agree(self) -> None:
        """Whatever was lost on its way: where a person looks, all that is kept is known. Raises Broken."""
        watched = [record for _, record in self._known() if record.record.watched]
        seqs = await self.store.seqs([record.id for record in watched])
        first: dict[str, Hosted[Any, Any]] = {}
        for record in watched:
            other = first.setdefault(record.id, record)
            require(record.seq == seqs.get(record.id), "a server knows all that is kept", record.id, record.seq)
            require(record.state == other.state, "all servers see the same", record.id, record.seq)
            if isinstance(record, Room) and isinstance(other, Room):
                require(record.chat.number == other.chat.number, "all servers heard the same", record.id)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A server answers a request."""
        await self.server.http(scope, receive, send)

    async def close(self) -> None:
        """The servers end."""
        for server in self.servers:
            await server.close()
        await self.store.close()

    def _known(self) -> list[tuple[int, Hosted[Any, Any]]]:
        """What the servers know, each with the number of its registry."""
        registries = [one for server in self.servers for one in enumerate(server.records)]
        return [(kind, record) for kind, registry in registries for record in _loaded(registry)]

    async def restart(self) -> None:
        """Everything is folded again from the store, and stands as it stood."""
        known = self._known()
        await self.close()
        await self.open()
        self.counted["!restarts"] += 1
        await self._stands(known, whole=self._many == 1)

    async def killed_in(self, step: Coroutine[Any, Any, None], turns: int) -> bool:
        """A person does something, but the server is killed after so many turns of its event loop: from one moment to
        the next nothing is in memory. False where the step was over before."""
        self.store.pauses = 1.0
        doing = asyncio.create_task(step)
        for _ in range(turns):
            await asyncio.sleep(0)
        self.store.pauses = PAUSES
        if doing.done():
            await doing
            return False
        known = self._known()
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
        await self.time_passes(0)
        return True

    async def _stands(self, known: Sequence[tuple[int, Hosted[Any, Any]]], *, whole: bool) -> None:
        """A server that begins knows all that the one before told anybody; with `whole`, nothing else. Raises
        Broken."""
        for kind, old in known:
            registry = self.servers[0].records[kind]
            new = await registry.find(old.id.removeprefix(registry.prefix))
            if self.forgetting is not None:
                continue
            require(new is not None, "a record is there again", old.id)
            require(old.record._answered.items() <= new.record._answered.items(), "what was answered is kept", old.id)
            require(new.seq >= old.seq, "what was shown is kept", old.id, old.seq, new.seq)
            require(new.seq == old.seq or not whole, "nothing else is", old.id, old.seq, new.seq)
            if new.seq == old.seq:
                require(new.state == old.state, "a record is folded the same again", old.id)
            if isinstance(old, Room):
                said = old.chat.after(0)
                require(new.chat.after(0)[: len(said)] == said, "lines that were read are kept", old.id)

    async def time_passes(self, seconds: float) -> None:
        """A player who has had their time loses their turn, and who is away is minded."""
        self.clock.pass_by(seconds)
        due = await self._end_turns()
        if due and self._many > 1:
            # the server that has who is to move is left some time to end the turn
            self.clock.pass_by(SLACK + 1)
            await self.look_round()
            late = {(head.game, head.seq) for head in due}
            due = [head for head in await self._end_turns() if (head.game, head.seq) in late]
        require(not due, "a turn whose time is up ends", due)
        await self.look_round()

    async def _end_turns(self) -> list[Head]:
        """Each server ends the turns that it may; those that are not over."""
        for server in self.servers:
            for head in await self.store.due(self.clock()):
                await server.rooms._end_turn(head)
        return await self.store.due(self.clock())


def _loaded(registry: Any) -> list[Hosted[Any, Any]]:
    return list(registry._loaded.values())


@contextmanager
def town(seed: int, servers: int) -> Iterator[Town]:
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
        place = Town(Path(folder), seed, servers)
        with mock.patch.object(sessions, "_now", place.clock):
            yield place
        errors = [entry for entry in said if entry["log_level"] in ("error", "critical")]
        require(not errors, "nothing is logged as an error", errors[:3])
