"""Costly answers, worked out once for everyone who asks the same."""

import asyncio
from collections import OrderedDict
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

    async def get(self, key: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The answer to `key`, from `work` if it is not known. Raises what `work` raises."""
        task = self._answers.get(key)
        if task is None:
            task = asyncio.create_task(work())
            self._answers[key] = task
            task.add_done_callback(lambda done: self._settle(key, done))
        # Whoever stops waiting does not stop the others who wait.
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Stop working."""
        await cancel(self._answers.values())

    def _settle(self, key: K, task: asyncio.Task[T]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._answers.pop(key, None)
        answered = [known for known, one in self._answers.items() if one.done()]
        for known in answered[: -self._kept]:
            del self._answers[known]
