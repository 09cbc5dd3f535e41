"""The version of a PostgreSQL database: numbered SQL files, and bringing an older database up to the last of them.

Migrations only add, so that servers of the version before go on while new ones start.
"""

from pathlib import Path
from typing import Any, Final

from tilerummy.store.base import DataError

MIGRATIONS: Final = sorted((Path(__file__).parents[1] / "migrations" / "postgresql").glob("[0-9]*.sql"))
HEAD: Final = len(MIGRATIONS)
"""The version that this program knows: that of the last file."""
_KEY: Final = 0x74696C6572756D79


async def found(connection: Any) -> int:
    """The version of a database, 0 for one without our tables."""
    if await connection.fetchval("select to_regclass('schema_version')") is None:
        return 0
    return int(await connection.fetchval("select coalesce(max(version), 0) from schema_version"))


async def ensure(connection: Any, path: str) -> None:
    """Bring the database to this program's version, in one transaction, of several servers one after another. Raises
    DataError `data-newer` when it knows more than we do."""
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", _KEY)
        version = await found(connection)
        if version > HEAD:
            raise DataError("data-newer", path=path, found=version, known=HEAD)
        if not version:
            await connection.execute(
                "create table schema_version (version integer primary key, since timestamptz not null default now())"
            )
        for number, file in enumerate(MIGRATIONS[version:], version + 1):
            await connection.execute(file.read_text(encoding="utf-8"))
            await connection.execute("insert into schema_version (version) values ($1)", number)


async def same_version(connection: Any, path: str) -> None:
    """A command brings nothing up to date: the servers that run may be older. Raises DataError."""
    version = await found(connection)
    if version == 0:
        raise DataError("no-data", path=path)
    if version != HEAD:
        raise DataError("data-older" if version < HEAD else "data-newer", path=path, found=version, known=HEAD)
