"""One look at every wire in a few seconds, spread evenly, in place of timers for each."""

import asyncio
from typing import Final

from tilerummy.web.edge.wire import Wire

TICK: Final = 0.25
"""Seconds between two looks at a part of the wires."""
ROUND: Final = 20
"""Looks until every wire has had its turn: five seconds."""


class Heartbeat:
    """The wires of one server."""

    def __init__(self) -> None:
        self._wires: dict[Wire, None] = {}
        self._round: list[Wire] = []

    def add(self, wire: Wire) -> None:
        """One more wire to look at."""
        self._wires[wire] = None

    def discard(self, wire: Wire) -> None:
        """The wire is gone."""
        self._wires.pop(wire, None)

    async def beat(self) -> None:
        """Look at them for ever."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(TICK)
            self._look(loop.time())

    def _look(self, now: float) -> None:
        """Look at the wires whose turn it is. Those that are gone are held until then, and no longer."""
        if not self._round:
            self._round = list(self._wires)
        size = max(1, -(-len(self._wires) // ROUND))
        part, self._round = self._round[:size], self._round[size:]
        for wire in part:
            wire.look(now)
