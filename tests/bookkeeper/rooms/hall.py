"""Many rooms at once at one server that is cut off now and then, until enough games are over."""

import asyncio
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TextIO

import httpx
import uvloop

from tests.bookkeeper.players.plans import Plan
from tests.bookkeeper.rooms.guests import Guest, Server
from tests.bookkeeper.rooms.matches import Match
from tests.bookkeeper.rooms.tally import Tally

PEOPLE = 7
"""Guests of one room at most: six players and an onlooker."""
ENOUGH = 20
"""Disagreements after which nothing more is begun."""
CUTS = 4
"""Power cuts in a row: a server dies while it starts, and while everybody comes back, too."""


@dataclass(frozen=True)
class Hall:
    """`games` at one server, `rooms` at once, with power cuts every `restarts` seconds (0: none).

    Chances are by `seed`; of plans only those of editions count whose name begins with `only`; disagreements go to
    `folder`. It takes `seconds` at most, on a slow machine `patience` more until all that is `wanted` has come up so
    often; games that are not over when enough are get so many seconds `longer`.
    """

    games: int
    seed: int
    rooms: int
    restarts: float
    folder: Path
    only: str = ""
    seconds: float = 36_000.0
    longer: float = 120.0
    wanted: Mapping[str, int] = field(default_factory=dict)
    patience: float = 0.0


def run(hall: Hall, data: Path, planned: Iterable[Plan], progress: TextIO | None = None) -> Tally:
    """Play in a hall what is planned; what was found."""
    server = Server(data).start()
    waiting = (plan for plan in planned if plan.edition.startswith(hall.only))
    try:
        tally = uvloop.run(_play(hall, server, waiting, progress))
    finally:
        server.stop()
    if server.faults():
        tally.keep(("all", 0), "server", {"differ": server.faults()})
    return tally


async def _play(hall: Hall, server: Server, waiting: Iterator[Plan], progress: TextIO | None) -> Tally:
    tally = Tally(hall.folder)
    limits = httpx.Limits(max_connections=50)
    async with httpx.AsyncClient(timeout=60, limits=limits) as http:
        rooms = [asyncio.create_task(_room(hall, at, server, http, waiting, tally)) for at in range(hall.rooms)]
        beside = [asyncio.create_task(_tell(tally, progress))]
        if hall.restarts:
            beside.append(asyncio.create_task(_cut(server, hall.restarts, Random(hall.seed), tally)))
        try:
            end = time.monotonic() + hall.seconds
            while tally.games < hall.games and not all(room.done() for room in rooms):
                late = time.monotonic() - end
                if late > hall.patience or (late > 0 and tally.has(hall.wanted)):
                    break
                await asyncio.sleep(0.2)
            _, left = await asyncio.wait(rooms, timeout=hall.longer)
        finally:
            for task in (*beside, *rooms):
                task.cancel()
            await asyncio.gather(*beside, *rooms, return_exceptions=True)
    tally.count(("all", 0), "unfinished", len(left))
    return tally


async def _room(
    hall: Hall, at: int, server: Server, http: httpx.AsyncClient, waiting: Iterator[Plan], tally: Tally
) -> None:
    """One match after another with the same guests."""
    guests = [await Guest.new(server.address, http) for _ in range(PEOPLE)]
    match = 0
    while tally.games < hall.games and len(tally.files) < ENOUGH and (plan := next(waiting, None)):
        match += 1
        seed = f"{hall.seed} {at} {match}"
        played = Match(server, http, guests, plan, Random(seed), tally)
        try:
            await played.play()
        except Exception as found:
            tally.keep(plan.cell, f"{plan.edition}-{plan.seats}-{at}-{match}", _dossier(played, plan, seed, found))


def _dossier(match: Match, plan: Plan, seed: str, found: Exception) -> dict[str, Any]:
    """All there is to know about a room in which server and book differ."""
    table = match.table
    shown = {} if table is None else {str(seat): chair and chair.state for seat, chair in enumerate(table.chairs)}
    return {
        "differ": str(found),
        "trace": traceback.format_exception(found),
        "room": match.room,
        "seed": seed,
        "plan": {**asdict(plan), "book": None},
        "seats": 0 if table is None else table.seats,
        "events": [] if table is None else table.events,
        "states": shown,
        "games before": [asdict(one) for one in match.played],
    }


async def _cut(server: Server, every: float, chance: Random, tally: Tally) -> None:
    while True:
        await asyncio.sleep(every)
        for _ in range(CUTS):
            await asyncio.sleep(chance.random())
            await server.restart()
            tally.count(("all", 0), "power cuts")


async def _tell(tally: Tally, progress: TextIO | None) -> None:
    began = time.monotonic()
    while True:
        await asyncio.sleep(30)
        if progress is not None:
            print(
                f"{time.monotonic() - began:5.0f} s, {tally.games} games, {len(tally.files)} differ",
                file=progress,
                flush=True,
            )
