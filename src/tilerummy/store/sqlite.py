"""The default store: one SQLite file, one writer thread, many commands per commit.

The writer takes whatever waits, runs each append in its own savepoint and commits them together (WAL,
synchronous=FULL), so a busy server pays one disk flush for many moves and a lone move waits for nobody.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from tilerummy import metrics
from tilerummy.store.base import Beside, Conflict, Glance, Head, Said, StorageFailure, Write
from tilerummy.store.schema import HEAD
from tilerummy.store.sql import GLANCE, HEAD_COLUMNS, SqlStore, given_back, head
from tilerummy.store.sql_notices import PUT
from tilerummy.store.statements import Statement

BATCH = 256
"""Appends in one commit at most; keeps the wait of the first of them short."""
_BACK = given_back("$1")
_GRACE = (
    f"update game set deadline = case when slow then deadline + {_BACK} else $1 + $2 end"
    f" where deadline < $1 + $2 + {_BACK} and deadline < $1 + case when slow then {_BACK} else $2 end"
)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR)

T = TypeVar("T")
_Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]


class SqliteStore(SqlStore):
    """The Store over one folder, for one server. Use `folder.open_store` or `folder.open_beside`."""

    def __init__(
        self,
        path: Path,
        writer: sqlite3.Connection,
        reader: sqlite3.Connection,
        lock: sqlite3.Connection | None,
        damage: str | None = None,
    ) -> None:
        self.damage = damage
        self._path = path
        self._checking: list[sqlite3.Connection] = []
        self._writer = writer
        self._reader = reader
        self._lock = lock
        self._asked: list[_Job] = []
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._reading = ThreadPoolExecutor(1, "store-reader")
        self._thread = threading.Thread(target=self._write_forever, name="store-writer", daemon=True)
        self._thread.start()

    async def append(self, *writes: Write) -> None:
        """Keep all of the writes or none. Raises Conflict or StorageFailure."""
        await self._write(lambda connection: _append(connection, writes))

    async def say(self, game: str, said: Said, kept: int, beside: Beside = "chat_line") -> int:
        """Keep a line, and of the game's lines the last `kept`; its number. Raises Conflict for a game that is gone."""
        number: int = await self._write(lambda connection: _say(connection, game, said, kept, beside))
        return number

    async def seqs(self, games: list[str]) -> dict[str, int]:
        """The last seq of each of the games."""
        return dict(await self._read(f"select id, seq from game where id in ({_marks(games)})", *games))

    async def glances(self, games: list[str]) -> list[Glance]:
        """How each of the games stands."""
        return [Glance(*row) for row in await self._read(f"{GLANCE} where id in ({_marks(games)})", *games)]

    async def clock(self) -> int:
        """This machine's time (ms)."""
        return time.time_ns() // 1_000_000

    async def due(self, now: int) -> list[Head]:
        """Games whose deadline has come by `now`, the most overdue first, at most 64."""
        query = f"select {HEAD_COLUMNS} from game where deadline <= $1 order by deadline limit 64"
        return [head(row) for row in await self._read(query, now)]

    async def set_clock(self, now: int) -> None:
        """Games last changed after `now` were kept by a clock that was ahead: their turns end as much sooner."""
        statement = "update game set deadline = deadline - (changed - $1), changed = $1 where changed > $1"
        await self._change((statement, (now,)))

    async def arrive(self, worker: str, stale: int, now: int, grace: int) -> int:
        """Nobody was there before: deadlines earlier than `grace` ms from `now` move there; how many did. Something
        is written even where none does: it tells whether the disk takes it."""
        return await self._change((f"pragma user_version = {HEAD}", ()), (_GRACE, (now, grace)))

    async def beat(self, worker: str, games: list[str], stale: int, now: int, grace: int) -> int:
        """Nobody listens: this is the only server."""
        return 0

    async def bury(self, stale: int, now: int, grace: int) -> list[str]:
        """There is no other server to bury."""
        return []

    async def leave(self, worker: str, now: int, grace: int) -> list[str]:
        """Nobody is left to play on; the next start gives grace."""
        return []

    async def attended(self, game: str, stale: int, but: str = "") -> bool:
        """There is no other server to be connected to."""
        return False

    async def lease(self, name: str, worker: str, seconds: float) -> bool:
        """The only server may do everything."""
        return True

    async def release(self, name: str, worker: str) -> None:
        """Nobody waits for it."""

    async def at_head(self) -> bool:
        """Whether the database, asked now, has every migration that this program knows."""
        ((version,),) = await self._read("pragma user_version")
        return bool(version >= HEAD)

    async def check(self) -> None:
        """Look through all that is kept, in a thread of its own, and note what cannot be read."""
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        uri = f"file:{quote(str(self._path.absolute()))}?mode=ro"
        with contextlib.closing(sqlite3.connect(uri, uri=True, check_same_thread=False)) as connection:
            self._checking.append(connection)
            try:
                (said,) = connection.execute("pragma quick_check(1)").fetchone()
            except sqlite3.Error as error:
                said = "ok" if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT else str(error)
            finally:
                self._checking.remove(connection)
        if said != "ok":
            self.note_damage(said)

    async def close(self) -> None:
        """Finish what was asked, then let go of the data."""
        for checking in tuple(self._checking):
            with contextlib.suppress(sqlite3.ProgrammingError):  # it has just ended
                checking.interrupt()
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._reading.shutdown)
        for connection in (self._reader, self._writer, self._lock):
            if connection is not None:
                connection.close()

    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises StorageFailure."""

        def work() -> list[tuple[Any, ...]]:
            try:
                return self._reader.execute(query, _named(values)).fetchall()
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                    self.note_damage(str(error))
                raise _failure(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._reading, work)

    async def _change(self, *statements: Statement) -> int:
        """Carry out the statements, all or none; the number of rows that the last one changed. Raises
        StorageFailure."""
        return await self._write(lambda connection: _changed_by(connection, statements))

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        if not self._asked:
            loop.call_soon(self._hand_over)
        self._asked.append((work, future))
        return await future

    def _hand_over(self) -> None:
        """Give the writer all that one turn of the event loop asked for."""
        asked, self._asked = self._asked, []
        self._jobs.put(asked)

    def _write_forever(self) -> None:
        going = True
        while going:
            batch = list[_Job]()
            while (jobs := self._jobs.get()) is not None:
                batch += jobs
                if len(batch) >= BATCH or self._jobs.empty():
                    break
            else:
                going = False
            for at in range(0, len(batch), BATCH):
                part = batch[at : at + BATCH]
                metrics.BATCHES.observe(len(part))
                _tell(part, _commit(self._writer, [work for work, _ in part]))


def _marks(values: Sequence[object]) -> str:
    """`$1,$2`, for as many values."""
    return ",".join(f"${number}" for number in range(1, len(values) + 1))


def _named(values: tuple[object, ...]) -> dict[str, object]:
    """Values for `$1`, `$2`, …"""
    return {str(number): value for number, value in enumerate(values, 1)}


def _changed_by(connection: sqlite3.Connection, statements: tuple[Statement, ...]) -> int:
    return [connection.execute(statement, _named(values)).rowcount for statement, values in statements][-1]


def _commit(connection: sqlite3.Connection, works: list[Callable[[sqlite3.Connection], Any]]) -> list[Any]:
    """Run the works in one transaction; per work its result or its exception. Where one fails other than by a conflict,
    each is tried by itself, so that it fails alone; a failing disk fails them all."""
    results: list[Any] = []
    try:
        connection.execute("begin immediate")
        for work in works:
            connection.execute("savepoint command")
            try:
                results.append(work(connection))
            except Conflict as conflict:
                connection.execute("rollback to command")
                results.append(conflict)
            connection.execute("release command")
        connection.execute("commit")
    except Exception as error:
        if connection.in_transaction:
            connection.rollback()
        if len(works) > 1:
            return [result for work in works for result in _commit(connection, [work])]
        return [_failure(error)]
    return results


def _append(connection: sqlite3.Connection, writes: tuple[Write, ...]) -> None:
    for write in writes:
        row = write.row
        head = (row.seq, write.status, write.deadline, write.computer, row.at)
        if row.seq == 1:
            made = "insert or ignore into game values (?, ?, ?, ?, ?, ?, ?)"
            _changed(connection, made, (write.game, *head, write.slow))
        else:
            _changed(
                connection,
                "update game set seq = ?, status = ?, deadline = ?, computer = ?, changed = ?"
                " where id = ? and seq = ? and (? is null or deadline <= ?)",
                (*head, write.game, row.seq - 1, write.due, write.due),
            )
        _changed(
            connection,
            "insert or ignore into event (game_id, seq, actor, command_id, body, at) values (?, ?, ?, ?, ?, ?)",
            (write.game, row.seq, row.actor, row.command, row.body, row.at),
        )
        for player in write.players:
            connection.execute(
                "insert or ignore into player_game (player, game_id) values (?, ?)", (player, write.game)
            )
        for word in write.words:
            connection.execute(PUT, _named((write.game, word.kind, word.turn, word.due, word.player)))


def _say(connection: sqlite3.Connection, game: str, said: Said, kept: int, beside: Beside) -> int:
    if connection.execute("select 1 from game where id = ?", (game,)).fetchone() is None:
        raise Conflict
    connection.execute(
        f"insert or ignore into {beside} select ?, max(coalesce(max(number), 0), ?) + 1, ?, ?, ?, ? from {beside}"
        " where game_id = ?",
        (game, said.number, said.actor, said.command, said.body, said.at, game),
    )
    found = connection.execute(
        f"select number from {beside} where game_id = ? and actor = ? and command_id = ?",
        (game, said.actor, said.command),
    )
    number: int = found.fetchone()[0]
    connection.execute(f"delete from {beside} where game_id = ? and number <= ?", (game, number - kept))
    return number


def _changed(connection: sqlite3.Connection, statement: str, values: tuple[object, ...]) -> None:
    if connection.execute(statement, values).rowcount != 1:
        raise Conflict


def _tell(batch: list[_Job], results: list[Any]) -> None:
    """Give every caller its result, on its own loop, one wake-up per loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for (_, future), result in zip(batch, results, strict=True):
        loops.setdefault(future.get_loop(), []).append((future, result))
    for loop, answers in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, answers)


def _resolve(answers: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    for future, result in answers:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def _failure(error: Exception) -> StorageFailure:
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return StorageFailure("storage-full" if full else "storage-failed", str(error))
