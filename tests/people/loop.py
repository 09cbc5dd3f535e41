"""The event loop of a town: its time is the town's, and what asks for a thread is done at once.

What waits for a moment of the machine's clock, or for a thread to end, would be another thing on a busy machine.
"""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple

from tests.rooms.harness import Clock

T = TypeVar("T")
Args = TypeVarTuple("Args")


class Loop(asyncio.SelectorEventLoop):
    """Time passes here when `clock` says so."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        super().__init__()

    def time(self) -> float:
        """Seconds on the town's clock."""
        return self._clock() / 1000

    def run_in_executor(self, executor: Any, func: Callable[[*Args], T], *args: *Args) -> asyncio.Future[T]:
        """What the function says."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done
