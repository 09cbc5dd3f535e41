"""The worker processes of one server, shared by computer players and by advice to people."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar, TypeVarTuple

from tilerummy.rooms.jobs.bot_job import begin

WORKERS = 2
"""Processes. Advice takes all but one of them, so that no game waits for it."""
GIVES_WAY = 10
"""Steps of niceness by which they stand back: a server that tells people of moves goes before one that thinks."""
Args = TypeVarTuple("Args")
T = TypeVar("T")


def stop(pool: ProcessPoolExecutor) -> None:
    """End the pool with its processes, whatever they do: Python would wait for them before it ends.

    Once they are killed the pool has nothing to wait for. One that is left to end by itself can be caught at it by the
    end of the interpreter, which then waits for ever (`_python_exit` writes to a pipe that is closed meanwhile).
    """
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(cancel_futures=True)


class Workers:
    """Runs functions of a module in other processes; they start with the first piece of work."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._spare = asyncio.Semaphore(WORKERS - 1)
        self.jobs = 0
        """Pieces of work that are not answered yet."""

    async def run(self, function: Callable[[*Args], T], *args: *Args) -> T:
        """The function's result. A worker that was killed is replaced and asked again, once.

        Raises CancelledError after the end, or what the function raises.
        """
        self.jobs += 1
        try:
            return await self._run(function, *args)
        finally:
            self.jobs -= 1

    async def run_aside(self, function: Callable[[*Args], T], *args: *Args) -> T:
        """As `run`, for what may wait: one worker is always left to the games."""
        async with self._spare:
            return await self.run(function, *args)

    async def _run(self, function: Callable[[*Args], T], *args: *Args) -> T:
        pool = self._running()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, function, *args)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            return await loop.run_in_executor(self._running(), function, *args)

    def close(self) -> None:
        """Stop without waiting for what is under way. No process is started from now on."""
        self._closed = True
        if self._pool is not None:
            stop(self._pool)

    def _running(self) -> ProcessPoolExecutor:
        if self._closed:
            raise asyncio.CancelledError
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(WORKERS, mp_context=context, initializer=begin, initargs=(GIVES_WAY,))
        return self._pool
