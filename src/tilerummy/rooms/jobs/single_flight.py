"""Costly answers, worked out once for everyone who asks the same."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from tilerummy.cancellation import cancel

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class TooManyAsked(Exception):
    """As many answers as may be are being worked out already."""


class SingleFlight(Generic[K, T]):
    """The last `kept` answers by what was asked; at most `pending` of them are worked out at a time, and of those
    half for one asker."""

    def __init__(self, kept: int, pending: int) -> None:
        self._kept = kept
        self._pending = pending
        self._answers: OrderedDict[K, asyncio.Task[T]] = OrderedDict()
        self._askers: Counter[str] = Counter()

    async def get(self, key: K, work: Callable[[], Coroutine[Any, Any, T]], asker: str) -> T:
        """The answer to `key`, from `work` if it is not known. `asker` is the address that asks.

        Raises TooManyAsked, or what `work` raises.
        """
        task = self._answers.get(key)
        if task is None:
            if self._askers.total() >= self._pending or self._askers[asker] >= self._pending // 2:
                raise TooManyAsked
            task = asyncio.create_task(work())
            self._answers[key] = task
            self._askers[asker] += 1
            task.add_done_callback(lambda done: self._settle(key, done, asker))
        # Whoever stops waiting does not stop the others who wait.
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Stop working."""
        await cancel(self._answers.values())

    def _settle(self, key: K, task: asyncio.Task[T], asker: str) -> None:
        self._askers[asker] -= 1
        if not self._askers[asker]:
            del self._askers[asker]
        if task.cancelled() or task.exception() is not None:
            self._answers.pop(key, None)
        while len(self._answers) > self._kept + self._pending:
            self._answers.popitem(last=False)
