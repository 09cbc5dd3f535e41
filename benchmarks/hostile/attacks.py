"""All attacks, and the process of its own that makes them: it shares the machine with the server."""

import asyncio
import multiprocessing
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import httpx
import uvloop
from websockets.exceptions import WebSocketException

from benchmarks.hostile import floods, hard_work
from benchmarks.hostile.hostile import Counts, Hostile

ADDRESSES: Final = tuple(f"127.0.0.{number}" for number in range(3, 8))
Attack = Callable[[Hostile], Awaitable[None]]
ATTACKS: Final[dict[str, tuple[Attack, int]]] = {
    "empty frames": (floods.frames, 3),
    "deep TOML": (floods.toml, 3),
    "big backups": (floods.backups, 2),
    "sockets held": (floods.sockets, 4),
    "lobbies, joins": (floods.lobby, 3),
    "half requests": (floods.slow, 2),
    "questions": (floods.questions, 2),
    "guessed links": (floods.links, 2),
    "puzzles": (floods.puzzles, 2),
    "given-up rooms": (hard_work.given_up, 4),
    "hard positions": (hard_work.positions, 5),
    "hard records": (hard_work.records, 5),
    "reviews": (hard_work.reviews, 5),
    "replays": (hard_work.replays, 2),
}
"""Each attack, and how many at a time make it. They come from the addresses in turn, but the rooms are of one alone."""
OF_ONE_ADDRESS: Final = frozenset({"given-up rooms"})


class Attackers:
    """One who makes some attacks at the same time, in a process of their own."""

    def __init__(self, names: list[str], port: int) -> None:
        self._end = multiprocessing.Event()
        self._told: Any = multiprocessing.Queue()
        self._process = multiprocessing.Process(target=_attack, args=(names, port, self._end, self._told), daemon=True)

    def start(self) -> None:
        """Begin."""
        self._process.start()

    def stop(self) -> dict[str, Counts]:
        """End; what came of each attack."""
        self._end.set()
        counts: dict[str, Counts] = self._told.get(True, 60)
        self._process.kill()
        self._process.join()
        return counts


def _attack(names: list[str], port: int, end: Any, told: Any) -> None:
    async def run() -> None:
        work = []
        counts: dict[str, list[Counts]] = {}
        for name in names:
            attack, many = ATTACKS[name]
            addresses = ADDRESSES[:1] if name in OF_ONE_ADDRESS else ADDRESSES
            hostiles = [Hostile(port, addresses[number % len(addresses)]) for number in range(many)]
            work += [asyncio.create_task(_again(attack, hostile)) for hostile in hostiles]
            counts[name] = [hostile.counts for hostile in hostiles]
        await asyncio.to_thread(end.wait)
        for task in work:
            task.cancel()
        told.put({name: dict(sum(map(Counter, found), Counter[str]())) for name, found in counts.items()})

    uvloop.run(run())


async def _again(attack: Attack, hostile: Hostile) -> None:
    while True:
        try:
            if not hostile.room:
                await hostile.settle()
            await attack(hostile)
        except (OSError, httpx.HTTPError, WebSocketException, TimeoutError, KeyError, ValueError) as error:
            hostile.count(type(error).__name__)
            await asyncio.sleep(0.1)
