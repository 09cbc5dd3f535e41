"""A database of an older version opens with all that it held, and has what was added since."""

import asyncio
import sqlite3
from pathlib import Path

from tilerummy.store import Row, Said, Write
from tilerummy.store.folder import FILE, open_store
from tilerummy.store.schema import HEAD

ADDED = {"v0001": ("rack_order", "chat_line", "revoked"), "v0002": ("chat_line", "revoked"), "v0003": ("revoked",)}
"""Per older version the tables that came after it."""


def made(folder: Path, version: str) -> None:
    """A database with one game, as that version left it."""
    folder.mkdir()

    async def fill() -> None:
        store = open_store(folder)
        await store.append(Write("old", Row(1, "ann", "c1", b"body", 5), "playing", players=("ann",)))
        await store.close()

    asyncio.run(fill())
    connection = sqlite3.connect(folder / FILE)
    for table in ADDED[version]:
        connection.execute(f"drop table {table}")
    connection.execute("drop index if exists game_changed")
    connection.execute("update alembic_version set version_num = ?", (version,))
    connection.commit()
    connection.close()


def test_an_older_database_is_brought_up_and_keeps_its_games(tmp_path: Path) -> None:
    async def use(folder: Path) -> None:
        store = open_store(folder)
        head, rows = await store.log("old")
        assert head is not None
        assert rows == [Row(1, "ann", "c1", b"body", 5)]
        assert await store.said("old") == []
        assert await store.say("old", Said(0, "ann", "c2", b"line", 6), 10) == 1
        await store.arrange("old", "ann", b"order")
        assert await store.arrangements("old") == {"ann": b"order"}
        await store.revoke("ann", 5)
        await store.revoke("ann", 4)
        assert await store.revocations() == {"ann": 5}
        await store.close()

    for version in ADDED:
        made(tmp_path / version, version)
        asyncio.run(use(tmp_path / version))
        connection = sqlite3.connect(tmp_path / version / FILE)
        assert connection.execute("select version_num from alembic_version").fetchall() == [(HEAD,)]
        connection.close()


def test_of_many_lines_the_last_ones_are_kept_and_a_resent_one_keeps_its_number(tmp_path: Path) -> None:
    async def use() -> None:
        store = open_store(tmp_path)
        await store.append(Write("game", Row(1, "ann", "c1", b"", 1), "lobby"))
        await store.append(Write("other", Row(1, "ann", "c1", b"", 1), "lobby"))
        lines = [Said(0, "ann", f"c{number}", b"", number) for number in range(1, 8)]
        assert [await store.say("game", line, 3) for line in lines] == [1, 2, 3, 4, 5, 6, 7]
        assert await store.say("game", lines[5], 3) == 6
        assert await store.say("other", lines[0], 3) == 1
        assert [(said.number, said.command) for said in await store.said("game")] == [(5, "c5"), (6, "c6"), (7, "c7")]
        await store.close()

    asyncio.run(use())
