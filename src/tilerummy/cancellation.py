"""The end of tasks that would go on for ever."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, Final

AGAIN: Final = 1.0
"""Seconds after which a task that goes on is cancelled once more."""


async def cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and wait until the last is done, however it ends; a caller cancelled meanwhile ends after it.

    Once may not be enough: a call that fails, or is done, in the moment of the cancellation may take its place
    (`asyncio.wait_for` before Python 3.12), and a loop that lives through errors would go on.
    """
    pending, cancelled = set(tasks), False
    while pending:
        for task in pending:
            task.cancel()
        try:
            _, pending = await asyncio.wait(pending, timeout=AGAIN)
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError


async def until_one_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Do all of it side by side until the first ends, and end the others. Raises what the first raised.

    A task group would cancel them once, and wait for ever for one to which that was lost.
    """
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await cancel(tasks)
        ends = [None if task.cancelled() else task.exception() for task in tasks]
    for task, error in zip(tasks, ends, strict=True):
        if task in done and error is not None:
            raise error
