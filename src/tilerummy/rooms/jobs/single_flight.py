"""Costly answers, worked out once for everyone who asks the same."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from tilerummy.cancellation import cancel

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class SingleFlight(Generic[K, T]):
    """The last `kept` answers by what was asked, and those that are being worked out."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._answers: OrderedDict[K, asyncio.Task[T]] = OrderedDict()
        self._waiting = Counter[asyncio.Task[T]]()

    async def get(self, key: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The answer to `key`, from `work` if it is not known. Work that nobody waits for any more ends. Raises what
        `work` raises."""
        task = self._answers.get(key)
        if task is None:
            task = asyncio.create_task(work())
            self._answers[key] = task
            task.add_done_callback(lambda done: self._settle(key, done))
        self._waiting[task] += 1
        try:
            # who stops waiting does not stop the others who wait
            return await asyncio.shield(task)
        finally:
            self._waiting[task] -= 1
            if not self._waiting[task]:
                del self._waiting[task]
                if not task.done():
                    self._answers.pop(key, None)
                    task.cancel()

    async def close(self) -> None:
        """Stop working."""
        await cancel(self._answers.values())

    def _settle(self, key: K, task: asyncio.Task[T]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._answers.get(key) is task:
            del self._answers[key]
        answered = [known for known, one in self._answers.items() if one.done()]
        for known in answered[: -self._kept]:
            del self._answers[known]
