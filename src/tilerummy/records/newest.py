"""What takes long to count of a record: counted in a thread, once for its newest number, however many people ask."""

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from tilerummy.records.hosted import Hosted

H = TypeVar("H", bound=Hosted[Any, Any])
T = TypeVar("T")


class _Known(Generic[T]):
    """What was counted of one record, and at which number."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.counted: tuple[int, T] | None = None


class Newest(Generic[H, T]):
    """One count of each record, kept for as long as that is in memory."""

    def __init__(self, work: Callable[[H], Callable[[], T]]) -> None:
        """`work` takes what it needs of a record as it is now, and gives what is done with that in a thread."""
        self._work = work
        self._known: WeakKeyDictionary[H, _Known[T]] = WeakKeyDictionary()

    async def of(self, hosted: H) -> T:
        """The count at the number that the record has now, or at a newer one: who asks while another is under way waits
        for it, and numbers that are gone by then are left out. Raises what the work raises."""
        asked = hosted.seq
        known = self._known.setdefault(hosted, _Known())
        async with known.lock:
            if known.counted is None or known.counted[0] < asked:
                seq, work = hosted.seq, self._work(hosted)
                known.counted = seq, await asyncio.to_thread(work)
            return known.counted[1]
