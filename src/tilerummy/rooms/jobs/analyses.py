"""The analysis board's questions: answered in a worker process, beside the games."""

import asyncio
from typing import Final

from tilerummy.rooms.jobs.analysis_job import analyse
from tilerummy.rooms.jobs.scheduler import Scheduler, Work
from tilerummy.rooms.jobs.single_flight import SingleFlight
from tilerummy.rooms.views.analysed import Analysed, Wish
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.rules.refusal import refuse
from tilerummy.rules.tiles import Tile

PATIENCE: Final = 20.0
"""Seconds after which an answer that still waits for a worker is given up."""


class Analyses:
    """The answers of one server; each question is worked out once for everyone who asks it."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._known: SingleFlight[tuple[str, str, tuple[Tile, ...], Wish], Analysed] = SingleFlight(kept=500)

    async def close(self) -> None:
        """Stop searching."""
        await self._known.close()

    async def analyse(self, position: Position, loose: tuple[Tile, ...], wish: Wish, asker: str) -> Analysed:
        """The answer, at the cost of `asker`, the address that asks. Raises Refusal busy, work-spent."""
        key = (position.edition.hash, format_position(layout_of(position)), loose, wish)

        async def work() -> Analysed:
            with self._scheduler.question(asker):
                async with asyncio.timeout(PATIENCE):
                    return await self._scheduler.run(Work.ADVICE, asker, analyse, position, loose, wish)

        try:
            return await self._known.get(key, work)
        except TimeoutError:
            raise refuse("busy") from None
