"""A few connections to PostgreSQL, made when one is needed; a database that does not answer is given up soon."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg

from tilerummy.store.base import StorageFailure

SECONDS: Final = 5
"""Seconds after which a database that does not answer counts as away: what was asked of it has failed."""
IDLE: Final = 2.5
"""Seconds after which the database takes back what a server holds that stood still in the middle of something."""
LINES: Final = 6
"""Connections of one server to the database: with PostgreSQL's usual hundred, fifteen servers share one."""
NOW = "(extract(epoch from statement_timestamp()) * 1000)::bigint"
"""The database's clock (ms)."""
_AWAY = (
    OSError,
    TimeoutError,
    # a connection that broke in the middle of something
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
)
DAMAGED = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)


class Away(StorageFailure):
    """The database does not answer, or does not take us: nothing else that is asked of it now goes better."""


class Database:
    """The connections of one server. Made anywhere; used on one event loop."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._made: Any = None

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """The rows that a statement returns. Raises StorageFailure."""
        async with self.line() as line:
            return list(await line.fetch(query, *values))

    async def change(self, statement: str, *values: object) -> int:
        """Carry out one statement; the number of rows that it changed. Raises StorageFailure."""
        async with self.line() as line:
            return count(await line.execute(statement, *values))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        """A connection within a transaction. Raises StorageFailure."""
        async with self.line() as line, line.transaction():
            yield line

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Any]:
        """A connection, for at most `SECONDS`. What goes wrong meanwhile is a StorageFailure, or Away."""
        try:
            async with asyncio.timeout(SECONDS):
                pool = await self._pool()
                connection = await pool.acquire()
                try:
                    yield connection
                except BaseException as error:
                    if not isinstance(error, asyncpg.PostgresError) or isinstance(error, _AWAY):
                        connection.terminate()
                    raise
                finally:
                    await pool.release(connection)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, *_AWAY) as error:
            raise failure(error) from error

    async def close(self) -> None:
        """Let go of all connections."""
        if self._made is not None:
            self._made.terminate()

    async def _pool(self) -> Any:
        if self._made is None:
            pool = asyncpg.create_pool(
                self._address,
                min_size=0,
                max_size=LINES,
                max_queries=1_000_000,
                max_cached_statement_lifetime=0,
                init=_prepare,
                reset=_nothing,
            )
            # connects to nobody yet, so nobody gets in between
            await pool
            self._made = pool
        return self._made


async def _prepare(connection: Any) -> None:
    """What is acknowledged is on disk, whatever the database's settings say; what we have given up, it gives up too."""
    await connection.execute(
        f"set statement_timeout = {SECONDS * 1000}; set idle_in_transaction_session_timeout = {IDLE * 1000:.0f}"
    )
    await connection.execute(
        "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'"
    )


async def _nothing(_: Any) -> None:
    """No statement of ours leaves anything behind on a connection: giving it back costs no round trip."""


def count(status: str) -> int:
    """The rows of a command's status, `UPDATE 3`; 0 where it names none."""
    number = status.rpartition(" ")[2]
    return int(number) if number.isdigit() else 0


def failure(error: Exception) -> StorageFailure:
    """What went wrong, in the store's words."""
    if isinstance(error, StorageFailure):
        return error
    detail = f"{type(error).__name__}: {error}"
    if isinstance(error, asyncpg.DiskFullError):
        return StorageFailure("storage-full", detail)
    misused = isinstance(error, asyncpg.InterfaceError) and isinstance(error, ValueError)
    away = isinstance(error, _AWAY) or (isinstance(error, asyncpg.InterfaceError) and not misused)
    return (Away if away else StorageFailure)("storage-failed", detail)
