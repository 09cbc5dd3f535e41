"""What is computed beside the event loop is shared fairly: by class, then by who has used least; and what strangers
send is worked on apart, for so long and no longer."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tilerummy.rooms.jobs.scheduler import (
    LITTLE,
    QUESTIONS,
    READ_AT_ONCE,
    SECONDS_AT_ONCE,
    Dropped,
    Scheduler,
    TooMuchWork,
    Work,
)
from tilerummy.rules.refusal import Refusal

ALL = (Work.PROOF, Work.PROOF, Work.PROOF)
"""Pieces that take every worker but those for what strangers send, the one for all classes last."""


def scheduled(work: Callable[[Scheduler], Awaitable[None]]) -> None:
    """Do the work with a scheduler."""

    async def run() -> None:
        scheduler = Scheduler()
        try:
            await work(scheduler)
        finally:
            await scheduler.close()

    asyncio.run(run())


@asynccontextmanager
async def held(scheduler: Scheduler, folder: Path, *works: Work) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """For the length of the block, workers are taken by pieces of these classes that another one asked for. What it
    gives lets the last of them go sooner."""
    pipes = [folder / f"pipe-{number}" for number in range(len(works))]
    for pipe in pipes:
        os.mkfifo(pipe)
    asked = [
        (pipe, asyncio.create_task(scheduler.run(work, "somebody", Path.read_bytes, pipe)))
        for work, pipe in zip(works, pipes, strict=True)
    ]
    await asyncio.sleep(0)

    async def let_go() -> None:
        pipe, piece = asked.pop()
        await asyncio.to_thread(pipe.write_bytes, b"")  # it opens once the worker reads it
        await piece

    try:
        yield let_go
    finally:
        while asked:
            await let_go()


class Order:
    """In which order pieces are answered."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.answered: list[str] = []
        self._scheduler = scheduler
        self._asked: list[asyncio.Task[None]] = []

    def ask(self, work: Work | Callable[[], Work | None], owner: str, name: str) -> None:
        """One more piece."""

        async def answered() -> None:
            self.answered.append(await self._scheduler.run(work, owner, str, name))

        self._asked.append(asyncio.create_task(answered()))

    async def all(self) -> list[str]:
        """Their names, once all are answered."""
        await asyncio.gather(*self._asked)
        return self.answered


def test_the_more_urgent_goes_first_whenever_it_came(tmp_path: Path) -> None:
    async def work(scheduler: Scheduler) -> None:
        order = Order(scheduler)
        async with held(scheduler, tmp_path, *ALL) as let_go:
            for kind in (Work.UNATTENDED, Work.ADVICE, Work.OPPONENT, Work.PROOF):
                order.ask(kind, "ann", kind.value)
            await let_go()
            assert await order.all() == ["proof", "opponent", "advice", "unattended"]

    scheduled(work)


@pytest.mark.parametrize("kind", [Work.ADVICE, Work.UNATTENDED])
def test_what_may_wait_never_takes_all_workers(tmp_path: Path, kind: Work) -> None:
    async def work(scheduler: Scheduler) -> None:
        async with held(scheduler, tmp_path, kind):
            late = asyncio.create_task(scheduler.run(kind, "ann", str, "late"))
            for urgent in (Work.OPPONENT, Work.PROOF, Work.HINT):
                assert await scheduler.run(urgent, "ann", str, "now") == "now"
            assert not late.done()
            assert (scheduler.jobs()[kind], scheduler.jobs()[Work.PROOF]) == (2, 0)
        assert await late == "late"

    scheduled(work)


@pytest.mark.parametrize("kind", [Work.OPPONENT, Work.PROOF])
def test_who_has_used_much_never_takes_all_workers(tmp_path: Path, kind: Work) -> None:
    async def work(scheduler: Scheduler) -> None:
        # what is used is forgotten by the second, while workers start
        scheduler.charge("somebody", LITTLE + SECONDS_AT_ONCE)
        async with held(scheduler, tmp_path, Work.PROOF, kind):
            late = asyncio.create_task(scheduler.run(kind, "somebody", str, "late"))
            for urgent in (Work.OPPONENT, Work.PROOF):
                assert await scheduler.run(urgent, "ann", str, "now") == "now"
            assert not late.done()
        assert await late == "late"

    scheduled(work)


def test_a_piece_that_nobody_needs_any_more_is_dropped_before_it_starts(tmp_path: Path) -> None:
    async def work(scheduler: Scheduler) -> None:
        kinds: dict[str, Work | None] = {"stale": Work.PROOF, "left": Work.PROOF}
        order = Order(scheduler)
        async with held(scheduler, tmp_path, *ALL):
            order.ask(lambda: kinds["left"], "ann", "left")
            order.ask(Work.OPPONENT, "ann", "opponent")
            stale = asyncio.create_task(scheduler.run(lambda: kinds["stale"], "ann", str, "stale"))
            gone = asyncio.create_task(scheduler.run(Work.PROOF, "ann", str, "gone"))
            await asyncio.sleep(0)
            kinds.update(stale=None, left=Work.UNATTENDED)
            gone.cancel()
        with pytest.raises(Dropped):
            await stale
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert sorted(await order.all()) == ["left", "opponent"]

    scheduled(work)


def test_an_owner_who_has_used_too_much_is_told_so_and_their_empty_rooms_wait() -> None:
    async def work(scheduler: Scheduler) -> None:
        scheduler.charge("eve", SECONDS_AT_ONCE + 1_000)
        with pytest.raises(Refusal) as refusal, scheduler.question("eve"):
            pass
        assert (refusal.value.code, refusal.value.params) == ("work-spent", {"seconds": 5_000})
        waits = asyncio.create_task(scheduler.run(Work.UNATTENDED, "eve", str, "unattended"))
        # others, and what people wait for in her rooms, go on
        assert await scheduler.run(Work.UNATTENDED, "ann", str, "unattended") == "unattended"
        assert await scheduler.run(Work.OPPONENT, "eve", str, "opponent") == "opponent"
        assert not waits.done()
        scheduler.charge("eve", -SECONDS_AT_ONCE - 1_000)
        assert await waits == "unattended"

    scheduled(work)


def test_only_so_many_questions_of_one_owner_are_open_at_once() -> None:
    async def work(scheduler: Scheduler) -> None:
        asking = [scheduler.question("eve") for _ in range(QUESTIONS)]
        for question in asking:
            question.__enter__()
        with pytest.raises(Refusal, match="busy"), scheduler.question("eve"):
            pass
        with scheduler.question("ann"):
            pass
        asking[0].__exit__(None, None, None)
        with scheduler.question("eve"):
            pass

    scheduled(work)


def test_seconds_of_processor_are_charged_whatever_comes_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: dict[str, float] = {}

    async def work(scheduler: Scheduler) -> None:
        monkeypatch.setattr(scheduler, "charge", spent.__setitem__)
        await scheduler.run(Work.ADVICE, "ann", sum, range(10_000_000))
        with pytest.raises(TooMuchWork):
            await scheduler.read("bob", 0.2, time.sleep, 3600.0)
        await scheduler.run(Work.PROOF, "eve", time.sleep, 0.2)
        assert spent["ann"] > 0.01
        assert spent["bob"] > 0.1
        assert spent["eve"] < 0.1, "who sleeps takes no processor"

    scheduled(work)


def test_a_piece_that_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    async def work(scheduler: Scheduler) -> None:
        endless, short = scheduler.read("ann", 0.3, time.sleep, 3600.0), scheduler.read("ann", 30.0, len, "abc")
        answers = await asyncio.gather(endless, short, return_exceptions=True)
        assert isinstance(answers[0], TooMuchWork)
        assert answers[1] == 3

    scheduled(work)


def test_what_a_function_raises_is_raised_here() -> None:
    async def work(scheduler: Scheduler) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            await scheduler.read("ann", 30.0, int, "three")

    scheduled(work)


def test_a_long_queue_is_refused() -> None:
    async def work(scheduler: Scheduler) -> None:
        asked = [scheduler.read("ann", 30.0, len, "abc") for _ in range(READ_AT_ONCE + 2)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(answer, TooMuchWork) for answer in answers) == 1
        assert answers.count(3) == READ_AT_ONCE + 1

    scheduled(work)
