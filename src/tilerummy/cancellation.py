"""The end of tasks that would go on for ever."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

AGAIN: Final = 1.0
"""Seconds after which a task that goes on is cancelled once more."""


async def cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and wait until the last is done, however it ends.

    Once may not be enough: a call that fails in the moment of the cancellation may raise its own error in its place
    (`asyncio.wait_for` before Python 3.12), and a loop that lives through errors would go on.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=AGAIN)
