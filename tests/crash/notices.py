"""A server is killed at each step of the outbox: `python -m tests.crash.notices --kills 200`, with `--mail` of mails to
a real mail server.

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
from tests.web.notices.mail_server import MailServer, mail_server
from tilerummy.bus import LocalBus
from tilerummy.store import Notice, Outlet
from tilerummy.store.folder import open_store
from tilerummy.store.notices import OutletKind
from tilerummy.web.edge.spending import Spending
from tilerummy.web.notices.mail.links import Links
from tilerummy.web.notices.mail.mails import Mails
from tilerummy.web.notices.mail.settings import MailSettings
from tilerummy.web.notices.protocol import Kept, Outcome, Wishes
from tilerummy.web.notices.sender import LEASE, Sender, Way
from tilerummy.web.notices.wording import Message
from tilerummy.web.revocations import Revocations

STEPS: Final = ("decided", "kept", "taken", "told", "noted")
"""Where a process is killed: before the row is kept, after; after the notice was taken, told, and removed."""
GAME: Final = 40
"""Kills in one game, which goes on for longer."""
WISHES: Final = Wishes(("turn",), "en", "UTC", quiet=None, anyway=False, names=False)


class Diary:
    """The way to a guest: a line in a file for each turn that they are told of, written before anybody can die."""

    kind: OutletKind = "push"

    def __init__(self, file: Path) -> None:
        self._path = file
        self._file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    async def send(self, _: Notice, kept: Kept, message: Message) -> Outcome:
        """Write it down."""
        os.write(self._file, f"{message.path} {kept.origin}\n".encode())
        return Outcome("told")

    async def close(self) -> None:
        """Nothing is held."""

    def way(self, _: Harness) -> Way:
        """Itself."""
        return self

    @property
    def told(self) -> Counter[str]:
        """How often each player was told."""
        return Counter(line.split()[1] for line in self._path.read_text().splitlines())


class Letters:
    """The way to a guest: by a mail server, which is killed with nobody."""

    kind: OutletKind = "mail"

    def __init__(self, server: MailServer) -> None:
        self._server = server

    def way(self, hall: Harness) -> Way:
        """That of a server."""
        settings = MailSettings("127.0.0.1", self._server.port, False, "rummy@play.example")
        spending = Spending(LocalBus(), 1, 10**6)
        return Mails(settings, Links(hall.store), spending, Revocations(hall.store), hall.clock)

    @property
    def told(self) -> Counter[str]:
        """How often each player was told."""
        return Counter({address.partition("@")[0]: len(mails) for address, mails in self._server.came.items()})


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

    def __init__(self, folder: Path, told: Diary | Letters) -> None:
        self._folder = folder
        self._told = told
        self._clock = Clock()
        self.room = ""

    async def _with_server(self, work: Callable[[Harness, Sender], Awaitable[None]]) -> None:
        store = open_store(self._folder / "data")
        hall = Harness(store, self._clock)
        sender = Sender(hall.rooms, {self._told.kind: self._told.way(hall)})
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
        return self._told.told


async def begin(hall: Harness, kind: OutletKind, file: Path) -> None:
    """Two guests who want to be told, and their game."""
    for player in ("p0", "p1"):
        kept = msgspec.json.encode(Kept(WISHES, player, address=f"{player}@mail.example"))
        await hall.store.keep_outlet(Outlet(player, player, kind, player, kept, WISHES.kinds, 1, 1), 10)
    file.write_text((await hall.game()).id)


def run(kills: int, folder: Path, told: Diary | Letters) -> Counter[str]:
    """Kill so often; how often a turn was told twice, by step. Raises AssertionError where one was not told."""
    table, twice = Table(folder, told), Counter[str]()
    for number in range(kills):
        if number % GAME == 0:
            assert table.server(lambda hall, _: begin(hall, told.kind, folder / "room"))
            catch_up(table, folder)
        step, before = STEPS[number % len(STEPS)], table.told
        kill(table, (folder / "room").read_text(), step)
        came = catch_up(table, folder)
        more = table.told.total() - before.total()
        assert more == came + (step == "told"), f"kill {number} at {step}: {came} turns came, {more} were told"
        twice[step] += more - came
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
    parser.add_argument("--mail", action="store_true")
    args = parser.parse_args()
    kills: int = args.kills
    with tempfile.TemporaryDirectory() as name, mail_server() as server:
        folder = Path(name)
        twice = run(kills, folder, Letters(server) if args.mail else Diary(folder / "told"))
    print(f"{kills} kills: every turn was told; twice, after a kill at each step: {dict(twice)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
