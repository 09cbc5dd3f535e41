"""Who is served next of all that is computed beside the event loop: strict priority classes, and within a class fair
queueing by least attained service. The owner who has used the fewest seconds of processor lately goes first.

Pieces of work are not interrupted. So one worker is kept for the moves of owners who have used little, one for what
people wait for in their turn, and what may wait comes in short pieces; a piece that nobody needs any more is dropped
before it starts.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from time import perf_counter
from typing import Any, Final, TypeVar, TypeVarTuple

from tilerummy import metrics
from tilerummy.cancellation import cancel
from tilerummy.rates import Rates
from tilerummy.rooms.jobs.workers import Worker, WorkerDied
from tilerummy.rules.refusal import refuse

SECONDS_AT_ONCE: Final = 60.0
"""Seconds of processor that one owner may use at once: the analysis of a long game. Beyond them advice is refused, and
rooms without people wait."""
LITTLE: Final = 1.0
"""Seconds of processor beyond which an owner's moves wait for the worker of all: strong computers at many tables."""
SECONDS_A_SECOND: Final = 0.2
"""Seconds of processor that an owner gets back each second."""
QUESTIONS: Final = 8
"""Questions of one owner that are not answered yet; more are refused."""
READ_AT_ONCE: Final = 16
"""Files and texts of all owners that wait to be read; more are refused."""
GIVES_WAY: Final = 10
"""Steps of niceness by which workers stand back: a server that tells people of moves goes before one that thinks."""
AGAIN: Final = 1.0
"""Seconds until rooms without people are looked at again whose owner has used too much."""
Args = TypeVarTuple("Args")
T = TypeVar("T")


class Work(Enum):
    """The classes, the most urgent first."""

    PROOF = "proof"
    """What a person's move waits for."""
    OPPONENT = "opponent"
    """A computer player opposite a person who is there."""
    HINT = "hint"
    """What people ask in their turn."""
    ADVICE = "advice"
    """What people ask when no turn waits: analyses, reviews."""
    UNATTENDED = "unattended"
    """What goes on in rooms without people."""
    READING = "reading"
    """Texts and small files of strangers."""
    RESTORING = "restoring"
    """Large files of strangers."""


_RANK: Final = {work: rank for rank, work in enumerate(Work)}
_LANES: Final = (
    (frozenset({Work.PROOF, Work.OPPONENT}), LITTLE, GIVES_WAY),
    (frozenset({Work.PROOF, Work.HINT}), math.inf, GIVES_WAY),
    (frozenset({Work.PROOF, Work.OPPONENT, Work.ADVICE, Work.UNATTENDED}), math.inf, GIVES_WAY),
    # What strangers send is read apart from all else, and who brings a large file waits for such files alone.
    (frozenset({Work.READING}), math.inf, 0),
    (frozenset({Work.RESTORING}), math.inf, 0),
)
"""What each worker does, for owners who have used at most so many seconds, and how far it stands back."""


class Dropped(Exception):
    """Nobody needs the answer any more."""


class TooMuchWork(Exception):
    """The piece took longer than it may, or too many wait already. Nothing came of it."""


@dataclass(eq=False, slots=True)
class _Piece:
    """A piece of work; `work` tells its class at this moment, None once nobody needs it."""

    work: Callable[[], Work | None]
    owner: str
    function: Callable[..., Any]
    args: tuple[Any, ...]
    within: float | None
    answer: asyncio.Future[Any]
    since: float = field(default_factory=perf_counter)


@dataclass(eq=False, slots=True)
class _Lane:
    """A worker, and the classes it serves, of owners who have used at most so much."""

    serves: frozenset[Work]
    used: float
    worker: Worker
    piece: _Piece | None = None


class Scheduler:
    """The workers of one server. `per_owner` multiplies what an owner may use."""

    def __init__(self, per_owner: float = 1.0) -> None:
        self._lanes = [_Lane(serves, used * per_owner, Worker(gives_way)) for serves, used, gives_way in _LANES]
        self._spent = Rates(SECONDS_A_SECOND * per_owner, SECONDS_AT_ONCE * per_owner)
        self._per_owner = per_owner
        self._waiting: list[_Piece] = []
        self._running = set[asyncio.Task[None]]()
        self._questions = Counter[str]()
        self._look_again: asyncio.TimerHandle | None = None
        self._closed = False

    async def run(
        self,
        work: Work | Callable[[], Work | None],
        owner: str,
        function: Callable[[*Args], T],
        *args: *Args,
        within: float | None = None,
    ) -> T:
        """The result of a module's function, worked out in another process at the cost of `owner`. Where `work` is
        called, it tells the class at that moment, and None once nobody needs the answer. A piece that takes longer than
        `within` seconds is killed; a worker that died otherwise is replaced and asked again, once.

        Raises Dropped, TooMuchWork, CancelledError after the end, or what the function raises.
        """
        if self._closed:
            raise asyncio.CancelledError
        now = work if callable(work) else lambda: work
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Piece(now, owner, function, args, within, answer))
        self._serve()
        return await answer

    async def read(
        self, owner: str, seconds: float, function: Callable[[*Args], T], *args: *Args, large: bool = False
    ) -> T:
        """The result of a function that reads what a stranger sent, in at most so many seconds.

        Raises TooMuchWork, or what the function raises.
        """
        work = Work.RESTORING if large else Work.READING
        if sum(piece.work() is work for piece in self._waiting) >= READ_AT_ONCE:
            raise TooMuchWork
        return await self.run(work, owner, function, *args, within=seconds)

    @contextmanager
    def question(self, owner: str) -> Iterator[None]:
        """What an owner asks, which may take several pieces of work. Raises Refusal `work-spent` for an owner who has
        used too much, and `busy` for one who has asked too much that is not answered yet."""
        self.afford(owner)
        if self._questions[owner] >= QUESTIONS * max(1, self._per_owner):
            raise refuse("busy")
        self._questions[owner] += 1
        try:
            yield
        finally:
            self._questions[owner] -= 1
            if not self._questions[owner]:
                del self._questions[owner]

    def afford(self, owner: str) -> None:
        """Raises Refusal `work-spent` for an owner who has used too much."""
        bucket = self._spent.of(owner)
        if not bucket.has(0):
            raise refuse("work-spent", seconds=math.ceil(-bucket.level / bucket.rate))

    def charge(self, owner: str, seconds: float) -> None:
        """The owner has used so many seconds of processor."""
        self._spent.of(owner).spend(seconds)

    def jobs(self) -> Mapping[Work, int]:
        """Pieces of each class that are not answered yet."""
        counted = Counter(piece.work() for piece in self._unanswered())
        return {work: counted[work] for work in Work}

    def _unanswered(self) -> list[_Piece]:
        return [*self._waiting, *(lane.piece for lane in self._lanes if lane.piece)]

    async def close(self) -> None:
        """Stop without waiting for what is under way. No process is started from now on."""
        self._closed = True
        if self._look_again is not None:
            self._look_again.cancel()
        for lane in self._lanes:
            lane.worker.close()
        for piece in self._unanswered():
            piece.answer.cancel()
        await cancel(self._running)

    def _serve(self) -> None:
        """Give every idle worker what is next for it."""
        for lane in self._lanes:
            if lane.piece is None and not self._closed and (piece := self._next(lane)) is not None:
                self._waiting.remove(piece)
                lane.piece = piece
                task = asyncio.create_task(self._work(lane, piece))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    def _next(self, lane: _Lane) -> _Piece | None:
        """The most urgent piece for this worker, of the owner who has used least; then the oldest."""
        found: list[tuple[int, float, float, _Piece]] = []
        used = {owner: self._spent.of(owner).missing for owner in {piece.owner for piece in self._waiting}}
        for piece in list(self._waiting):
            work, seconds = piece.work(), used[piece.owner]
            if work is None or piece.answer.done():
                self._drop(piece)
            elif work is Work.UNATTENDED and seconds > SECONDS_AT_ONCE * self._per_owner:
                self._later()
            elif work in lane.serves and seconds <= lane.used:
                found.append((_RANK[work], seconds, piece.since, piece))
        return min(found, key=lambda one: one[:3])[3] if found else None

    def _drop(self, piece: _Piece) -> None:
        self._waiting.remove(piece)
        if not piece.answer.done():
            piece.answer.set_exception(Dropped())

    def _later(self) -> None:
        if self._look_again is None:
            self._look_again = asyncio.get_running_loop().call_later(AGAIN, self._now)

    def _now(self) -> None:
        self._look_again = None
        self._serve()

    async def _work(self, lane: _Lane, piece: _Piece) -> None:
        begun = perf_counter()
        if (work := piece.work()) is not None:
            metrics.WAITED.observe(begun - piece.since, work.value)
        spent: float | None = None
        try:
            result, spent = await self._asked(lane.worker, piece)
            if not piece.answer.done():
                piece.answer.set_result(result)
        except asyncio.CancelledError:
            piece.answer.cancel()
            raise
        except Exception as error:
            if not piece.answer.done():
                piece.answer.set_exception(error)
        finally:
            # of what failed only how long it took is known
            self.charge(piece.owner, perf_counter() - begun if spent is None else spent)
            lane.piece = None
            if not self._closed:
                self._serve()

    async def _asked(self, worker: Worker, piece: _Piece) -> tuple[Any, float]:
        try:
            return await worker.run(piece.function, piece.args, piece.within)
        except WorkerDied:
            if piece.within is not None:
                raise TooMuchWork from None
            return await worker.run(piece.function, piece.args, piece.within)
