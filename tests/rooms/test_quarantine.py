"""What strangers send is worked on apart: for so long and no longer, and what comes after it is answered."""

import asyncio
import time

import pytest

from tilerummy.rooms.jobs.quarantine import WAITING, Quarantine, TooMuchWork


def test_a_piece_that_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    async def run() -> None:
        quarantine = Quarantine()
        try:
            endless, short = quarantine.run(0.3, time.sleep, 3600.0), quarantine.run(30.0, len, "abc")
            answers = await asyncio.gather(endless, short, return_exceptions=True)
            assert isinstance(answers[0], TooMuchWork)
            assert answers[1] == 3
        finally:
            quarantine.close()

    asyncio.run(run())


def test_what_a_function_raises_is_raised_here() -> None:
    async def run() -> None:
        quarantine = Quarantine()
        try:
            with pytest.raises(ValueError, match="invalid literal"):
                await quarantine.run(30.0, int, "three")
        finally:
            quarantine.close()

    asyncio.run(run())


def test_a_long_queue_is_refused() -> None:
    async def run() -> None:
        quarantine = Quarantine()
        try:
            asked = [quarantine.run(30.0, len, "abc") for _ in range(WAITING + 2)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert sum(isinstance(answer, TooMuchWork) for answer in answers) == 1
            assert answers.count(3) == WAITING + 1
        finally:
            quarantine.close()

    asyncio.run(run())
