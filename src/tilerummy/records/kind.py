"""What a kind of record adds to `Record`, as values, and what follows a record at its server, as callbacks."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from tilerummy.records.decision import Decision
from tilerummy.store import Row, Write
from tilerummy.store.base import Status

State = TypeVar("State")
Event = TypeVar("Event")


def _never(*_: object) -> None:
    """Its turns have no end."""


def _nobody(_: object) -> bool:
    """No computer player is to move in it."""
    return False


class Kind(NamedTuple, Generic[State, Event]):
    """What kind of record it is: how its rows are read and written, and what they mean."""

    decode: Callable[[bytes], tuple[Event, ...]]
    """The events of a row. Raises ValueError."""
    encode: Callable[[tuple[Event, ...]], bytes]
    """The body of a row."""
    fold: Callable[[State | None, Sequence[Event]], State]
    """The state after these events. Raises ValueError."""
    status: Callable[[State], Status]
    """How the store's index counts it."""
    keeps_bodies: bool = False
    """Whether rows stay in memory whole, because viewers ask for them."""
    deadline: Callable[[State | None, State, int | None, int], int | None] = _never
    """When the turn ends (ms) once one state has followed another at a time, with the deadline before it."""
    computer: Callable[[State], bool] = _nobody
    """Whether a computer player is to move."""
    writes: Callable[[str, State, Row, Decision[State, Event], int | None], Sequence[Write]] | None = None
    """The append of a row of that record, with the state before it and its deadline, where more than its status is
    written."""


class Entry(NamedTuple, Generic[Event]):
    """A row and what it says; its body is empty in records that keep none."""

    row: Row
    events: tuple[Event, ...]


class Step(NamedTuple, Generic[State, Event]):
    """A row that came, here or at another server, and the state `before` it."""

    before: State
    entry: Entry[Event]


def _nothing(*_: object) -> None:
    """Nothing follows it."""


async def _nothing_more() -> None:
    """Nothing lies beside it."""


class Follower(NamedTuple, Generic[State, Event]):
    """What a server has beside a record: it is told what becomes of the record, and is read with it."""

    followed: Callable[[Sequence[Step[State, Event]]], None] = _nothing
    """These rows came; the record stands as it does after the last of them."""
    renewed: Callable[[], None] = _nothing
    """It has changed without a row: it was read again, its deadline was moved, or it is gone."""
    catch_up: Callable[[], Awaitable[None]] = _nothing_more
    """Know what the store has beside the record. Raises StorageFailure."""
    read_again: Callable[[], Awaitable[None]] = _nothing_more
    """Forget what the store has forgotten beside the record. Raises StorageFailure."""
    let_go: Callable[[], None] = _nothing
    """It leaves the memory of this server."""


Decider = Callable[[State], Awaitable[Decision[State, Event] | None]]
"""What a caller asks of a record, decided in its newest state: None for nothing. Raises Refusal."""
