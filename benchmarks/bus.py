"""What it costs a server to hear of moves at another one: `python -m benchmarks.bus [--without-hiredis]`.

Two buses over a Redis of our own, each on a thread of its own. One tells of moves, more and more within the time that
it gathers; the processor time of the other's thread is measured.
"""

import argparse
import asyncio
import sys
import time
from threading import Thread

import structlog

from tests.servers.redis import Redis
from tilerummy.bus.signing import Signing

PIECES = 100
AT_ONCE = (1, 10, 100)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-hiredis", action="store_true", help="as where it is not installed")
    if parser.parse_args().without_hiredis:
        sys.modules["hiredis"] = None  # type: ignore[assignment]
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    redis = Redis().start()
    try:
        print(f"{'moves at once':>13} {'us a move':>9}")
        for count in AT_ONCE:
            print(f"{count:>13} {asyncio.run(heard(redis.address, count)):>9.1f}", flush=True)
    finally:
        redis.stop()


async def heard(address: str, count: int) -> float:
    """Processor time of hearing of a move, in microseconds, where so many are told of at once."""
    from tilerummy.bus.redis import RedisBus

    bus = RedisBus(address, Signing((b"k" * 32,)))
    names, done = [f"game-{number}" for number in range(count)], asyncio.Event()
    for name in names:
        bus.follow(name)
    bus.subscribe(lambda name, seq: done.set() if (name, seq) == (names[-1], PIECES) else None)
    await bus.start()
    teller = Thread(target=lambda: asyncio.run(tell(address, names)))
    while not bus.up:
        await asyncio.sleep(0.01)
    begun = time.thread_time()
    teller.start()
    await asyncio.wait_for(done.wait(), 60)
    used = time.thread_time() - begun
    await bus.close()
    teller.join()
    return used / (PIECES * count) * 1e6


async def tell(address: str, names: list[str]) -> None:
    """Tell of a move in each of these games, again and again."""
    from tilerummy.bus.redis import GATHER, RedisBus

    bus = RedisBus(address, Signing((b"k" * 32,)))
    await bus.start()
    while not bus.up:
        await asyncio.sleep(0.01)
    for seq in range(1, PIECES + 1):
        for name in names:
            bus.publish(name, seq)
        await asyncio.sleep(2 * GATHER)
    await bus.close()


if __name__ == "__main__":
    main()
