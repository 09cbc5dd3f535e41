"""What threads gain from a solver that lets go of the interpreter: `python -m benchmarks.threads`.

Solves the same positions one after another and in eight threads, while one more thread ticks a thousand times a
second. Prints the time of each, and how many of its ticks the ticking thread had.
"""

import argparse
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise

import tilerummy as tr

TICK = 0.001


def positions(edition: str, count: int) -> list[tr.Position]:
    """Positions of games between computer players, with large racks and tables."""
    found: list[tr.Position] = []
    for seed in range(count):
        game = tr.Game.new(edition, 2, seed=seed)
        chance = random.Random(seed)
        while game.turn is not None and len(game.table) < 8:
            game.move(tr.Draw() if chance.random() < 0.5 and game.position.pool else game.choose("steady"))
        if game.turn is not None:
            found.append(game.position)
    return found


@contextmanager
def ticking() -> Iterator[list[float]]:
    """A thread that notes the time at every tick."""
    ticks: list[float] = []
    over = threading.Event()

    def tick() -> None:
        while not over.wait(TICK):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    yield ticks
    over.set()
    thread.join()


def timed(name: str, work: Callable[[], object]) -> float:
    """Seconds that the work takes; prints them and the ticks beside it."""
    start = time.perf_counter()
    with ticking() as ticks:
        work()
        spent = time.perf_counter() - start
    longest = max((later - sooner for sooner, later in pairwise(ticks)), default=spent)
    print(f"{name:>12}: {spent:6.2f} s, {len(ticks) / spent:5.0f} ticks a second, longest gap {longest * 1000:.0f} ms")
    return spent


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="twist-international")
    parser.add_argument("-n", type=int, default=24, help="positions")
    parser.add_argument("--times", type=int, default=60, help="how often each is solved")
    parser.add_argument("--threads", type=int, default=8)
    args = parser.parse_args()
    asked = positions(args.edition, args.n) * args.times
    print(f"{len(asked)} searches in {args.edition}, {os.cpu_count()} processors")
    with ticking() as ticks:
        time.sleep(1)
    print(f"        idle: {len(ticks):5d} ticks a second")
    alone = timed("one thread", lambda: [tr.solve(position) for position in asked])
    with ThreadPoolExecutor(args.threads) as pool:
        together = timed(f"{args.threads} threads", lambda: [*pool.map(tr.solve, asked)])
    print(f"{alone / together:.2f} times as fast")


if __name__ == "__main__":
    main()
