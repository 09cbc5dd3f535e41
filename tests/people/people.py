"""Random people at a town's tables, sheets, events, circles and clubs."""

import asyncio
import time
from functools import partial

from tests.clubs.at_random import Registered
from tests.people.clubs import Club
from tests.people.evenings import Evening
from tests.people.loop import Loop
from tests.people.papers import Paper
from tests.people.tables import Table
from tests.people.town import Town, town

Group = Table | Evening | Paper | Club | Registered
GROUPS: tuple[type[Group], ...] = (Table, Table, Table, Table, Evening, Paper, Club, Registered)
"""Who is there at once; the one who goes home makes place for others of the same kind."""
RESTART = 0.002
"""How likely the server is restarted after a step."""
KILL = 0.01
"""How likely it is killed in a step."""
TURNS = (1, 1, 2, 2, 3, 3, 4, 5, 7, 12)
"""Turns of the event loop after which it is."""


async def _live(place: Town, commands: int, until: float) -> None:
    await place.open()
    try:
        groups = [await _come(kind, place) for kind in GROUPS]
        while place.commands < commands and time.monotonic() < until:
            at = place.random.randrange(len(groups))
            if groups[at].over:
                groups[at] = await _come(GROUPS[at], place)
            elif place.random.random() < KILL:
                if await place.killed_in(groups[at].step(), place.random.choice(TURNS)):
                    await _again(groups)
            else:
                await groups[at].step()
            await place.settle()
            if place.random.random() < RESTART:
                await place.restart()
                await _again(groups)
    finally:
        await place.close()


async def _again(groups: list[Group]) -> None:
    for group in groups:
        if not group.over:
            await group.again()


async def _come(kind: type[Group], place: Town) -> Group:
    group = kind(place)
    await group.begin()
    return group


def live(seed: int, commands: int, seconds: float = float("inf"), servers: int = 1) -> dict[str, int]:
    """Let people do so many things, or as many as fit into the time, at one server or at several over one store; how
    often what was done. Raises Broken."""
    with (
        town(seed, servers) as place,
        asyncio.Runner(loop_factory=partial(Loop, place.clock)) as runner,
    ):
        runner.run(_live(place, commands, time.monotonic() + seconds))
    return dict(sorted(place.counted.items()))
