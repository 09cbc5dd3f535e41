"""The version of a SQLite database: numbered SQL files, and bringing an older database up to the last of them.

The version is SQLite's `user_version`. Older databases keep it in a table, `alembic_version`.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tilerummy.store.base import DataError

MIGRATIONS: Final = sorted((Path(__file__).parent / "migrations" / "sqlite").glob("[0-9]*.sql"))
HEAD: Final = len(MIGRATIONS)
"""The version that this program knows: that of the last file."""


def found(connection: sqlite3.Connection) -> int:
    """The version of an open database, 0 for a new one."""
    (version,) = connection.execute("pragma user_version").fetchone()
    if version or not connection.execute("select 1 from sqlite_master where name = 'alembic_version'").fetchone():
        return int(version)
    row = connection.execute("select version_num from alembic_version").fetchone()
    return int(row[0].removeprefix("v")) if row else 0


def odd(connection: sqlite3.Connection) -> str | None:
    """What an open database has beside the tables, columns and indexes of its version, or lacks of them; None where it
    is as our migrations make it. A trigger or a view would decide games unseen."""
    known = sqlite3.connect(":memory:")
    try:
        for statement in _statements(0, found(connection)):
            known.execute(statement)
        return min(_shape(connection) ^ _shape(known), default=None)
    finally:
        known.close()


def _shape(connection: sqlite3.Connection) -> set[str]:
    query = "select type, name from sqlite_master where substr(name, 1, 7) <> 'sqlite_' and name <> 'alembic_version'"
    objects = connection.execute(query).fetchall()
    shape = {f"{kind} {name}" for kind, name in objects}
    for kind, table in objects:
        if kind == "table":
            columns = connection.execute("select name, dflt_value, hidden from pragma_table_xinfo(?)", (table,))
            shape |= {f"column {table}.{name} {value or ''} {hidden or ''}".strip() for name, value, hidden in columns}
    return shape


def _statements(after: int, until: int) -> Iterator[str]:
    """The statements of the migrations between two versions."""
    for file in MIGRATIONS[after:until]:
        yield from file.read_text(encoding="utf-8").split(";\n")


def ensure(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the database to this program's version, in one transaction. Raises DataError `data-newer` when it knows
    more than we do."""
    version = found(connection)
    if version > HEAD:
        raise DataError("data-newer", path=str(path), found=version, known=HEAD)
    connection.execute("begin immediate")
    try:
        for statement in _statements(version, HEAD):
            connection.execute(statement)
        connection.execute("drop table if exists alembic_version")
        # Written in any case: a full or read-only disk is to be told now, not at a player's first move.
        connection.execute(f"pragma user_version = {HEAD}")
        connection.execute("commit")
    except BaseException:
        if connection.in_transaction:
            connection.execute("rollback")
        raise
