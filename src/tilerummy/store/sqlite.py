"""The default store: one SQLite file, one writer thread, many commands per commit.

The writer takes whatever waits, runs each append in its own savepoint and commits them together (WAL,
synchronous=FULL), so a busy server pays one disk flush for many moves and a lone move waits for nobody.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import quote

import msgspec
import structlog

from tilerummy import metrics
from tilerummy.store.base import Conflict, Head, Playing, Row, Said, StorageFailure, Write
from tilerummy.store.retention import DAY, Pruned, Retention
from tilerummy.store.schema import HEAD

BATCH = 256
"""Appends in one commit at most; keeps the wait of the first of them short."""

AT_A_TIME: Final = 20
"""Records that are removed in one go: the writer is back after some milliseconds."""
_ROOMS = "id not glob '*:*'"
_OLD = {
    "finished": f"select id from game where status = 'over' and changed < ? and {_ROOMS}",
    "abandoned": f"select id from game where status in ('lobby', 'playing') and changed < ? and {_ROOMS}",
    "chats": "select id from game where status = 'over' and changed < ?"
    " and exists (select 1 from chat_line where game_id = id)",
    "events": f"select id from game where changed < ? and not {_ROOMS}",
}
"""The records of each kind of retention that are old enough."""
_WHOLE = ("chat_line", "rack_order", "player_game", "event", "game")
_TABLES = {"finished": _WHOLE, "abandoned": _WHOLE, "chats": ("chat_line",), "events": _WHOLE}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR)
log = structlog.get_logger()

T = TypeVar("T")
_Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]
_HEAD = "select id, seq, status, deadline, computer, changed from game"


class SqliteStore:
    """The Store over one folder. Use `folder.open_store` or `folder.open_beside`."""

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
        self._checking: sqlite3.Connection | None = None
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

    async def postpone(self, before: int, until: int) -> int:
        """Move every deadline earlier than `before` to `until`; how many were moved."""
        moved: int = await self._write(
            lambda connection: (
                connection.execute("update game set deadline = ? where deadline < ?", (until, before)).rowcount
            )
        )
        return moved

    async def arrange(self, game: str, player: str, order: bytes) -> None:
        """Keep how a player arranges their rack in a game, in the place of what was kept before."""
        await self._write(
            lambda connection: connection.execute(
                "insert into rack_order values (?, ?, ?)"
                " on conflict (game_id, player) do update set body = excluded.body",
                (game, player, order),
            )
        )

    async def arrangements(self, game: str) -> dict[str, bytes]:
        """What `arrange` kept for a game, by player."""
        (found,) = await self._read(("select player, body from rack_order where game_id = ?", (game,)))
        return dict(found)

    async def log(self, game: str, after: int = 0) -> tuple[Head | None, list[Row]]:
        """The game's own row and, of the same moment, the rows with a seq above `after`; None for an unknown game."""
        heads, rows = await self._read(
            (f"{_HEAD} where id = ?", (game,)),
            (
                "select seq, actor, command_id, body, at from event where game_id = ? and seq > ? order by seq",
                (game, after),
            ),
        )
        return (_head(heads[0]) if heads else None), [Row(*row) for row in rows]

    async def say(self, game: str, said: Said, kept: int) -> int:
        """Keep a line, and of the game's lines the last `kept`; its number."""
        number: int = await self._write(lambda connection: _say(connection, game, said, kept))
        return number

    async def said(self, game: str) -> list[Said]:
        """The lines of a game that are kept, the oldest first."""
        (found,) = await self._read(
            ("select number, actor, command_id, body, at from chat_line where game_id = ? order by number", (game,))
        )
        return [Said(*row) for row in found]

    async def seqs(self, games: list[str]) -> dict[str, int]:
        """The last seq of each of the games."""
        marks = ",".join("?" * len(games))
        (found,) = await self._read((f"select id, seq from game where id in ({marks})", tuple(games)))
        return dict(found)

    async def due(self, now: int) -> list[Head]:
        """Games whose deadline has come, the most overdue first, at most 64."""
        (found,) = await self._read((f"{_HEAD} where deadline <= ? order by deadline limit 64", (now,)))
        return [_head(row) for row in found]

    async def computers_to_move(self) -> list[str]:
        """Games in which a computer player is to move."""
        (found,) = await self._read(("select id from game where computer", ()))
        return [game for (game,) in found]

    async def playing(self, prefix: str) -> list[str]:
        """Records under way whose ids begin so."""
        (found,) = await self._read(
            ("select id from game where status = 'playing' and id > ? and id < ?", (prefix, prefix + "\uffff"))
        )
        return [game for (game,) in found]

    async def games_of(self, player: str) -> list[Head]:
        """The player's games that are not over, the last changed first, at most 50."""
        (found,) = await self._read(
            (
                f"{_HEAD} join player_game on game_id = id where player = ? and status != 'over'"
                " order by changed desc limit 50",
                (player,),
            )
        )
        return [_head(row) for row in found]

    async def playing_guests(self, game: str | None) -> list[Playing]:
        """The seats of guests in a game, or in all games."""
        (found,) = await self._read(
            (
                "select player, seat.game_id, (select max(at) from event"
                " where event.game_id = seat.game_id and actor = player) from player_game as seat"
                " where ? is null or seat.game_id = ?",
                (game, game),
            )
        )
        return [Playing(*row) for row in found]

    async def revoke(self, player: str, before: int) -> None:
        """Sessions of the player (`*`: of anybody) issued before that time (ms) count no more."""
        await self._write(
            lambda connection: connection.execute(
                "insert into revoked values (?, ?)"
                " on conflict (player) do update set before = max(before, excluded.before)",
                (player, before),
            )
        )

    async def revocations(self) -> dict[str, int]:
        """Per player (`*`: for everybody) the time before which sessions do not count."""
        (found,) = await self._read(("select player, before from revoked", ()))
        return dict(found)

    async def set_clock(self, now: int) -> None:
        """Games last changed after `now` were kept by a clock that was ahead: their turns end as much sooner."""
        await self._write(
            lambda connection: connection.execute(
                "update game set deadline = deadline - (changed - ?), changed = ? where changed > ?", (now, now, now)
            )
        )

    async def prune(self, retention: Retention, now: int, dry: bool = False) -> Pruned:
        """Remove what has not changed for as long as it is kept, a few records at a time; with `dry` only count."""
        removed: dict[str, int] = {}
        for kind, days in msgspec.structs.asdict(retention).items():
            before = now - days * DAY
            (found,) = await self._read((_OLD[kind], (before,))) if days else ([],)
            games = [game for (game,) in found]
            removed[kind] = len(games)
            for at in range(0, 0 if dry else len(games), AT_A_TIME):
                await self._remove(_TABLES[kind], games[at : at + AT_A_TIME], before)
        return Pruned(**removed)

    async def _remove(self, tables: tuple[str, ...], games: list[str], before: int) -> None:
        """Remove these games' rows of the tables, unless a game has changed meanwhile."""

        def work(connection: sqlite3.Connection) -> None:
            for game in games:
                still = connection.execute("select 1 from game where id = ? and changed < ?", (game, before))
                for table in tables if still.fetchone() else ():
                    column = "id" if table == "game" else "game_id"
                    connection.execute(f"delete from {table} where {column} = ?", (game,))

        await self._write(work)

    async def at_head(self) -> bool:
        """Whether the database, asked now, has every migration that this program knows."""
        ((version,),) = (await self._read(("pragma user_version", ())))[0]
        return bool(version >= HEAD)

    async def check(self) -> None:
        """Look through all that is kept, in a thread of its own, and note what cannot be read."""
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        uri = f"file:{quote(str(self._path.absolute()))}?mode=ro"
        self._checking = sqlite3.connect(uri, uri=True, check_same_thread=False)
        try:
            (said,) = self._checking.execute("pragma quick_check(1)").fetchone()
        except sqlite3.Error as error:
            said = "ok" if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT else str(error)
        finally:
            done, self._checking = self._checking, None
            done.close()
        if said != "ok":
            self._note_damage(said)

    def _note_damage(self, detail: str) -> None:
        self.damage = "storage-damaged"
        log.error("storage-damaged", detail=detail)

    async def close(self) -> None:
        """Finish what was asked, then let go of the data."""
        if (checking := self._checking) is not None:
            with contextlib.suppress(sqlite3.ProgrammingError):  # it has just ended
                checking.interrupt()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._reading.shutdown)
        for connection in (self._reader, self._writer, self._lock):
            if connection is not None:
                connection.close()

    async def _read(self, *queries: tuple[str, tuple[object, ...]]) -> list[list[Any]]:
        """The rows of each query, all as of one moment."""

        def work() -> list[list[Any]]:
            try:
                self._reader.execute("begin")
                try:
                    return [self._reader.execute(query, values).fetchall() for query, values in queries]
                finally:
                    self._reader.execute("commit")
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                    self._note_damage(str(error))
                raise _failure(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._reading, work)

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


def _head(row: tuple[Any, ...]) -> Head:
    game, seq, status, deadline, computer, changed = row
    return Head(game, seq, status, deadline, bool(computer), changed)


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
            _changed(connection, "insert or ignore into game values (?, ?, ?, ?, ?, ?)", (write.game, *head))
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
            connection.execute("insert or ignore into player_game values (?, ?)", (player, write.game))


def _say(connection: sqlite3.Connection, game: str, said: Said, kept: int) -> int:
    connection.execute(
        "insert or ignore into chat_line select ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? from chat_line"
        " where game_id = ?",
        (game, said.actor, said.command, said.body, said.at, game),
    )
    found = connection.execute(
        "select number from chat_line where game_id = ? and actor = ? and command_id = ?",
        (game, said.actor, said.command),
    )
    number: int = found.fetchone()[0]
    connection.execute("delete from chat_line where game_id = ? and number <= ?", (game, number - kept))
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
