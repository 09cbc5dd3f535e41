"""A database of an older version opens with all that it held, and has what was added since."""

import asyncio
import shutil
import sqlite3
from pathlib import Path

import pytest

from tilerummy.store import Bot, Closing, PuzzleTry, Row, Said
from tilerummy.store.folder import FILE, open_store
from tilerummy.store.schema import ensure

DATABASES = sorted((Path(__file__).parent / "databases").glob("v*.db"))
"""One database of each older version, with one game, as that version made it."""


TRY = PuzzleTry("original", "p", 1, "ann", 5, 1, 1, 1190.5, 140.0, 1210.5, 330.0)


def made(folder: Path) -> Path:
    """A new database."""
    asyncio.run(open_store(folder).close())
    return folder / FILE


def schema(path: Path) -> tuple[int, dict[str, list[tuple[object, ...]]]]:
    """The version of a database, and of each table and index the columns."""
    connection = sqlite3.connect(path)
    (version,) = connection.execute("pragma user_version").fetchone()
    names = connection.execute("select type, name from sqlite_master where name not like 'sqlite_%'").fetchall()
    found = {
        name: [
            tuple(str(value).lower() if index == 2 else value for index, value in enumerate(row))
            for row in connection.execute(f"pragma {kind}_info({name})")
        ]
        for kind, name in names
    }
    connection.close()
    return version, found


def test_an_older_database_is_brought_up_and_keeps_its_games(tmp_path: Path) -> None:
    async def use(folder: Path) -> None:
        store = open_store(folder)
        head, rows = await store.log("old")
        assert head is not None
        assert rows == [Row(1, "ann", "c1", b"body", 5)]
        assert await store.said("old") == await store.said("old", 0, "door_act") == []
        assert await store.say("old", Said(0, "ann", "c2", b"line", 6), 10) == 1
        await store.arrange("old", "ann", b"order")
        assert await store.arrangements("old") == {"ann": b"order"}
        await store.revoke("ann", 5)
        await store.revoke("ann", 4)
        assert await store.revocations() == {"ann": 5}
        assert await store.keep_bot(Bot("bot-1", "ann", "Mine", 5), 1)
        assert await store.bots_of("ann") == [Bot("bot-1", "ann", "Mine", 5)]
        assert await store.sessions_of("ann") == []
        assert await store.reports() == []
        await store.keep_closing(Closing("ann", 5, 6))
        assert await store.closings(5) == [Closing("ann", 5, 6)]
        assert await store.keep_try(TRY)
        assert await store.last_try("original", "p") == TRY
        await store.close()

    assert len(DATABASES) == 19
    for database in DATABASES:
        folder = tmp_path / database.stem
        folder.mkdir()
        shutil.copy(database, folder / FILE)
        asyncio.run(use(folder))
        assert schema(folder / FILE) == schema(made(tmp_path / "new")), database


def test_a_start_that_is_killed_midway_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    shutil.copy(DATABASES[0], tmp_path / FILE)
    before = schema(tmp_path / FILE)
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_DROP_TABLE else 0)
    with pytest.raises(sqlite3.DatabaseError):
        ensure(connection, tmp_path / FILE)
    connection.close()
    assert schema(tmp_path / FILE) == before
