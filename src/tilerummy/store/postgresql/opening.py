"""A PostgreSQL database: looked at and brought up to date, or refused with one clear reason."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg

from tilerummy.store.base import DataError
from tilerummy.store.opening import shown
from tilerummy.store.postgresql.database import SECONDS
from tilerummy.store.postgresql.schema import ensure, same_version
from tilerummy.store.postgresql.store import PostgresqlStore


def open_store(address: str) -> PostgresqlStore:
    """Bring the database up to date, for a server. Raises DataError: `data-newer`, `database-unusable`."""
    _look(address, ensure)
    return PostgresqlStore(address)


def open_beside(address: str) -> PostgresqlStore:
    """Open the database for a command, also while servers use it.

    Raises DataError: `no-data`, `data-older`, `data-newer`, `database-unusable`.
    """
    _look(address, same_version)
    return PostgresqlStore(address)


def _look(address: str, at: Callable[[Any, str], Awaitable[None]]) -> None:
    """On a loop of its own: the caller may be on one already, or on none."""
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, _connected(address, at)).result()


async def _connected(address: str, at: Callable[[Any, str], Awaitable[None]]) -> None:
    try:
        connection = await asyncpg.connect(address, timeout=SECONDS)
        try:
            await at(connection, shown(address))
        finally:
            await connection.close(timeout=SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, ValueError) as error:
        detail = str(error) or type(error).__name__
        raise DataError("database-unusable", path=shown(address), detail=detail) from error
