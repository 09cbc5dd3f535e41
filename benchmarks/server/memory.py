"""What rooms and onlookers cost a server: `python -m benchmarks.server.memory [--peer DIR]`.

Resident memory (Linux) of rooms with two sockets whose game has begun, of onlookers in one room, and `--wait` seconds
after everybody has left; processor time of a join and of a move in a room full of onlookers.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import uvloop

from benchmarks.server.client import Client, opened
from benchmarks.server.games import GAMES, Recorded, keep, record
from benchmarks.server.workers import HERE, Worker, memory, processor, serving

MOVES = 40


async def rooms(client: Client, worker: Worker, count: int, wait: float) -> None:
    """Memory of rooms, with their sockets and without; then of as many others."""
    for _ in range(2):
        before = memory(worker)
        made = await opened(client, count, 0)
        await asyncio.sleep(1)
        full = memory(worker)
        for room in made:
            room.close()
        await asyncio.sleep(wait)
        print(f"  {count} rooms with two sockets: {(full - before) * 1024 / count:6.1f} kB a room, {full:.0f} MB")
        print(f"  everybody has left: {memory(worker):.0f} MB", flush=True)


async def crowd(client: Client, worker: Worker, count: int, _: float) -> None:
    """One room full of onlookers."""
    (room,) = await opened(client, 1, 0)
    before, used, begun = memory(worker), processor([worker]), time.perf_counter()
    await client.look_on(room, count)
    join, took = (processor([worker]) - used) / count, time.perf_counter() - begun
    await asyncio.sleep(2)
    full = memory(worker)
    client.figures.clear()
    used = processor([worker])
    for number in range(MOVES):
        while not room.move():
            await asyncio.sleep(0.001)
        while len(client.figures.times) <= number:
            await asyncio.sleep(0.001)
    await asyncio.sleep(1)
    move = (processor([worker]) - used) / MOVES
    size = (full - before) * 1024 / count
    print(f"  {count} onlookers: {size:6.1f} kB each, joined in {took:.1f} s, {join:.0f} us a join")
    print(f"  a move costs {move:.0f} us, {move / count:.1f} us an onlooker", flush=True)
    room.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=1000)
    parser.add_argument("--onlookers", type=int, default=1000)
    parser.add_argument("--wait", type=float, default=70)
    parser.add_argument("--peer", type=Path, help="a checkout of another version")
    args = parser.parse_args()
    games = record(GAMES)
    for tree in [*([args.peer.resolve()] if args.peer else []), HERE]:
        print(tree.name)
        measure(tree, games, args.rooms, args.onlookers, args.wait)


def measure(tree: Path, games: list[Recorded], count: int, onlookers: int, wait: float) -> None:
    """Print the figures of one version."""
    for work, size in ((rooms, count), (crowd, onlookers)):
        with tempfile.TemporaryDirectory() as folder:
            keep(games, Path(folder) / "deals.json")
            with serving(tree, Path(folder), 1, []) as (worker,):
                uvloop.run(work(Client([worker.port], games), worker, size, wait))


if __name__ == "__main__":
    main()
