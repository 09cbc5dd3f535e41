"""What stores keep: `python -m benchmarks.store [--seconds 4] [--store URL]`.

Writers append rows to games of their own, each waiting until the last row is on disk, as players do. Prints durable
appends a second, processor time per append of this process and, for a PostgreSQL started here, of the database, and how
long an append takes. Without `--store`: a SQLite in a temporary folder, then a PostgreSQL of our own where it is
installed.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from building import servers
from tests.servers.processes import family
from tilerummy.store import Row, Write
from tilerummy.store.opening import open_store

WRITERS = (1, 16, 100)
BODY = b"[" + b" " * 172 + b"]"
"""As long as a row of a game is on average."""
TICKS = 100
"""Of the kernel's clock, a second."""


async def load(address: str, writers: int, seconds: float) -> tuple[list[float], float]:
    """The milliseconds of every append, and the processor time that this process used."""
    store, times = open_store(address), list[float]()
    begun = f"{time.time_ns():x}"
    until = time.perf_counter() + seconds

    async def write(number: int) -> None:
        game, seq, now = f"{begun}{number}", 0, time.perf_counter()
        while now < until:
            seq += 1
            row = Row(seq, "a" * 32, f"command-{seq}", BODY, 1_700_000_000_000 + seq)
            await store.append(Write(game, row, "playing", deadline=row.at + 10**12, players=("a" * 32, "b" * 32)))
            then, now = now, time.perf_counter()
            times.append((now - then) * 1000)

    used = time.process_time()
    await asyncio.gather(*(write(number) for number in range(writers)))
    used = time.process_time() - used
    await store.close()
    return times, used


def measure(name: str, address: str, seconds: float, of_database: Callable[[], float]) -> None:
    """One line for each number of writers."""
    for writers in WRITERS:
        database = of_database()
        times, used = asyncio.run(load(address, writers, seconds))
        database = of_database() - database
        percentiles = statistics.quantiles(times, n=100)
        print(
            f"{name:12} {writers:7} {len(times) / seconds:9,.0f} {used / len(times) * 1e6:9.0f} us"
            f" {database / len(times) * 1e6:9.0f} us {percentiles[49]:8.1f} {percentiles[98]:8.1f} ms"
        )


@contextmanager
def postgresql() -> Iterator[tuple[str, Callable[[], float]]]:
    """A PostgreSQL of our own: its address, and the processor time that it has used."""
    from tests.servers.postgresql import Postgresql

    server = Postgresql().start()
    try:
        yield server.database(), lambda: sum(map(_used, family(server.process)))
    finally:
        server.stop()


def _used(pid: int) -> float:
    """Processor time of a process and of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        # it has just ended, and counts with its parent
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Durable appends a second.")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--store", metavar="URL")
    args = parser.parse_args()
    print("store        writers appends/s      here     database      p50      p99")
    if args.store:
        measure("given", args.store, args.seconds, lambda: 0.0)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", folder, args.seconds, lambda: 0.0)
    if servers.postgresql() is not None:
        with postgresql() as (address, used):
            measure("PostgreSQL", address, args.seconds, used)


if __name__ == "__main__":
    main()
