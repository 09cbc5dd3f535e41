"""A server is killed at each step of the outbox: `python -m tests.crash.notices --kills 200`.

One move after another is made at a table over days. At each a process of its own decides, keeps the row, takes the
notice and tells it, and kills itself with SIGKILL at one of these steps. Afterwards all that is due is told: every turn
that came was told, and twice only where the kill came after telling it and before noting that.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.rooms.harness import Clock, Harness, draw
from tilerummy.store import Outlet
from tilerummy.store.folder import open_store
from tilerummy.web.notices.protocol import Kept, Outcome, Wishes
from tilerummy.web.notices.sender import LEASE, Sender
from tilerummy.web.notices.wording import Message

STEPS: Final = ("decided", "kept", "taken", "told", "noted")
"""Where a process is killed: before the row is kept, after; after the notice was taken, told, and removed."""
GAME: Final = 40
"""Kills in one game, which goes on for longer."""
WISHES: Final = Wishes(("turn",), "en", "UTC", quiet=None, anyway=False, names=False)


class Diary:
    """The way to a guest: a line in a file for each turn that they are told of, written before anybody can die."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    async def send(self, kept: Kept, message: Message) -> Outcome:
        """Write it down."""
        os.write(self._file, f"{message.path} {kept.origin}\n".encode())
        return Outcome("told")

    async def close(self) -> None:
        """Nothing is held."""
        os.close(self._file)


def dying(work: Callable[..., Awaitable[Any]], *, before: bool) -> Callable[..., Awaitable[Any]]:
    """The work, before or after which the process is killed."""

    async def done(*args: Any) -> Any:
        if not before:
            await work(*args)
        os.kill(os.getpid(), signal.SIGKILL)

    return done


def in_a_process(work: Callable[[], Coroutine[Any, Any, None]]) -> bool:
    """Whether a process that does it came to its end."""
    if (pid := os.fork()) == 0:
        asyncio.run(work())
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status) or status == 0, status
    return status == 0


class Table:
    """A game over days in a folder, and what its guests were told."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._diary = folder / "told"
        self._clock = Clock()
        self.room = ""

    async def _with_server(self, work: Callable[[Harness, Sender], Awaitable[None]]) -> None:
        store = open_store(self._folder / "data")
        hall = Harness(store, self._clock)
        sender = Sender(hall.rooms, {"push": Diary(self._diary)})
        try:
            await work(hall, sender)
        finally:
            await sender.close()
            await hall.rooms.close()
            await store.close()

    def server(self, work: Callable[[Harness, Sender], Awaitable[None]]) -> bool:
        """Whether a server that does it came to its end."""
        return in_a_process(lambda: self._with_server(work))

    def pass_by(self, seconds: float) -> None:
        """Time passes."""
        self._clock.pass_by(seconds)

    @property
    def told(self) -> Counter[str]:
        """How often each player was told, of all turns."""
        lines = self._diary.read_text().splitlines() if self._diary.exists() else []
        return Counter(line.split()[1] for line in lines)


async def begin(hall: Harness, file: Path) -> None:
    """Two guests who want to be told, and their game."""
    for player in ("p0", "p1"):
        kept = msgspec.json.encode(Kept(WISHES, player))
        await hall.store.keep_outlet(Outlet(player, player, "push", player, kept, WISHES.kinds, 1, 1), 10)
    file.write_text((await hall.game()).id)


def run(kills: int, folder: Path) -> Counter[str]:
    """Kill so often; how often a turn was told twice, by step. Raises AssertionError where one was not told."""
    table, twice = Table(folder), Counter[str]()
    for number in range(kills):
        if number % GAME == 0:
            assert table.server(lambda hall, _: begin(hall, folder / "room"))
            catch_up(table, folder)
        step, before = STEPS[number % len(STEPS)], table.told
        kill(table, (folder / "room").read_text(), step)
        came = catch_up(table, folder)
        told = table.told.total() - before.total()
        assert told == came + (step == "told"), f"kill {number} at {step}: {came} turns came, {told} were told"
        twice[step] += told - came
    return twice


def kill(table: Table, room: str, step: str) -> None:
    """A server dies at that step of a move and its word."""
    assert not table.server(lambda hall, sender: moved(hall, sender, room, step))


def catch_up(table: Table, folder: Path) -> int:
    """Another server tells all that is due; how many turns came meanwhile."""
    table.pass_by(LEASE / 1000 + 60)
    room, file = (folder / "room").read_text(), folder / "turns"
    assert table.server(lambda hall, sender: caught_up(hall, sender, room, file))
    return int(file.read_text())


async def moved(hall: Harness, sender: Sender, room: str, step: str) -> None:
    """One move, and the word of it, until the process is killed."""
    found, store = await hall.room(room), hall.store
    methods = {"decided": "append", "kept": "append", "taken": "take_notices", "told": "told", "noted": "told"}
    name = methods[step]
    setattr(store, name, dying(getattr(store, name), before=step in ("decided", "told")))
    await draw(found)
    hall.clock.pass_by(60)
    await sender.look()


async def caught_up(hall: Harness, sender: Sender, room: str, file: Path) -> None:
    """Tell all that is due; into the file, how many turns came since it was written last."""
    seen = file.with_suffix(f".{room}")
    before = int(seen.read_text()) if seen.exists() else 0
    found = await hall.room(room)
    while await sender.look():
        pass
    file.write_text(str(found.seq - before))
    seen.write_text(str(found.seq))


def main() -> int:
    """Kill as often as was said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    kills = parser.parse_args().kills
    with tempfile.TemporaryDirectory() as folder:
        twice = run(kills, Path(folder))
    print(f"{kills} kills: every turn was told; twice, after a kill at each step: {dict(twice)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
