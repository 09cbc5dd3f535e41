"""Work that goes on by itself, beside what is asked."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from tilerummy.cancellation import cancel
from tilerummy.store import StorageFailure

log = structlog.get_logger()


@contextmanager
def isolated(failed: str, **whom: str) -> Iterator[None]:
    """Log what goes wrong within as the event `failed`, and go on: one of many keeps none of the others waiting. Raises
    StorageFailure, which concerns them all."""
    try:
        yield
    except StorageFailure:
        raise
    except Exception:
        log.exception(failed, **whom)


class Tasks:
    """The tasks of one owner. What goes wrong in one is logged, and ends no other."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Begin, without waiting for its end."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def close(self) -> None:
        """Stop them all, and what the last of them still begin."""
        while self._tasks:
            await cancel(self._tasks)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StorageFailure):
            log.warning("task-failed", code=error.code)
        elif error:
            log.error("task-failed", exc_info=error)
