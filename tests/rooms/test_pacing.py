"""What is told now and then: at once after a pause, then seldom, and the last value for certain."""

import asyncio

from tilerummy.rooms.views.paced import Paced


def test_the_first_change_is_told_at_once_and_of_many_more_the_last() -> None:
    told: list[str] = []

    async def work() -> None:
        value = Paced("first", 0.02, lambda: told.append(value.told))
        for change in ("a", "b", "c"):
            value.change(change)
        assert (told, value.newest) == (["a"], "c")
        while len(told) < 2:
            await asyncio.sleep(0.005)
        value.change("c")
        assert told == ["a", "c"]
        assert value.number == 2

    asyncio.run(work())


def test_a_change_that_is_taken_back_is_not_told() -> None:
    told: list[str] = []

    async def work() -> None:
        value = Paced("first", 3600.0, lambda: told.append(value.told))
        for change in ("a", "b", "a"):
            value.change(change)
        value._next()
        assert told == ["a"]

    asyncio.run(work())
