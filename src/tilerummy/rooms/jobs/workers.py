"""The processes in which a server computes, each by itself: one that is killed takes nothing else with it."""

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import process_time
from typing import Any, TypeVar

from tilerummy.rooms.jobs.bot_job import begin

T = TypeVar("T")


class WorkerDied(Exception):
    """The process ended before it had an answer."""


class Worker:
    """One process, which starts with its first piece of work and is replaced when it has died. `gives_way`: see
    `begin`."""

    def __init__(self, gives_way: int) -> None:
        self._gives_way = gives_way
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def run(self, function: Callable[..., T], args: tuple[Any, ...], within: float | None) -> tuple[T, float]:
        """The result of a module's function, and the seconds of processor it took. A process that needs longer than
        `within` seconds dies of it.

        Raises WorkerDied, CancelledError after the end, or what the function raises.
        """
        if self._closed:
            raise asyncio.CancelledError
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin, initargs=(self._gives_way,))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, measured, function, args, within)
        except BrokenProcessPool:
            self._pool = None
            raise WorkerDied from None

    def close(self) -> None:
        """Stop without waiting for what is under way. No process is started from now on."""
        self._closed = True
        if self._pool is not None:
            stop(self._pool)


def stop(pool: ProcessPoolExecutor) -> None:
    """End the pool with its processes, whatever they do: Python would wait for them before it ends.

    Once they are killed the pool has nothing to wait for. One that is left to end by itself can be caught at it by the
    end of the interpreter, which then waits for ever (`_python_exit` writes to a pipe that is closed meanwhile).
    """
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(cancel_futures=True)


def measured(function: Callable[..., T], args: tuple[Any, ...], within: float | None) -> tuple[T, float]:
    """The function's result, and the seconds of processor it took. The system ends this process when the alarm rings,
    whatever it does then; where there are no alarms (Windows), the sizes of what is read are the only bound."""
    alarm = within is not None and hasattr(signal, "setitimer")
    begun = process_time()
    if alarm:
        signal.setitimer(signal.ITIMER_REAL, within or 0)
    try:
        return function(*args), process_time() - begun
    finally:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
