"""The database's version: which migrations this program knows, and bringing an older database up to them.

Alembic and SQLAlchemy are imported only when there is something to migrate, so that a start stays quick.
"""

import sqlite3
from pathlib import Path

from tilerummy.store.base import DataError

MIGRATIONS = Path(__file__).parent / "migrations"
KNOWN = tuple(sorted(file.stem.split("_")[0] for file in (MIGRATIONS / "versions").glob("v*.py")))
HEAD = KNOWN[-1]


def found(connection: sqlite3.Connection) -> str | None:
    """The version of an open database, None for a new one."""
    if not connection.execute("select 1 from sqlite_master where name = 'alembic_version'").fetchone():
        return None
    row = connection.execute("select version_num from alembic_version").fetchone()
    return row[0] if row else None


def ensure(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the database to this program's version. Raises DataError `data-newer` when it knows more than we do."""
    version = found(connection)
    if version == HEAD:
        return
    if version is not None and version not in KNOWN:
        raise DataError("data-newer", path=str(path), found=version, known=HEAD)
    upgrade(path)


def upgrade(path: Path) -> None:
    """Apply every migration the database lacks, in one transaction."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine, event

    engine = create_engine(f"sqlite:///{path}")
    # The driver would run DDL outside of a transaction; a start killed midway must leave nothing behind.
    event.listen(engine, "connect", lambda driver, _: setattr(driver, "isolation_level", None))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("begin immediate"))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
