"""Tasks end, also those that lose a cancellation to an error of the same moment."""

import asyncio

import pytest

from tilerummy import cancellation
from tilerummy.cancellation import cancel, until_one_ends
from tilerummy.records.tasks import Tasks


async def _stubborn(lost: int) -> None:
    """Goes on after any failure, and so often a failure comes in the place of the cancellation."""
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            if lost == 0:
                raise
            lost -= 1


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cancellation, "AGAIN", 0.01)


def test_a_lost_cancellation_is_said_again() -> None:
    async def ended() -> list[bool]:
        tasks = [asyncio.create_task(_stubborn(lost)) for lost in (0, 1, 3)]
        await asyncio.sleep(0)
        await cancel(tasks)
        return [task.cancelled() for task in tasks]

    assert asyncio.run(ended()) == [True] * 3


def test_nothing_to_end_takes_no_time() -> None:
    asyncio.run(asyncio.wait_for(cancel([]), 1))


def test_what_an_owner_has_begun_ends_with_it() -> None:
    async def close() -> int:
        tasks = Tasks()
        tasks.start(_stubborn(2))
        await asyncio.sleep(0)
        await asyncio.wait_for(tasks.close(), 5)
        return len(asyncio.all_tasks())

    assert asyncio.run(close()) == 1


async def _failing() -> None:
    await asyncio.sleep(0)
    raise OSError("gone")


def test_what_is_done_side_by_side_ends_with_the_first() -> None:
    async def ended() -> int:
        with pytest.raises(OSError, match="gone"):
            await until_one_ends(_stubborn(0), _failing(), _stubborn(2))
        return len(asyncio.all_tasks())

    assert asyncio.run(ended()) == 1


def test_who_does_it_is_ended_with_all_of_it() -> None:
    """Also where each loses what the others are told."""

    async def ended() -> int:
        whole = asyncio.create_task(until_one_ends(_stubborn(3), _stubborn(1)))
        await asyncio.sleep(0.005)
        await asyncio.wait_for(cancel([whole]), 5)
        assert whole.cancelled()
        return len(asyncio.all_tasks())

    assert asyncio.run(ended()) == 1
