"""PostgreSQL databases as ends of a move."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg

from tilerummy.store.base import DataError
from tilerummy.store.moving import AT_A_TIME, TABLES, End, Rows, Table
from tilerummy.store.opening import shown
from tilerummy.store.postgresql.database import NOW, SECONDS
from tilerummy.store.postgresql.schema import ensure

SILENT: Final = 30_000
"""Milliseconds after which a server that was not heard of does not use the database any more."""


class _End:
    """A connection, within one transaction."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        """The rows of a table in the order of its key, some at a time."""
        cursor = await self._connection.cursor(table.query)
        while rows := await cursor.fetch(AT_A_TIME):
            yield [tuple(row) for row in rows]

    async def put(self, table: Table, rows: Rows) -> None:
        """Add rows."""
        await self._connection.copy_records_to_table(table.name, records=rows, columns=table.columns)


class PostgresqlEnds:
    """Databases that servers share, as ends."""

    @asynccontextmanager
    async def source(self, where: str, *, busy: bool) -> AsyncIterator[End]:
        """What is there now. Raises DataError."""
        async with _connected(where) as connection:
            await ensure(connection, shown(where))
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                if not busy and await connection.fetchval(
                    f"select exists (select from worker where seen > {NOW} - $1)", SILENT
                ):
                    raise DataError("move-in-use", path=shown(where))
                yield _End(connection)

    @asynccontextmanager
    async def target(self, where: str) -> AsyncIterator[End]:
        """A database without any rows, filled in one transaction. Raises DataError."""
        async with _connected(where) as connection:
            await ensure(connection, shown(where))
            async with connection.transaction():
                names = ", ".join(table.name for table in TABLES)
                await connection.execute(f"lock table {names} in exclusive mode")
                for table in TABLES:
                    if await connection.fetchval(f"select exists (select from {table.name})"):
                        raise DataError("data-there", path=shown(where))
                yield _End(connection)


@asynccontextmanager
async def _connected(where: str) -> AsyncIterator[Any]:
    try:
        connection = await asyncpg.connect(where, timeout=SECONDS)
        try:
            yield connection
        finally:
            await connection.close(timeout=SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, ValueError) as error:
        raise DataError("database-unusable", path=shown(where), detail=str(error) or type(error).__name__) from error
