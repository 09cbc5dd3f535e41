"""One record in the store and its copy in memory: already answered? -> decide -> append, durable -> fold -> tell.

The laws of a game's room hold here too: committed before acknowledged, numbered without a gap, a resend answered and
not repeated, and on conflict one catches up and decides again.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Generic, Protocol, TypeVar

from tilerummy.rules.refusal import refuse
from tilerummy.store import Conflict, Row, Store, Write
from tilerummy.store.base import Status

ATTEMPTS = 5
"""Times a command is decided again after another server was quicker."""
LARGEST: Final = 8 * 1024 * 1024
"""Bytes of a record, counted as its backup holds them, so that whatever it holds can be saved and brought back: 200
players over ten rounds of four games stay below two million."""
FOR_STAFF: Final = LARGEST // 4
"""Bytes of them that only desk and organiser may use: no phone can write an event to its end."""
_LINE = 200
"""Bytes of a row beside its body, in a backup: seq, actor, command, instant, names."""

State = TypeVar("State")
Event = TypeVar("Event")


class Kind(Protocol[State, Event]):
    """What kind of record it is."""

    def decode(self, body: bytes) -> tuple[Event, ...]:
        """The events of a row. Raises ValueError."""
        ...

    def encode(self, events: tuple[Event, ...]) -> bytes:
        """The body of a row."""
        ...

    def fold(self, state: State | None, events: Sequence[Event]) -> State:
        """The state after these events. Raises ValueError."""
        ...

    def status(self, state: State) -> Status:
        """How the store's index counts it."""
        ...


class Busy(Exception):
    """Other servers were quicker again and again; nothing was done."""


class Record(Generic[State, Event]):
    """A record loaded from the store. Every method is for the event loop's thread."""

    def __init__(self, store: Store, ident: str, kind: Kind[State, Event], rows: list[Row]) -> None:
        """Raises ValueError for rows that are no record of this kind."""
        self.id = ident
        self.rows: list[Row] = []
        self._store = store
        self._kind = kind
        self._answered: dict[tuple[str, str], int] = {}
        self._lock = asyncio.Lock()
        self._news = asyncio.Event()
        self.watchers = 0
        self.size = 0
        """Bytes, as in a backup."""
        state: State | None = None
        for row in rows:
            try:
                state = kind.fold(state, kind.decode(row.body))
            except LookupError as error:
                raise ValueError(f"row {row.seq} is about what is not there") from error
            self._remember(row)
        if state is None:
            raise ValueError("a record without a row")
        self.state: State = state

    @property
    def seq(self) -> int:
        """The number of the last row."""
        return len(self.rows)

    @property
    def busy(self) -> bool:
        """Whether somebody watches or a command is under way."""
        return bool(self.watchers) or self._lock.locked()

    async def command(
        self,
        actor: str,
        command: str,
        decide: Callable[[State], tuple[Event, ...]],
        now: int,
        slow: bool = False,
        most: int = LARGEST,
        allow: Callable[[State], None] | None = None,
    ) -> int:
        """Carry a command out and return the seq at which it was answered, once its outcome is on disk.

        `allow` raises for who may not ask any more, also for an answer again. `decide` makes the events from the
        state, and raises what refuses the command; with `slow` it runs in a thread.
        Raises Refusal for a record that holds `most` bytes, Busy or StorageFailure.
        """
        async with self._lock:
            for _ in range(ATTEMPTS):
                if allow is not None:
                    allow(self.state)
                if answered := self._answered.get((actor, command)):
                    return answered
                if self.size >= most:
                    raise refuse("record-full", most=most // 1024)
                events = await asyncio.to_thread(decide, self.state) if slow else decide(self.state)
                if not events:
                    return self.seq
                try:
                    await self._append(events, actor, command, now)
                except Conflict:
                    await self.catch_up()
                else:
                    return self.seq
            raise Busy

    async def catch_up(self) -> None:
        """Read what other servers appended."""
        _, rows = await self._store.log(self.id, self.seq)
        for row in rows:
            self.state = self._kind.fold(self.state, self._kind.decode(row.body))
            self._remember(row)
        if rows:
            self._tell()

    async def catch_up_if_behind(self, seq: int) -> None:
        """Catch up unless row `seq` has become known meanwhile."""
        async with self._lock:
            if seq > self.seq:
                await self.catch_up()

    async def changed(self, since: int) -> int:
        """Wait for a row after `since`; the number of the last one."""
        while self.seq <= since:
            await self._news.wait()
        return self.seq

    async def _append(self, events: tuple[Event, ...], actor: str, command: str, now: int) -> None:
        state = self._kind.fold(self.state, events)
        row = Row(self.seq + 1, actor, command, self._kind.encode(events), now)
        await self._store.append(Write(self.id, row, self._kind.status(state)))
        self.state = state
        self._remember(row)
        self._tell()

    def _remember(self, row: Row) -> None:
        self.rows.append(row)
        self.size += (len(row.body) + 2) // 3 * 4 + _LINE
        if row.command is not None:
            self._answered[row.actor, row.command] = row.seq

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
