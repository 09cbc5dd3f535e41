"""What strangers send is read here: in a process of its own, one piece at a time, and only for so long."""

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar, TypeVarTuple

from tilerummy.rooms.jobs.bot_job import begin
from tilerummy.rooms.jobs.workers import stop

WAITING: Final = 16
"""Pieces that may wait for their turn."""
Args = TypeVarTuple("Args")
T = TypeVar("T")


class TooMuchWork(Exception):
    """The piece took longer than it may, or too many wait already. Nothing came of it."""


class Quarantine:
    """Runs functions of a module in one other process, which starts with the first piece of work."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def run(self, seconds: float, function: Callable[[*Args], T], *args: *Args) -> T:
        """The function's result. A process that needs longer than `seconds` for it is killed and replaced.

        Raises TooMuchWork, or what the function raises.
        """
        if self._waiting > WAITING:
            raise TooMuchWork
        self._waiting += 1
        try:
            async with self._turn:
                return await self._run(seconds, function, args)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Stop without waiting for what is under way."""
        if self._pool is not None:
            stop(self._pool)

    async def _run(self, seconds: float, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=begin)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, within, seconds, function, args)
        except BrokenProcessPool:
            self._pool = None
            raise TooMuchWork from None


def within(seconds: float, function: Callable[..., T], args: tuple[Any, ...]) -> T:
    """The function's result. The system ends this process when the alarm rings, whatever it does then; where there are
    no alarms (Windows), the sizes of what is read are the only bound."""
    if not hasattr(signal, "setitimer"):
        return function(*args)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return function(*args)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
