"""Whether champions that think hold up anybody else: `python -m benchmarks.server.thinking [--champions 20]`.

People's recorded moves are made at a steady rate in rooms of their own, on a server where nobody else plays and on one
where so many more rooms each have champions with an empty pool, where they think longest. Prints how long people
waited for the acknowledgement, and how many rows the store holds then. With `--peer` also on a checkout of another
version.
"""

import argparse
import asyncio
import os
import sqlite3
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import uvloop

from benchmarks.server.__main__ import open_loop
from benchmarks.server.client import Client, opened
from benchmarks.server.games import GAMES, Recorded, keep, record
from benchmarks.server.workers import HERE, Worker, serving
from tilerummy import editions
from tilerummy.bots.levels import PLAYERS
from tilerummy.bots.whole_game import moved
from tilerummy.rooms.decide import computer, create, starting
from tilerummy.rooms.decision import Decision, after, in_game, then
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.server_time import wall_clock
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.store.folder import FILE, open_store

NAMES = ("Ann", "Bob", "Cem", "Dan")
WARM_UP = 3.0
"""Seconds after which people begin to be timed: the champions' processes have started by then."""


async def seat_champions(folder: Path, rooms: int, seats: int) -> None:
    """So many rooms in which so many champions play, and the pool is empty."""
    store, stream = open_store(folder), Random(1)
    while rooms:
        if (game := at_the_empty_pool(stream, seats)) is not None:
            await store.append(first_write(new_room_id(), game, "nobody", wall_clock()))
            rooms -= 1
    await store.close()


def at_the_empty_pool(stream: Random, seats: int) -> Decision | None:
    """A room whose game has come so far; None where a player went out before."""
    sitters = tuple(computer("champion", NAMES[:place]) for place in range(seats))
    made = create(editions.load("original"), None, "nobody", sitters, start=False)
    made = then(made, starting(after(made.state).state))
    while (game := made.state.game) is not None and game.turn is not None and game.pool:
        decided = moved(game, game.turn, PLAYERS["champion-rules"](view(game, game.turn), stream))
        assert not isinstance(decided, Illegal)
        made = then(made, in_game(made.state, decided))
    return None if game is None or game.over else made


def rows(folder: Path) -> int:
    """How many moves and other commands the store holds."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        count: int = database.execute("select count(*) from event").fetchone()[0]
    return count


async def people(worker: Worker, games: list[Recorded], args: argparse.Namespace) -> list[float]:
    """Seconds that each of people's moves took, in order of time needed."""
    client = Client([worker.port], games)
    rooms = await opened(client, args.rooms, 0)
    await asyncio.sleep(WARM_UP)
    measured = await open_loop(client, [worker], rooms, args.rate, args.seconds)
    assert not measured.wrong, measured.wrong[:3]
    return sorted(measured.times)


@contextmanager
def server(tree: Path, games: list[Recorded], champions: int, seats: int) -> Iterator[tuple[Worker, Path]]:
    """A server of the version in `tree`, and its folder of data."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keep(games, folder / "deals.json")
        asyncio.run(seat_champions(folder / "data", champions, seats))
        with serving(tree, folder, 1, []) as (worker,):
            yield worker, folder / "data"


def row(times: list[float]) -> str:
    """Median and 99th percentile in ms."""
    return f"median {statistics.median(times) * 1000:5.1f} ms, p99 {times[int(len(times) * 0.99)] * 1000:6.1f} ms"


def main() -> None:
    """Measure and print, each round without champions and with them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--champions", type=int, default=20, metavar="ROOMS", help="where one of them thinks")
    parser.add_argument("--seats", type=int, default=4, help="champions in such a room")
    parser.add_argument("--rooms", type=int, default=50, help="where people play")
    parser.add_argument("--rate", type=float, default=100, help="people's moves a second")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peer", type=Path, help="a checkout of another version")
    args = parser.parse_args()
    os.environ["TILERUMMY_COMPUTER_PAUSE"] = "0"
    games = record(GAMES)
    trees = [HERE, *([args.peer.resolve()] if args.peer else [])]
    found: dict[tuple[Path, int], list[float]] = {}
    for number in range(args.rounds):
        for tree in trees:
            for champions in (0, args.champions):
                with server(tree, games, champions, args.seats) as (worker, data):
                    times = uvloop.run(people(worker, games, args))
                    made = rows(data)
                found.setdefault((tree, champions), []).extend(times)
                print(f"{number + 1} {tree.name:<10} {champions:>3} champions: {row(times)}; {made} rows", flush=True)
    for (tree, champions), times in found.items():
        print(f"all {tree.name:<8} {champions:>3} champions: {row(sorted(times))}; {len(times)} moves")


if __name__ == "__main__":
    main()
