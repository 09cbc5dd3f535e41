"""Rooms in this process over a real store, with a clock that the test moves."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tilerummy import editions
from tilerummy.bus import Bus, LocalBus
from tilerummy.rooms import commands
from tilerummy.rooms.decide import computer, create, dealing, person, starting
from tilerummy.rooms.decision import Decision, after, then
from tilerummy.rooms.events import SealSet, Sitter, WordSaid
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rooms.room import Room
from tilerummy.rooms.settings import Settings
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.promise import seal
from tilerummy.store import Store
from tilerummy.store.folder import open_store

PATIENCE = 60.0
START = 1_800_000_000_000
"""When the test's clock starts (ms)."""


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> int:
        return self.at

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.at += round(seconds * 1000)


class Harness:
    """Rooms over one store, and the clock they look at."""

    def __init__(self, store: Store, clock: Clock, bus: Bus | None = None, grace: float = 15.0) -> None:
        self.clock = clock
        self.store = store
        self.rooms = Rooms(store, bus or LocalBus(), Settings(computer_pause=0, grace=grace), clock)

    async def room(self, room: str) -> Room:
        """The room, which must exist."""
        found = await self.rooms.find(room)
        assert found is not None
        return found

    async def game(
        self, *, limit: Any = None, seats: int = 2, edition: str | Edition = "original", options: Options = USUAL
    ) -> Room:
        """A room whose game has begun, with the guests p0, p1, … on its seats."""
        sitters: tuple[Sitter | None, ...] = tuple(person(f"Guest {seat}", f"p{seat}") for seat in range(seats))
        loaded = editions.load(edition) if isinstance(edition, str) else edition
        return await self._dealt(loaded, limit, sitters, options)

    async def _dealt(
        self, edition: Edition, limit: Any, sitters: tuple[Sitter | None, ...], options: Options = USUAL
    ) -> Room:
        """A room with one row: made, every word for the deal said, the game begun."""
        made = create(edition, limit, "p0", sitters, start=False, options=options)
        begun, room = called(made), new_room_id()
        await self.store.append(first_write(room, begun, "p0", self.clock()))
        return await self.room(room)

    async def against(
        self, *levels: str, limit: Any = None, options: Options = USUAL, edition: Edition | None = None
    ) -> Room:
        """A game of p0 against computer players."""
        sitters = (person("Ann", "p0"), *(computer(level, ("Ann",)) for level in levels))
        return await self._dealt(edition or editions.load("original"), limit, sitters, options)


class SlowReads:
    """A store that takes its time with what it has `read` of a log, until it may `go_on`."""

    def __init__(self, store: Store) -> None:
        self._store, self.read, self.go_on = store, asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def log(self, game: str, after: int = 0) -> Any:
        """The log as it was before."""
        found = await self._store.log(game, after)
        self.read.set()
        await self.go_on.wait()
        return found


def called(made: Decision) -> Decision:
    """A room whose game was called, in which everybody sealed their word for the deal and said it."""
    word = "x" * 16
    sealed = then(made, after(made.state, *(SealSet(seat, seal(word), again=False) for seat in made.state.unsealed)))
    asked = then(sealed, starting(sealed.state))
    if not asked.state.asked:
        return asked
    said = then(asked, after(asked.state, *(WordSaid(seat, word) for seat in asked.state.silent)))
    return then(said, dealing(said.state))


def look(room: Room, player: str | None) -> Viewer:
    """A player looks at the room from now on, who takes what there is when the test says so."""
    return room.join(player, None, lambda: None)


def mover(room: Room) -> str:
    """The guest who is to move."""
    assert room.state.mover is not None
    assert room.state.mover.player is not None
    return room.state.mover.player


async def draw(room: Room, ident: str | None = None) -> Accepted | Refused:
    """The seat to move draws."""
    command = commands.Move(ident or f"draw-{room.seq}", room.seq, commands.DrawMove())
    return await room.command(mover(room), command)


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait until it holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


def with_rooms(
    folder: Path, work: Callable[[Harness], Awaitable[None]], *, running: bool = False, grace: float = 15.0
) -> None:
    """Run `work` in a hall over a store in `folder`; `running`: with timers, polls and computer players. What is dealt
    follows from the folder's name, which is the test's: the same racks in every run."""

    async def run() -> None:
        store = open_store(folder)
        hall = Harness(store, Clock(), grace=grace)
        try:
            if running:
                await hall.rooms.start()
            await work(hall)
        finally:
            await hall.rooms.close()
            await store.close()

    _run(folder, run())


def in_two_halls(folder: Path, work: Callable[[Harness, Harness], Awaitable[None]], *, shared_bus: bool) -> None:
    """Two servers over one store; with a shared bus they hear of each other, without one they must poll."""

    async def run() -> None:
        store, clock, bus = open_store(folder), Clock(), LocalBus()
        first = Harness(store, clock, bus)
        second = Harness(store, clock, bus if shared_bus else LocalBus(alone=False))
        try:
            await first.rooms.start()
            await second.rooms.start()
            await work(first, second)
        finally:
            await first.rooms.close()
            await second.rooms.close()
            await store.close()

    _run(folder, run())


def _run(folder: Path, work: Coroutine[Any, Any, None]) -> None:
    with patch("tilerummy.rooms.shuffle._random", random.Random(folder.name)):
        asyncio.run(work)
