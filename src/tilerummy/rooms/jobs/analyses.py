"""The analysis board's questions: answered in a worker process, beside the games."""

import asyncio
from collections.abc import Callable
from typing import Final

from tilerummy.rooms.jobs.analysis_job import analyse
from tilerummy.rooms.jobs.single_flight import SingleFlight, TooManyAsked
from tilerummy.rooms.jobs.workers import Workers
from tilerummy.rooms.views.analysed import Analysed, Wish
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.rules.refusal import refuse
from tilerummy.rules.tiles import Tile

PATIENCE: Final = 20.0
"""Seconds after which an answer that still waits for a worker is given up."""


class Analyses:
    """The answers of one server; each question is worked out once for everyone who asks it."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: SingleFlight[tuple[str, str, tuple[Tile, ...], Wish], Analysed]
        self._known = SingleFlight(kept=500, pending=16)

    async def close(self) -> None:
        """Stop searching."""
        await self._known.close()

    async def analyse(
        self,
        position: Position,
        loose: tuple[Tile, ...],
        wish: Wish,
        asker: str,
        spend: Callable[[float], None],
    ) -> Analysed:
        """The answer; `asker` is the address that asks, `spend` hears the seconds it cost, where it was worked out.

        Raises Refusal busy.
        """
        key = (position.edition.hash, format_position(layout_of(position)), loose, wish)

        async def work() -> Analysed:
            found = await self._workers.run_aside(analyse, position, loose, wish)
            spend(found.ms / 1000)
            return found

        try:
            async with asyncio.timeout(PATIENCE):
                return await self._known.get(key, work, asker)
        except (TooManyAsked, TimeoutError):
            raise refuse("busy") from None
