"""What many people need: `python -m benchmarks.server.capacity [--people 10000,100000,1000000]`.

The costs below were measured (docs/evidence/server.md says by which commands). From them a day is simulated: tables
come and go as people do over a day, and each worker is one queue before one processor that now and then stands still.
Prints how busy a worker may be, and what that means in workers, memory, appends and disk.
"""

import argparse
import math
import random
from collections.abc import Iterator
from typing import Final, NamedTuple

MOVE: Final = 330.0
"""Microseconds of processor time that a move costs all workers together, its table's five sockets told."""
PREVIEW: Final = 80.0
JOIN: Final = 450.0
SOCKET_KB: Final = 9.0
ROOM_KB: Final = 16.0
WORKER_MB: Final = 70.0
GAME_KB: Final = 6.4
"""A finished game of 95 moves in PostgreSQL, packed."""
RUNNING_KB: Final = 28.6
"""The same while it goes on."""
BYTES: Final = 8_700
"""Sent a move."""
STALL, STALLS = 0.03, 60.0
"""Seconds that a full collection of garbage stops a worker, and between two of them."""

PEOPLE_A_TABLE, SOCKETS_A_TABLE = 2.5, 3.0
SECONDS_A_MOVE, MOVES_A_GAME, PREVIEWS_A_MOVE = 15.0, 95, 4
PATIENCE: Final = 0.05
"""Seconds of the 99th percentile that a worker is filled to."""
DAY: Final = 24 * 3600


class Need(NamedTuple):
    """What so many people playing at once need at the busiest hour, and what is kept of a day."""

    moves: float
    workers: int
    memory_gb: float
    network_mbit: float
    games_a_day: float
    day_gb: float
    year_gb: float


def p99(utilisation: float, seed: int, moves: int = 60_000) -> float:
    """The 99th percentile of how long a move waits and is carried out (s), at a worker that is so busy: a queue with
    random arrivals, one server, and stalls."""
    chance = random.Random(seed)
    rate = utilisation / _service(MOVE)
    now = free = stalled = 0.0
    took = list[float]()
    for _ in range(moves):
        now += chance.expovariate(rate)
        while stalled + STALLS < now:
            stalled += STALLS
            free = max(free, stalled) + STALL
        free = max(free, now) + _service(MOVE) * chance.gammavariate(4, 0.25)
        took.append(free - now)
    return sorted(took)[round(moves * 0.99)]


def _service(move: float) -> float:
    """Seconds of processor time of a move with all that goes with it: previews, and joins of a game spread over it."""
    joins = SOCKETS_A_TABLE * JOIN / MOVES_A_GAME
    return (move + PREVIEWS_A_MOVE * PREVIEW + joins) / 1e6


def busiest(seed: int) -> float:
    """How busy a worker may be while moves are answered within `PATIENCE`."""
    low, high = 0.1, 0.99
    for _ in range(8):
        middle = (low + high) / 2
        low, high = (middle, high) if p99(middle, seed) <= PATIENCE else (low, middle)
    return low


def evening(people: float) -> Iterator[float]:
    """People playing in each minute of a day: most at nine in the evening, a tenth of them at five in the morning."""
    for minute in range(24 * 60):
        yield people * (0.55 + 0.45 * math.cos((minute / 60 - 21) / 24 * 2 * math.pi))


def need(people: int, utilisation: float) -> Need:
    """What `people` at the busiest minute need."""
    tables = people / PEOPLE_A_TABLE
    moves = tables / SECONDS_A_MOVE
    workers = math.ceil(moves * _service(MOVE) / utilisation)
    memory = tables * (ROOM_KB + SOCKETS_A_TABLE * SOCKET_KB) / 1e6 + workers * WORKER_MB / 1e3
    played = sum(evening(people)) * 60 / PEOPLE_A_TABLE / SECONDS_A_MOVE / MOVES_A_GAME
    return Need(
        moves,
        workers,
        memory,
        moves * BYTES * 8 / 1e6,
        played,
        played * GAME_KB / 1e6,
        played * GAME_KB * 365 / 1e6 + tables * RUNNING_KB / 1e6,
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=lambda text: [int(word) for word in text.split(",")])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for utilisation in (0.5, 0.7, 0.8, 0.9, 0.95):
        print(f"a worker that is {utilisation:.0%} busy: p99 {p99(utilisation, args.seed) * 1000:6.1f} ms")
    # half of what the queue would bear: neighbours on the machine, and a worker that is away for a restart
    filled = busiest(args.seed) / 2
    print(f"filled to {filled:.0%}")
    head = ("people", "moves/s", "workers", "memory GB", "Mbit/s", "games/day", "GB/day", "GB/year")
    print("{:>9} {:>8} {:>8} {:>10} {:>7} {:>10} {:>7} {:>8}".format(*head))
    for people in args.people or (10_000, 100_000, 1_000_000):
        found = need(people, filled)
        line = (
            f"{people:>9,} {found.moves:>8,.0f} {found.workers:>8} {found.memory_gb:>10.1f} {found.network_mbit:>7.0f}"
        )
        print(f"{line} {found.games_a_day:>10,.0f} {found.day_gb:>7.1f} {found.year_gb:>8,.0f}")


if __name__ == "__main__":
    main()
