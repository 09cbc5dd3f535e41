"""The data folder: opened, held for one process, or refused with one clear reason."""

import sqlite3
from pathlib import Path

from tilerummy.store.base import DataError
from tilerummy.store.schema import ensure
from tilerummy.store.sqlite import SqliteStore

FILE = "tilerummy.sqlite3"
LOCK = "tilerummy.lock"


def open_store(folder: Path) -> SqliteStore:
    """Open (or make) the data folder's database and hold it for this process.

    Raises DataError: `data-not-a-folder`, `data-read-only`, `data-in-use`, `data-newer`, `data-damaged`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise DataError("data-not-a-folder", path=str(folder)) from None
    except OSError as error:
        raise DataError("data-read-only", path=str(folder), detail=str(error)) from None
    opened: list[sqlite3.Connection] = []
    try:
        lock = _connect(folder / LOCK, opened, timeout=0)
        # Held for as long as this process lives, also when it is killed: a second server finds it locked.
        lock.execute("begin exclusive")
        writer = _connect(folder / FILE, opened)
        ensure(writer, folder / FILE)
        writer.execute("pragma journal_mode = wal")
        writer.execute("pragma synchronous = full")
        # A write that changes nothing: a full or read-only disk is to be told now, not at somebody's first move.
        writer.execute("update alembic_version set version_num = version_num")
        reader = _connect(folder / FILE, opened)
        reader.execute("pragma query_only = on")
    except Exception as error:
        for connection in opened:
            connection.close()
        raise _unusable(folder, error) from error
    return SqliteStore(writer, reader, lock)


def _connect(path: Path, opened: list[sqlite3.Connection], timeout: float = 10) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)
    opened.append(connection)
    return connection


def _unusable(folder: Path, error: Exception) -> DataError:
    if isinstance(error, DataError):
        return error
    cause = error.__cause__ if error.__cause__ is not None else error
    reasons = {
        sqlite3.SQLITE_BUSY: "data-in-use",
        sqlite3.SQLITE_CANTOPEN: "data-read-only",
        sqlite3.SQLITE_READONLY: "data-read-only",
        sqlite3.SQLITE_FULL: "data-full",
    }
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return DataError(reasons.get(code, "data-damaged"), path=str(folder), detail=str(cause))
