"""Costly answers, worked out once for everyone who asks the same."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class TooManyAsked(Exception):
    """As many answers as may be are being worked out already."""


class Shared(Generic[K, T]):
    """The last `kept` answers by what was asked; at most `pending` of them are worked out at a time."""

    def __init__(self, kept: int, pending: int) -> None:
        self._kept = kept
        self._pending = pending
        self._answers: OrderedDict[K, asyncio.Task[T]] = OrderedDict()

    async def get(self, key: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The answer to `key`, from `work` if it is not known. Raises TooManyAsked, or what `work` raises."""
        task = self._answers.get(key)
        if task is None:
            if sum(not one.done() for one in self._answers.values()) >= self._pending:
                raise TooManyAsked
            task = asyncio.create_task(work())
            self._answers[key] = task
            task.add_done_callback(lambda done: self._settle(key, done))
        # Whoever stops waiting does not stop the others who wait.
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Stop working."""
        tasks = list(self._answers.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _settle(self, key: K, task: asyncio.Task[T]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._answers.pop(key, None)
        while len(self._answers) > self._kept + self._pending:
            self._answers.popitem(last=False)
