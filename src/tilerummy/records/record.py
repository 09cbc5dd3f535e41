"""One record in the store and its copy in memory: already answered? -> decide -> append, durable -> follow -> tell.

The laws of every record: committed before acknowledged, numbered without a gap, a resend answered and not repeated, and
on conflict one catches up and decides again. Any server may hold a copy; only the store's compare-and-set decides.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final, Generic, Protocol, TypeVar

from tilerummy import metrics
from tilerummy.records.decision import Decision
from tilerummy.records.kind import Decider, Entry, Follower, Kind, Step
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.store import Conflict, Row, Store, Write
from tilerummy.store.base import Head

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


class Host(Protocol):
    """What a record needs from the server that holds it."""

    store: Store

    @property
    def alone(self) -> bool:
        """Whether no other server adds to its records."""
        ...

    def appended(self, record: "Record[Any, Any]") -> None:
        """This server added a row: hint the others."""

    def lost(self, record: "Record[Any, Any]") -> None:
        """The store has the record no more."""


class Busy(Exception):
    """Other servers were quicker again and again; nothing was done."""


class Record(Generic[State, Event]):
    """A record loaded from the store. Every method is for the event loop's thread."""

    def __init__(
        self,
        host: Host,
        ident: str,
        kind: Kind[State, Event],
        rows: Sequence[Row],
        deadline: int | None = None,
        follower: Follower[State, Event] | None = None,
    ) -> None:
        """`deadline`: when its turn ends (ms). Raises ValueError for rows that are no record of this kind."""
        self.id = ident
        self.deadline = deadline
        self.entries: list[Entry[Event]] = []
        self.watchers = 0
        self.size = 0
        """Bytes, as in a backup."""
        self.gone = False
        """Whether the store has it no more, as far as is known: it changes no more, and nobody is shown it."""
        self.kind = kind
        self._host = host
        self._follower = follower or Follower()
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
        """Whether it stays in memory: it has a viewer, a command is under way, or a computer player is to move."""
        return self.watched or self._lock.locked() or self.kind.computer(self.state)

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
        decide: Decider[State, Event],
        now: Callable[[], int],
        *,
        most: int = LARGEST,
        allow: Callable[[State], None] | None = None,
    ) -> int:
        """What `actor` asks under the id `ident` (None: nobody asks again), and the seq at which it was answered, once
        its outcome is on disk.

        `allow` raises for who may not ask any more, also for an answer again. `decide` raises what refuses the command.
        Raises Refusal for a record that is gone or holds `most` bytes, Busy or StorageFailure.
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
                    decision = await decide(self.state)
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
        steps: list[Step[State, Event]] = []
        try:
            for row in rows:
                if row.seq > self.seq:
                    events = self.kind.decode(row.body)
                    state = self.kind.fold(self.state, events)
                    deadline = self.kind.deadline(self.state, state, self.deadline, row.at)
                    steps.append(self._follow(row, events, state, deadline))
        finally:
            if steps:
                self._tell(steps)
        return (head.seq == self.seq and self.put_off(head.deadline)) or bool(steps)

    def put_off(self, deadline: int | None) -> bool:
        """The deadline was moved without a row. Whether it was."""
        if deadline == self.deadline:
            return False
        self.deadline = deadline
        self._follower.renewed()
        return True

    async def postpone(self, row: int, time: int) -> None:
        """The turn that goes on at this row ends as much later (ms). Raises StorageFailure."""
        async with self._lock:
            if row == self.seq and await self._host.store.postpone(self.id, row, time):
                self.put_off((self.deadline or 0) + time)

    def let_go(self) -> None:
        """It leaves the memory of this server: what goes round in circles is cut, so that it does so at once."""
        self._follower.let_go()
        self._follower = Follower()

    async def refresh(self) -> None:
        """Know all that the store knows now, also beside the record."""
        async with self._lock:
            await self.catch_up()
        await self._follower.catch_up()

    async def read_again(self) -> None:
        """Know what the store says now of all rows and beside them, or that it has the record no more."""
        async with self._lock:
            before = self.state
            head, rows = await self._host.store.log(self.id)
            if head is None:
                self._vanish()
                await asyncio.sleep(0)  # who looks hears so before anything else becomes of them
            else:
                self.entries, self._answered, self.size = [], {}, 0
                self.state = self._read(rows)
        await self._follower.read_again()
        if self.state != before:
            self._follower.renewed()

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
        deadline = self.kind.deadline(self.state, decision.state, self.deadline, now)
        begun = perf_counter()
        await self._host.store.append(*self._writes(row, decision, deadline))
        metrics.APPENDED.observe(perf_counter() - begun)
        self._tell([self._follow(row, decision.events, decision.state, deadline)])
        self._host.appended(self)

    def _writes(self, row: Row, decision: Decision[State, Event], deadline: int | None) -> Sequence[Write]:
        if self.kind.writes is None:
            return (Write(self.id, row, self.kind.status(decision.state)),)
        return self.kind.writes(self.id, self.state, row, decision, deadline)

    def _follow(self, row: Row, events: tuple[Event, ...], state: State, deadline: int | None) -> Step[State, Event]:
        """`row` is the last one now; its events lead to `state`."""
        step = Step(self.state, self._remember(row, events))
        self.state, self.deadline = state, deadline
        return step

    def _remember(self, row: Row, events: tuple[Event, ...]) -> Entry[Event]:
        self.size += (len(row.body) + 2) // 3 * 4 + _LINE
        entry = Entry(row if self.kind.keeps_bodies else Row(row.seq, row.actor, row.command, b"", row.at), events)
        self.entries.append(entry)
        if row.command is not None:
            self._answered[row.actor, row.command] = row.seq
        return entry

    def _tell(self, steps: Sequence[Step[State, Event]]) -> None:
        self._wake()
        self._follower.followed(steps)

    def _vanish(self) -> None:
        """The store no longer has it: tell its viewers, and let it go."""
        if not self.gone:
            self.gone = True
            self._wake()
            self._follower.renewed()
            self._host.lost(self)

    def _wake(self) -> None:
        """There is something new for all who wait."""
        self._news.set()
        self._news = asyncio.Event()
