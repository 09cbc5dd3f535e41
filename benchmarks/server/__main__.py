"""What a move costs a server: `python -m benchmarks.server [--peer DIR]`.

Recorded games are played over real sockets as fast as the server answers (closed loop), or at rising rates until the
99th percentile of the acknowledgement is above 100 ms (`--ramp`). The figure that a busy machine does not spoil is the
server's processor time per move, of all its threads. `--peer`: a checkout of another version, measured in turn with
this one; `--store`, `--bus` and `--workers`: the same on several workers, of which with `--apart` no two share a room.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import uvloop

from benchmarks.server.client import Client, Room, opened
from benchmarks.server.games import GAMES, Recorded, keep, record
from benchmarks.server.workers import HERE, Worker, memory, processor, serving

TOO_LATE = 0.1
"""Seconds of the 99th percentile at which the ramp ends."""
RATES = (250, 500, 1000, 1500, 2000, 2500, 3000, 4000)


class Measured(NamedTuple):
    """Moves made, the seconds that took, processor time per move (us), frames a move, times of the answers (s)."""

    moves: int
    seconds: float
    cost: float
    frames: float
    times: list[float]
    wrong: list[str]


async def closed_loop(client: Client, workers: list[Worker], rooms: int, spectators: int, moves: int) -> Measured:
    """Every room moves as soon as its mover knows the state, until there are so many moves or a game is over; again
    with new rooms while there are too few."""
    times, wrong = list[float](), list[str]()
    seconds = used = 0.0
    frames = 0
    while len(times) < moves:
        made = await opened(client, rooms, spectators)
        client.figures.clear()
        before, begun = processor(workers), time.perf_counter()
        for room in made:
            room.eager = True
            room.move()
        wanted = moves - len(times)
        while len(client.figures.times) < wanted and not any(room.over for room in made):
            await asyncio.sleep(0.005)
        for room in made:
            room.eager = False
        used += processor(workers) - before
        seconds += time.perf_counter() - begun
        times += client.figures.times
        frames += client.figures.frames
        wrong += client.figures.wrong
        await asyncio.sleep(0.2)
        for room in made:
            room.close()
    return Measured(len(times), seconds, used / len(times), frames / len(times), times, wrong)


async def open_loop(client: Client, workers: list[Worker], made: list[Room], rate: float, seconds: float) -> Measured:
    """Moves at this rate, round robin over the rooms, whether or not the server keeps up."""
    client.figures.clear()
    before, begun = processor(workers), time.perf_counter()
    sent = turn = 0
    while (passed := time.perf_counter() - begun) < seconds:
        while sent < passed * rate:
            sent += 1
            for _ in range(len(made)):
                turn += 1
                if made[turn % len(made)].move():
                    break
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.5)
    figures = client.figures
    count = max(1, len(figures.times))
    cost, took = (processor(workers) - before) / count, time.perf_counter() - begun - 0.5
    return Measured(len(figures.times), took, cost, figures.frames / count, list(figures.times), list(figures.wrong))


def row(name: str, measured: Measured) -> str:
    """A line of the table."""
    times = sorted(measured.times) or [float("nan")]
    p99 = times[int(len(times) * 0.99)]
    rate = measured.moves / measured.seconds
    line = f"{name:<44} {measured.moves:>7} {rate:>7.0f} {measured.cost:>8.0f} {1e6 / measured.cost:>9.0f}"
    line += f" {statistics.median(times) * 1000:>7.1f} {p99 * 1000:>7.1f} {measured.frames:>7.1f}"
    return line + "".join(f"\n  {wrong}" for wrong in sorted(set(measured.wrong))[:5])


HEAD = f"{'':<44} {'moves':>7} {'moves/s':>7} {'us/move':>8} {'a core/s':>9} {'median':>7} {'p99 ms':>7} {'frames':>7}"


def measure(tree: Path, args: argparse.Namespace, games: list[Recorded]) -> None:
    """Print the rows of one version."""
    options = [*(["--store", args.store] if args.store else []), *(["--bus", args.bus] if args.bus else [])]
    for rooms in args.rooms:
        for spectators in args.spectators:
            with tempfile.TemporaryDirectory() as folder:
                keep(games, Path(folder) / "deals.json")
                with serving(tree, Path(folder), args.workers, options) as workers:
                    client = Client([worker.port for worker in workers], games, args.previews, apart=args.apart)
                    uvloop.run(_measured(tree, args, client, workers, rooms, spectators))


async def _measured(
    tree: Path, args: argparse.Namespace, client: Client, workers: list[Worker], rooms: int, spectators: int
) -> None:
    name = f"{tree.name} {rooms} x (2+{spectators})"
    if not args.ramp:
        idle = memory(workers[0])
        print(row(name, await closed_loop(client, workers, rooms, spectators, args.moves)), flush=True)
        print(f"  memory idle {idle:.0f} MB, after that {memory(workers[0]):.0f} MB", flush=True)
        return
    for rate in args.rates:
        made = await opened(client, rooms, spectators)
        measured = await open_loop(client, workers, made, rate, args.seconds)
        print(row(f"{name} at {rate}/s", measured), flush=True)
        for room in made:
            room.close()
        if not measured.times or sorted(measured.times)[int(len(measured.times) * 0.99)] > TOO_LATE:
            break


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    numbers = lambda text: [int(word) for word in text.split(",")]  # noqa: E731
    parser.add_argument("--rooms", type=numbers, default=[200])
    parser.add_argument("--spectators", type=numbers, default=[3])
    parser.add_argument("--previews", type=int, default=0, help="how often each play is asked about before it is made")
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--ramp", action="store_true")
    parser.add_argument("--rates", type=numbers, default=list(RATES))
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=1, help="measure so often, the versions in turn")
    parser.add_argument("--peer", type=Path, help="a checkout of another version")
    parser.add_argument("--store")
    parser.add_argument("--bus")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--apart", action="store_true", help="no room has viewers at two workers")
    args = parser.parse_args()
    games = record(GAMES)
    print(HEAD)
    for _ in range(args.rounds):
        for tree in [*([args.peer.resolve()] if args.peer else []), HERE]:
            measure(tree, args, games)


if __name__ == "__main__":
    main()
