"""A whole server from one place to another: every row of every table, read back and compared before it counts.

What is read is of one moment; what is written is kept whole or not at all.
"""

import hashlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from tilerummy.store import folder, opening
from tilerummy.store.base import DataError, PuzzleTry
from tilerummy.store.moderation import Closing, Report
from tilerummy.store.notices import Outlet
from tilerummy.store.people.kept import Acquaintance, Outcome
from tilerummy.store.returning.passkeys import Challenge, Passkey
from tilerummy.store.schema import ensure
from tilerummy.store.sessions import GuestSession, Handover, Recovery

AT_A_TIME = 1000
"""Rows that are read and written in one go."""
Rows = Sequence[tuple[Any, ...]]
Told = Callable[[str, int], None]
"""Called with a table and how many of its rows are over."""


class Table(NamedTuple):
    """A table that both databases have; the first `key` of its columns tell its rows apart."""

    name: str
    columns: tuple[str, ...]
    key: int

    @property
    def query(self) -> str:
        """All rows, in the order of the key's bytes."""
        return f"select {', '.join(self.columns)} from {self.name} order by {', '.join(self.columns[: self.key])}"


TABLES: Final = (
    Table("edition", ("hash", "body"), 1),
    Table("game", ("id", "seq", "status", "deadline", "computer", "changed", "slow"), 1),
    Table("event", ("game_id", "seq", "actor", "command_id", "body", "at", "edition"), 2),
    Table("player_game", ("player", "game_id", "seen"), 2),
    Table("outcome", Outcome.__struct_fields__, 2),
    Table("rack_order", ("game_id", "player", "body"), 2),
    Table("chat_line", ("game_id", "number", "actor", "command_id", "body", "at"), 2),
    Table("door_act", ("game_id", "number", "actor", "command_id", "body", "at"), 2),
    Table("revoked", ("player", "before"), 1),
    Table("bot", ("id", "owner", "name", "made"), 1),
    Table("handover", Handover.__struct_fields__, 1),
    Table("session", GuestSession.__struct_fields__, 1),
    Table("recovery", Recovery.__struct_fields__, 1),
    Table("passkey", Passkey.__struct_fields__, 1),
    Table("challenge", Challenge.__struct_fields__, 1),
    Table("closing", Closing.__struct_fields__, 1),
    Table("report", Report.__struct_fields__, 1),
    Table("acquaintance", Acquaintance.__struct_fields__, 2),
    Table("outlet", Outlet.__struct_fields__, 1),
    Table("notice", ("outlet", "game_id", "kind", "turn", "due", "attempts", "worker", "until"), 4),
    Table("secret", ("name", "value"), 1),
    Table("used_link", ("link", "until", "session"), 1),
    Table("puzzle_try", PuzzleTry.__struct_fields__, 3),
    Table("alive", ("id", "at"), 1),
)
"""All that a server keeps, but for who lives and leads at the moment; what others name comes first."""


class End(Protocol):
    """One end of a move."""

    def rows(self, table: Table) -> AsyncIterator[Rows]:
        """The rows of a table in the order of its key, some at a time."""
        ...

    async def put(self, table: Table, rows: Rows) -> None:
        """Add rows."""
        ...


class Ends(Protocol):
    """Where one kind of database can be an end."""

    def source(self, where: str, *, busy: bool) -> AbstractAsyncContextManager[End]:
        """What is there now; `busy`: also while servers use it."""
        ...

    def target(self, where: str) -> AbstractAsyncContextManager[End]:
        """An empty place, which holds all that is put there once the block is left without an error."""
        ...


async def move(source: str, target: str, told: Told, *, busy: bool = False) -> int:
    """Move all data; how many rows. `busy`: also while servers use the source, which is then copied as of one moment.

    Raises DataError: `no-data`, `data-there`, `move-in-use`, `move-differs`, and what opening the ends raises.
    """
    async with _ends(source).source(source, busy=busy) as here, _ends(target).target(target) as there:
        return sum([await _move(here, there, table, told) for table in TABLES])


async def _move(here: End, there: End, table: Table, told: Told) -> int:
    async def put(rows: Rows) -> None:
        await there.put(table, rows)

    count, digest = await _digest(here, table, put, told)
    if (count, digest) != await _digest(there, table, _nothing, lambda *_: None):
        raise DataError("move-differs", table=table.name)
    return count


async def _digest(end: End, table: Table, take: Callable[[Rows], Awaitable[None]], told: Told) -> tuple[int, bytes]:
    """How many rows there are, and a digest of all."""
    count, digest = 0, hashlib.sha256()
    async for rows in end.rows(table):
        await take(rows)
        count += len(rows)
        for row in rows:
            digest.update(msgspec.msgpack.encode(row))
        told(table.name, count)
    return count, digest.digest()


async def _nothing(_: Rows) -> None:
    pass


def _ends(where: str) -> Ends:
    if not opening.is_shared(where):
        return _FolderEnds()
    try:
        from tilerummy.store.postgresql.moving import PostgresqlEnds
    except ImportError:
        raise DataError("extra-missing", package="asyncpg", extra="scale") from None
    return PostgresqlEnds()


class _FileEnd:
    """A SQLite file as an end."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        """The rows of a table in the order of its key, some at a time."""
        found = self._connection.execute(table.query)
        while rows := found.fetchmany(AT_A_TIME):
            yield [_typed(table, row) for row in rows]

    async def put(self, table: Table, rows: Rows) -> None:
        """Add rows."""
        marks = ", ".join("?" * len(table.columns))
        self._connection.executemany(f"insert into {table.name} ({', '.join(table.columns)}) values ({marks})", rows)


class _FolderEnds:
    """Data folders as ends."""

    @asynccontextmanager
    async def source(self, where: str, *, busy: bool) -> AsyncIterator[End]:
        """What is there now. Raises DataError."""
        place = opening.folder_of(where)
        if not (place / folder.FILE).is_file():
            raise DataError("no-data", path=str(place))
        # as a server would, so that an older database is brought up to date and no server uses it meanwhile
        store = folder.open_beside(place) if busy else folder.open_store(place)
        try:
            with closing(sqlite3.connect(place / folder.FILE, isolation_level=None)) as connection:
                connection.execute("begin")
                yield _FileEnd(connection)
        finally:
            await store.close()

    @asynccontextmanager
    async def target(self, where: str) -> AsyncIterator[End]:
        """A new database, which appears in its folder whole or not at all. Raises DataError."""
        place = opening.folder_of(where)
        if (place / folder.FILE).exists():
            raise DataError("data-there", path=str(place))
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh = place / f"{folder.FILE}.moving"
            fresh.unlink(missing_ok=True)
            folder.own_file(fresh)
            with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
                ensure(connection, fresh)
                connection.execute("begin immediate")
                yield _FileEnd(connection)
                connection.execute("commit")
            fresh.replace(place / folder.FILE)
        except (OSError, sqlite3.Error) as error:
            raise DataError("copy-failed", path=str(place), detail=str(error)) from None


def _typed(table: Table, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The row as PostgreSQL has it: SQLite knows no truth values."""
    if table.name != "game":
        return row
    *before, computer, changed, slow = row
    return (*before, bool(computer), changed, bool(slow))
