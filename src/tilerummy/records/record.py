"""One record in the store and its copy in memory: already answered? -> decide -> append, durable -> follow -> tell.

The laws of every record: committed before acknowledged, numbered without a gap, a resend answered and not repeated, and
on conflict one catches up and decides again. Any server may hold a copy; only the store's compare-and-set decides.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from tilerummy import metrics
from tilerummy.records.decision import Decide, Decision
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.store import Conflict, Row, Store, Write
from tilerummy.store.base import Head, Status

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
    """What kind of record it is. `keeps_bodies`: rows stay in memory whole, because viewers ask for them."""

    keeps_bodies: bool

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


class Host(Protocol):
    """What a record needs from the server that holds it."""

    store: Store

    @property
    def alone(self) -> bool:
        """Whether no other server adds to its records."""
        ...

    def appended(self, record: "Record[Any, Any]") -> None:
        """This server added a row: hint the others."""

    def moved(self, record: "Record[Any, Any]") -> None:
        """The record has new rows, added here or elsewhere."""

    def lost(self, record: "Record[Any, Any]") -> None:
        """The store has the record no more."""


class Entry(NamedTuple, Generic[Event]):
    """A row and what it says; its body is empty in records that keep none."""

    row: Row
    events: tuple[Event, ...]


class Busy(Exception):
    """Other servers were quicker again and again; nothing was done."""


class Record(Generic[State, Event]):
    """A record loaded from the store. Every method is for the event loop's thread."""

    def __init__(self, host: Host, ident: str, kind: Kind[State, Event], rows: Sequence[Row]) -> None:
        """Raises ValueError for rows that are no record of this kind."""
        self.id = ident
        self.entries: list[Entry[Event]] = []
        self.watchers = 0
        self.size = 0
        """Bytes, as in a backup."""
        self.gone = False
        """Whether the store has it no more, as far as is known: it changes no more, and nobody is shown it."""
        self.kind = kind
        self._host = host
        self._answered: dict[tuple[str, str], int] = {}
        self._lock = asyncio.Lock()
        self._news = asyncio.Event()
        self.state: State = self._read(rows)

    def _read(self, rows: Sequence[Row]) -> State:
        """Where these rows lead, from the first on, which are remembered. Raises ValueError."""
        state: State | None = None
        for row in rows:
            try:
                events = self.kind.decode(row.body)
                state = self.kind.fold(state, events)
            except LookupError as error:
                raise ValueError(f"row {row.seq} is about what is not there") from error
            self._remember(row, events)
        if state is None:
            raise ValueError("a record without a row")
        return state

    @property
    def seq(self) -> int:
        """The number of the last row."""
        return len(self.entries)

    @property
    def changed_at(self) -> int:
        """When the last row was written (ms)."""
        return self.entries[-1].row.at

    @property
    def watched(self) -> bool:
        """Whether it has a viewer here."""
        return bool(self.watchers)

    @property
    def busy(self) -> bool:
        """Whether it stays in memory: it has a viewer, or a command is under way."""
        return self.watched or self._lock.locked()

    async def answered(self, actor: str, ident: str) -> bool:
        """Whether this command was carried out already, at whichever server. Raises StorageFailure."""
        if (actor, ident) not in self._answered:
            async with self._lock:
                if not self._host.alone:
                    await self.catch_up()
        return (actor, ident) in self._answered

    async def carry_out(
        self,
        actor: str,
        ident: str | None,
        decide: Decide[State, Event],
        now: Callable[[], int],
        *,
        slow: bool = False,
        most: int = LARGEST,
        allow: Callable[[State], None] | None = None,
    ) -> int:
        """What `actor` asks under the id `ident` (None: nobody asks again), and the seq at which it was answered, once
        its outcome is on disk.

        `allow` raises for who may not ask any more, also for an answer again. `decide` raises what refuses the command;
        with `slow` it runs in a thread. Raises Refusal for a record that is gone or holds `most` bytes, Busy or
        StorageFailure.
        """
        async with self._lock:
            for _ in range(ATTEMPTS):
                if self.gone:
                    raise refuse("record-gone")
                if allow is not None:
                    allow(self.state)
                if ident is not None and (answered := self._answered.get((actor, ident))):
                    return answered
                if self.size >= most:
                    raise refuse("record-full", most=most // 1024)
                try:
                    decision = await asyncio.to_thread(decide, self.state) if slow else decide(self.state)
                except Refusal:
                    # What refuses it may be what this server does not know yet.
                    if self._host.alone or not await self.catch_up():
                        raise
                    continue
                if decision is None:
                    return self.seq
                try:
                    await self._append(decision, actor, ident, now())
                except Conflict:
                    metrics.CONFLICTS.inc()
                    await self.catch_up()
                else:
                    return self.seq
            raise Busy

    def decision(self, state: State, events: tuple[Event, ...]) -> Decision[State, Event] | None:
        """These events as a decision; None where there are none. Raises ValueError for what cannot follow."""
        return Decision(events, self.kind.fold(state, events)) if events else None

    async def catch_up(self) -> bool:
        """Read what other servers changed; whether anything was."""
        head, rows = await self._host.store.log(self.id, self.seq)
        if head is None:
            self._vanish()
            return True
        return self._learn(head, rows)

    def learn(self, head: Head, rows: Sequence[Row]) -> bool:
        """Take over what the store has said of the record just now; False while a command is under way, which knows
        better."""
        if self._lock.locked():
            return False
        self._learn(head, rows)
        return True

    def _learn(self, head: Head, rows: Sequence[Row]) -> bool:
        new = [row for row in rows if row.seq > self.seq]
        for row in new:
            events = self.kind.decode(row.body)
            self._follow(row, events, self.kind.fold(self.state, events))
        changed = head.seq == self.seq and self._caught_up(head)
        if new:
            self._tell()
        return bool(new) or changed

    def let_go(self) -> None:
        """It leaves the memory of this server: what goes round in circles is cut, so that it does so at once."""

    async def refresh(self) -> None:
        """Know all that the store knows now."""
        async with self._lock:
            await self.catch_up()

    async def read_again(self) -> None:
        """Know what the store says of all rows now, or that it has the record no more."""
        async with self._lock:
            head, rows = await self._host.store.log(self.id)
            if head is None:
                self._vanish()
            else:
                self.entries, self._answered, self.size = [], {}, 0
                self.state = self._read(rows)

    async def catch_up_if_behind(self, seq: int) -> None:
        """Catch up unless row `seq` has become known meanwhile."""
        async with self._lock:
            if seq > self.seq:
                await self.catch_up()

    async def changed(self, since: int) -> int:
        """Wait for a row after `since`, or until the record is gone; the number of the last one."""
        while self.seq <= since and not self.gone:
            await self._news.wait()
        return self.seq

    async def _append(self, decision: Decision[State, Event], actor: str, ident: str | None, now: int) -> None:
        row = Row(self.seq + 1, actor, ident, self.kind.encode(decision.events), now)
        begun = perf_counter()
        await self._host.store.append(*self._writes(row, decision))
        metrics.APPENDED.observe(perf_counter() - begun)
        self._follow(row, decision.events, decision.state)
        self._tell()
        self._host.appended(self)

    def _writes(self, row: Row, decision: Decision[State, Event]) -> list[Write]:
        """The append of `row`."""
        return [Write(self.id, row, self.kind.status(decision.state))]

    def _follow(self, row: Row, events: tuple[Event, ...], state: State) -> None:
        """`row` is the last one now; its events lead to `state`."""
        self.state = state
        self._remember(row, events)

    def _caught_up(self, head: Head) -> bool:
        """All rows are known; `head` is what else the store says of the record. Whether that was new."""
        return False

    def _remember(self, row: Row, events: tuple[Event, ...]) -> None:
        self.size += (len(row.body) + 2) // 3 * 4 + _LINE
        kept = row if self.kind.keeps_bodies else Row(row.seq, row.actor, row.command, b"", row.at)
        self.entries.append(Entry(kept, events))
        if row.command is not None:
            self._answered[row.actor, row.command] = row.seq

    def _tell(self) -> None:
        self._wake()
        self._host.moved(self)

    def _vanish(self) -> None:
        """The store no longer has it: tell its viewers, and let it go."""
        if not self.gone:
            self.gone = True
            self._wake()
            self._host.lost(self)

    def _wake(self) -> None:
        """There is something new for all who look."""
        self._news.set()
        self._news = asyncio.Event()
