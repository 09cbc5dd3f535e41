"""What games over days cost a server while nobody moves: `python -m benchmarks.server.days [--games 100000]`.

So many games of two people with three days a turn run in a store, SQLite or, where it is installed, PostgreSQL, and
each player is reminded of them in a browser. Prints bytes on disk, how long the store takes to say which turns and
notices are due, and beside a server without games how long one takes until it answers, its resident memory (Linux),
and the processor time of its idle minute.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from pathlib import Path

from benchmarks.disk import Place, postgresql, sqlite
from benchmarks.server.games import keep, record
from benchmarks.server.workers import HERE, memory, processor, serving
from building import servers
from tilerummy import editions
from tilerummy.rooms.decide import create, dealing, person, starting
from tilerummy.rooms.decision import after, then
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.server_time import wall_clock
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.store import Outlet, Write
from tilerummy.store.notices import NoticeKind
from tilerummy.store.opening import open_store

DAY = 24 * 3600
PEOPLE = 1000
"""Between them they play all the games."""
AT_ONCE = 256


def games(count: int) -> Iterator[Write]:
    """The first rows of games that have just begun."""
    edition, now = editions.load("original"), wall_clock()
    for number in range(count):
        two = (f"p{number % PEOPLE}", f"p{(number * 7 + 1) % PEOPLE}")
        sitters = tuple(person(name, player) for name, player in zip(("Ann", "Bob"), two, strict=True))
        made = create(edition, 3 * DAY, two[0], sitters, start=False)
        called = then(made, starting(after(made.state).state))
        dealt = dealing(called.state, late=True)
        assert dealt is not None
        yield first_write(new_room_id(), then(called, dealt), two[0], now)


async def fill(address: str, count: int) -> None:
    """Keep the games, and a browser of each person, where they are reminded."""
    store = open_store(address)
    kinds: tuple[NoticeKind, ...] = ("reminder", "end")
    for number in range(PEOPLE):
        player = f"p{number}"
        assert await store.keep_outlet(Outlet(player, player, "push", None, b"{}" * 200, kinds, 1, 1), 10)
    made = games(count)
    while some := list(islice(made, AT_ONCE)):
        await asyncio.gather(*map(store.append, some))
    await store.close()


async def asked(address: str) -> dict[str, float]:
    """Milliseconds until the store has said what is due, where nothing is."""
    store, now = open_store(address), wall_clock()
    asking: dict[str, Callable[[], Awaitable[object]]] = {
        "turns due": lambda: store.due(now),
        "notices due": lambda: store.take_notices("server", now - DAY * 1000, now, 32),
    }
    found = {}
    for name, ask in asking.items():
        times = []
        for _ in range(50):
            begun = time.perf_counter()
            await ask()
            times.append((time.perf_counter() - begun) * 1000)
        found[name] = statistics.median(times)
    await store.close()
    return found


def served(address: str, idle: float) -> tuple[float, float, float]:
    """Seconds until a server answers, its memory (MB), and the milliseconds of processor time of an idle minute."""
    with tempfile.TemporaryDirectory() as folder:
        keep(record(1), Path(folder) / "deals.json")
        begun = time.perf_counter()
        with serving(HERE, Path(folder), 1, ["--store", address]) as (worker,):
            ready = time.perf_counter() - begun
            time.sleep(5)
            used = processor([worker])
            time.sleep(idle)
            return ready, memory(worker), (processor([worker]) - used) / 1000 * 60 / idle


def measured(name: str, place: Place, count: int, idle: float) -> None:
    """Measure and print."""
    address, size = place
    asyncio.run(fill(address, count))
    taken, due = size(), asyncio.run(asked(address))
    ready, resident, work = served(address, idle)
    print(
        f"{name}, {count} games: {taken / 1e6:.1f} MB on disk"
        + (f", {taken / count:.0f} bytes a game" if count else "")
    )
    print("  " + ", ".join(f"{what} after {took:.2f} ms" for what, took in due.items()))
    print(f"  answers after {ready:.2f} s, {resident:.0f} MB, {work:.0f} ms of processor an idle minute", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--idle", type=float, default=20, help="seconds")
    args = parser.parse_args()
    counts = (0, args.games)
    with tempfile.TemporaryDirectory() as folder:
        for count in counts:
            measured("SQLite", sqlite(Path(folder) / str(count)), count, args.idle)
    if servers.postgresql() is not None:
        with postgresql() as place:
            for count in counts:
                measured("PostgreSQL", place(), count, args.idle)


if __name__ == "__main__":
    main()
