"""A count of a record is made once for its newest number, beside the event loop."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tilerummy.records.newest import Newest


class _Record:
    seq = 1


class _Counts:
    """A record at a number, and every number at which it was counted: each count waits until it `may` end."""

    def __init__(self) -> None:
        self.hosted: Any = _Record()
        self.made: list[int] = []
        self.begun, self.may = threading.Event(), threading.Event()
        self.fails = False

    def work(self, hosted: Any) -> Callable[[], int]:
        seq: int = hosted.seq

        def count() -> int:
            self.made.append(seq)
            self.begun.set()
            assert self.may.wait(10)
            if self.fails:
                raise ValueError
            return seq

        return count


def test_who_asks_meanwhile_waits_and_numbers_that_are_gone_are_left_out() -> None:
    async def work() -> None:
        counts = _Counts()
        newest = Newest[Any, int](counts.work)
        first = asyncio.create_task(newest.of(counts.hosted))
        await asyncio.to_thread(counts.begun.wait, 10)
        others = []
        for seq in (2, 3, 4):
            counts.hosted.seq = seq
            others += [asyncio.create_task(newest.of(counts.hosted)) for _ in range(5)]
            await asyncio.sleep(0)
        counts.may.set()
        assert await first == 1
        assert set(await asyncio.gather(*others)) == {4}
        assert counts.made == [1, 4]

    asyncio.run(work())


def test_a_count_that_fails_is_made_again_when_it_is_asked_again() -> None:
    async def work() -> None:
        counts = _Counts()
        counts.may.set()
        counts.fails = True
        newest = Newest[Any, int](counts.work)
        with pytest.raises(ValueError):
            await newest.of(counts.hosted)
        counts.fails = False
        assert await newest.of(counts.hosted) == 1

    asyncio.run(work())
