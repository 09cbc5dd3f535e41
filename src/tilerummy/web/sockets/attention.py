"""Whether the event loop goes on, and so when what is read came: a server that stood still read nothing meanwhile, and
nobody's time runs out by that."""

import asyncio
from time import monotonic
from typing import Final

from tilerummy import metrics

LOOK: Final = 0.05
"""Seconds between two signs that the event loop goes on; a standstill of twice as long is one."""


class Attention:
    """Whether the event loop looks at what comes, from when `stay` begins."""

    def __init__(self) -> None:
        self._looked: float | None = None

    async def stay(self) -> None:
        """Look at the clock again and again, and measure how late that is."""
        while True:
            self._looked = begun = monotonic()
            await asyncio.sleep(LOOK)
            metrics.LOOP_LAG.observe(max(0.0, monotonic() - begun - LOOK))
            # timers may come first after a standstill: what lies in the sockets is read in the turn after this one
            for _ in range(2):
                await asyncio.sleep(0)

    def came(self, now: int) -> int:
        """When (ms) what is read now came: after a standstill, when that began, in favour of who sent it."""
        still = 0.0 if self._looked is None else monotonic() - self._looked
        return now if still < 2 * LOOK else now - round(still * 1000)
