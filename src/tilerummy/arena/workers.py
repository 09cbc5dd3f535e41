"""Who plays the chunks: this process, several of this machine, or a dask cluster. A worker that is killed loses what it
was playing, which another plays again: the numbers stay the same."""

import logging
import multiprocessing
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Final, NamedTuple

from tilerummy.arena.deals import play_chunk
from tilerummy.arena.faults import ArenaError
from tilerummy.arena.match import Chunk, Match
from tilerummy.rooms.jobs.bot_job import begin
from tilerummy.rooms.jobs.workers import stop

AHEAD: Final = 2
"""Chunks that wait at each worker, so that none is idle."""
ANSWERS = 10.0
"""Seconds within which the scheduler of a cluster answers."""
DEATHS: Final = 20
"""Workers that may die one after another without a single chunk played."""


class Task(NamedTuple):
    """One chunk to be played: the arguments of `deals.play_chunk`."""

    match: Match
    number: int
    deals: int
    records: str | None


Workers = Callable[[Iterable[Task]], Generator[Chunk, None, None]]
"""Plays tasks; the chunks come as they are ready, in any order. What is not asked for any more is given up."""


def here(tasks: Iterable[Task]) -> Generator[Chunk, None, None]:
    """In this process, one after another."""
    for task in tasks:
        yield play_chunk(*task)


class Processes:
    """So many processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def __call__(self, tasks: Iterable[Task]) -> Generator[Chunk, None, None]:
        """Play the tasks. Raises ArenaError `workers-die`."""
        queue, deaths = _Queue(tasks), 0
        self._pool = self._started()
        try:
            while deaths < DEATHS:
                try:
                    for chunk in self._played(queue):
                        deaths = 0
                        yield chunk
                    return
                except BrokenProcessPool:
                    stop(self._pool)
                    self._pool, deaths = self._started(), deaths + 1
                    queue.all_again()
            raise ArenaError("workers-die", count=DEATHS)
        finally:
            stop(self._pool)

    def _played(self, queue: "_Queue") -> Generator[Chunk, None, None]:
        """The chunks of one pool, until it breaks: which it may as a task is given to it, or as it is answered."""
        while queue.fill(self._jobs * AHEAD, self._submitted):
            for future in wait(queue.flying, return_when=FIRST_COMPLETED).done:
                chunk = future.result()
                queue.landed(future)
                yield chunk

    def _submitted(self, task: Task) -> Future[Chunk]:
        return self._pool.submit(play_chunk, *task)

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, multiprocessing.get_context("spawn"), initializer=begin)


class Dask:
    """The workers of a dask cluster, which have Tilerummy installed in the same version."""

    def __init__(self, address: str) -> None:
        """Raises ArenaError: `dask-missing`, `dask-away`."""
        try:
            import distributed
        except ImportError:
            raise ArenaError("dask-missing", extra="arena") from None
        self._distributed: Any = distributed
        self._address = address
        # what goes wrong is told once, by us
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client: Any = self._distributed.Client(address, timeout=ANSWERS)
        except (OSError, ValueError, ImportError):
            raise self._away() from None

    def __call__(self, tasks: Iterable[Task]) -> Generator[Chunk, None, None]:
        """Play the tasks. Raises ArenaError: `dask-away`, `workers-die`."""
        queue, deaths = _Queue(tasks), 0
        done = self._distributed.as_completed()
        try:
            while queue.fill(self._ahead(), lambda task: self._submitted(task, done)):
                future = next(done)
                task = queue.landed(future)
                try:
                    chunk = future.result()
                except (self._distributed.KilledWorker, CancelledError):
                    deaths += 1
                    queue.again.append(task)
                    if deaths == DEATHS:
                        raise ArenaError("workers-die", count=DEATHS) from None
                    continue
                except self._distributed.comm.CommClosedError:
                    raise self._away() from None
                deaths = 0
                yield chunk
        finally:
            if self._running:
                self._client.cancel(list(queue.flying))

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        self._client.close()

    def _away(self) -> ArenaError:
        return ArenaError("dask-away", address=self._address)

    @property
    def _running(self) -> bool:
        return bool(self._client.status == "running")

    def _ahead(self) -> int:
        if not self._running:
            raise self._away()
        return AHEAD * max(1, len(self._client.scheduler_info()["workers"]))

    def _submitted(self, task: Task, done: Any) -> Any:
        future = self._client.submit(play_chunk, *task, pure=False)
        done.add(future)
        return future


class _Queue:
    """Tasks that wait, those of dead workers first, and those under way, by their futures."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._left = iter(tasks)
        self.again: list[Task] = []
        self.flying: dict[Any, Task] = {}

    def fill(self, most: int, submit: Callable[[Task], Any]) -> bool:
        """Give out tasks until `most` are under way; says whether any is."""
        room = most - len(self.flying)
        self.again += islice(self._left, max(0, room - len(self.again)))
        for _ in range(min(room, len(self.again))):
            future = submit(self.again[0])
            self.flying[future] = self.again.pop(0)
        return bool(self.flying)

    def landed(self, future: Any) -> Task:
        """The task of a future that is done."""
        return self.flying.pop(future)

    def all_again(self) -> None:
        """Nothing is under way any more."""
        self.again[:0] = self.flying.values()
        self.flying.clear()
