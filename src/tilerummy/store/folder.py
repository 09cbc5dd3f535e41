"""The data folder: opened, held for one process, or refused with one clear reason."""

import errno
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Final

import structlog

from tilerummy.store.base import DataError
from tilerummy.store.schema import HEAD, ensure, found
from tilerummy.store.sqlite import SqliteStore
from tilerummy.store.wal import is_broken

FILE = "tilerummy.sqlite3"
LOCK = "tilerummy.lock"
ROOM: Final = 65_536
"""Bytes that must be free for the database to be opened: its write-ahead log and index."""
log = structlog.get_logger()


def open_store(folder: Path) -> SqliteStore:
    """Open (or make) the data folder's database and hold it for this process.

    Raises DataError: `data-not-a-folder`, `data-read-only`, `data-in-use`, `data-newer`, `data-damaged`.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise DataError("data-not-a-folder", path=str(folder)) from None
    except OSError as error:
        raise DataError("data-read-only", path=str(folder), detail=str(error)) from None
    opened: list[sqlite3.Connection] = []
    try:
        for name in (LOCK, FILE):
            own_file(folder / name)
        lock = _connect(folder / LOCK, opened, timeout=0)
        # Held for as long as this process lives, also when it is killed: a second server finds it locked.
        lock.execute("begin exclusive")
        damage = _look(folder)
        writer = _connect(folder / FILE, opened)
        ensure(writer, folder / FILE)
        writer.execute("pragma journal_mode = wal")
        writer.execute("pragma synchronous = full")
        reader = _connect(folder / FILE, opened)
        reader.execute("pragma query_only = on")
    except Exception as error:
        for connection in opened:
            connection.close()
        raise _unusable(folder, error) from error
    return SqliteStore(folder / FILE, writer, reader, lock, damage)


def open_beside(folder: Path) -> SqliteStore:
    """Open a data folder's database for a command, also while a server holds it.

    Raises DataError: `no-data`, `data-older`, `data-newer`, `data-read-only`, `data-damaged`.
    """
    path = folder / FILE
    if not path.is_file():
        raise DataError("no-data", path=str(folder))
    opened: list[sqlite3.Connection] = []
    try:
        writer = _connect(path, opened)
        _same_version(writer, path)
        writer.execute("pragma synchronous = full")
        reader = _connect(path, opened)
        reader.execute("pragma query_only = on")
    except Exception as error:
        for connection in opened:
            connection.close()
        raise _unusable(folder, error) from error
    return SqliteStore(path, writer, reader, None)


def own_file(path: Path) -> None:
    """Make the file where it is not there, and its owner's alone: what SQLite lays beside it takes over its mode."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    path.chmod(0o600)


def _look(folder: Path) -> str | None:
    """Say what is wrong with the folder before it is used; the code of damage, None without."""
    if os.name == "posix" and folder.stat().st_mode & 0o077:
        log.warning("data-folder-open", path=str(folder), mode=f"{folder.stat().st_mode & 0o777:o}", wanted="700")
    if not (folder / FILE).stat().st_size and (folder / "session.key").exists():
        log.warning("data-empty", path=str(folder))
    if is_broken(folder / FILE):
        log.error("wal-damaged", path=str(folder))
        return "wal-damaged"
    return None


def _same_version(connection: sqlite3.Connection, path: Path) -> None:
    """A command brings nothing up to date: the server that runs may be an older one. Raises DataError."""
    version = found(connection)
    if version != HEAD:
        code = "data-older" if version < HEAD else "data-newer"
        raise DataError(code, path=str(path), found=version, known=HEAD)


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
    if isinstance(cause, OSError):
        reason = "data-full" if cause.errno == errno.ENOSPC else "data-read-only"
        return DataError(reason, path=str(folder), detail=str(cause))
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and shutil.disk_usage(folder).free < ROOM:
        code = sqlite3.SQLITE_FULL
    return DataError(reasons.get(code, "data-damaged"), path=str(folder), detail=str(cause))
