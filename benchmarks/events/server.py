"""What an event costs the server and the line while 200 people watch it."""

import asyncio
import json
import statistics
import time
from collections.abc import Callable
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.events.hall import Hall
from benchmarks.pages.beside import Serving

WATCHING: Final = {"desk": 2, "public": 98, "table": 100}
"""How many of each role watch; a screen on the wall sees what the public does."""
RESULTS: Final = 15
PAUSE: Final = 1.0
"""Seconds between two results: longer than the server waits between two pictures for a watcher."""
REPORTS: Final = 10
"""How often the seating report is asked for of a plan that was changed."""
PING: Final = 0.005
"""Seconds between two questions of somebody else meanwhile."""
Figures = dict[str, float]


def measure(serving: Serving, players: int) -> Figures:
    """All figures of an event of so many people."""
    before = serving.memory()
    hall = Hall(serving.address, players)
    try:
        watched = asyncio.run(_watched(serving, hall))
        return {**watched, "memory MB": serving.memory() - before, **asyncio.run(_asked_of_others(hall))}
    finally:
        hall.close_line()


async def _watched(serving: Serving, hall: Hall) -> Figures:
    """Bytes of a first picture and of one that a result changes, by role; milliseconds of processor a result."""
    base = f"{serving.address.replace('http', 'ws', 1)}/api/tournaments/{hall.id}/watch?parts=0"
    keys = {"desk": [hall.desk_key], "public": [""], "table": hall.cards}
    lines = {
        role: [await connect(f"{base}&key={keys[role][at % len(keys[role])]}", max_size=2**24) for at in range(count)]
        for role, count in WATCHING.items()
    }
    sizes: dict[str, list[int]] = {role: [] for role in lines}
    first = dict.fromkeys(lines, 0)

    async def listen(role: str, line: ClientConnection) -> None:
        try:
            async for said in line:
                if "parts" not in (read := json.loads(said)):
                    continue
                if read["whole"]:
                    first[role] = len(said)
                else:
                    sizes[role].append(len(said))
        except ConnectionClosed:
            pass

    listening = [asyncio.create_task(listen(role, line)) for role, found in lines.items() for line in found]
    await asyncio.sleep(2)
    used, results = serving.processor(), hall.results()
    for _ in range(RESULTS):
        await asyncio.to_thread(next, results)
        await asyncio.sleep(PAUSE)
    used = serving.processor() - used
    for line in (line for found in lines.values() for line in found):
        await line.close()
    await asyncio.gather(*listening)
    return {
        **{f"{role} first kB": size / 1000 for role, size in first.items()},
        **{f"{role} result B": max(found) for role, found in sizes.items()},
        "processor ms a result": used * 1000 / RESULTS,
    }


async def _asked_of_others(hall: Hall) -> Figures:
    """Milliseconds in which the server answers somebody else, while the organiser changes the plan of all rounds and
    looks at it again and again."""
    times: list[float] = []
    async with httpx.AsyncClient(base_url=str(hall.link).partition("/e/")[0], timeout=60) as other:
        await _pinged(other, times, _looking(hall))
    times.sort()
    return {"others ms": statistics.median(times), "others p99 ms": times[int(len(times) * 0.99)], "most ms": times[-1]}


def _looking(hall: Hall) -> Callable[[], Any]:
    def look() -> None:
        for number in range(1, REPORTS + 1):
            hall.do("withdraw", number=number)
            hall.see()

    return look


async def _pinged(other: httpx.AsyncClient, times: list[float], work: Callable[[], Any]) -> None:
    working = asyncio.create_task(asyncio.to_thread(work))
    while not working.done():
        begun = time.perf_counter()
        await other.get("/api/server")
        times.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(PING)
    await working
