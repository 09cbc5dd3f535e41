"""The default store: compare-and-set, group commit, sweeps, and every way in which a data folder can be unusable."""

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tilerummy.store import Conflict, DataError, Row, StorageFailure, Write
from tilerummy.store.folder import FILE, open_store
from tilerummy.store.schema import HEAD
from tilerummy.store.sqlite import SqliteStore

Work = Callable[[SqliteStore], Awaitable[None]]


def row(seq: int, command: str | None = None, actor: str = "ann") -> Row:
    return Row(seq, actor, command, b"[]", 1000 + seq)


def in_store(folder: Path, work: Work) -> None:
    """Run `work` over a store in `folder`, then close it."""

    async def run() -> None:
        store = open_store(folder)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_what_is_appended_is_there_after_opening_again(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await store.append(Write("g", row(1, "a"), "lobby", players=("ann",)))
        await store.append(Write("g", row(2, "b"), "playing", deadline=5000, computer=True))

    async def read(store: SqliteStore) -> None:
        head, rows = await store.log("g")
        assert head is not None
        assert (head.seq, head.status, head.deadline, head.computer, head.changed) == (2, "playing", 5000, True, 1002)
        assert rows == [row(1, "a"), row(2, "b")]
        assert (await store.log("g", 1))[1] == [row(2, "b")]
        assert await store.log("unknown") == (None, [])

    in_store(tmp_path, write)
    in_store(tmp_path, read)


def test_the_newest_order_of_each_rack_is_kept(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.append(Write("g", row(1), "playing"))
        for player, order in (("ann", b"1"), ("bob", b"2"), ("ann", b"3")):
            await store.arrange("g", player, order)
        assert await store.arrangements("g") == {"ann": b"3", "bob": b"2"}
        assert await store.arrangements("other") == {}

    in_store(tmp_path, work)


@pytest.mark.parametrize(
    "write",
    [
        Write("g", row(2, "c"), "playing"),
        Write("g", row(4, "c"), "playing"),
        Write("g", row(1, "c"), "playing"),
        Write("g", row(3, "b"), "playing"),
        Write("g", row(3, "c"), "playing", due=4999),
        Write("unknown", row(2, "c"), "playing"),
    ],
    ids=["seq taken", "seq ahead", "game exists", "command id used", "deadline later", "no such game"],
)
def test_an_append_that_is_not_the_next_row_conflicts_and_changes_nothing(tmp_path: Path, write: Write) -> None:
    async def work(store: SqliteStore) -> None:
        await store.append(Write("g", row(1, "a"), "lobby"))
        await store.append(Write("g", row(2, "b"), "playing", deadline=5000))
        before = await store.log("g")
        with pytest.raises(Conflict):
            await store.append(write)
        assert await store.log("g") == before
        await store.append(Write("g", row(3, "c"), "playing", due=5000))

    in_store(tmp_path, work)


def test_the_same_command_id_of_another_actor_is_another_command(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.append(Write("g", row(1, "a"), "lobby"))
        await store.append(Write("g", row(2, "a", actor="bob"), "lobby"))
        await store.append(Write("g", row(3, None, actor="clock"), "lobby"))
        await store.append(Write("g", row(4, None, actor="clock"), "lobby"))

    in_store(tmp_path, work)


def test_writes_of_one_append_are_kept_together_or_not_at_all(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.append(Write("old", row(1), "over"))
        with pytest.raises(Conflict):
            await store.append(Write("new", row(1), "lobby"), Write("old", row(3), "over"))
        assert await store.log("new") == (None, [])
        await store.append(Write("new", row(1), "lobby"), Write("old", row(2), "over"))
        assert await store.seqs(["new", "old", "none"]) == {"new": 1, "old": 2}

    in_store(tmp_path, work)


def test_of_many_at_once_for_the_same_seq_one_wins_and_neighbours_are_unharmed(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        async def attempt(game: str, seq: int, command: str) -> bool:
            try:
                await store.append(Write(game, row(seq, command), "playing"))
            except Conflict:
                return False
            return True

        games = [f"g{index}" for index in range(20)]
        for seq in range(1, 6):
            tries = [attempt(game, seq, f"{seq}-{number}") for game in games for number in range(10)]
            won = await asyncio.gather(*tries)
            assert sum(won) == len(games)
        assert await store.seqs(games) == dict.fromkeys(games, 5)

    in_store(tmp_path, work)


def test_a_write_that_the_database_cannot_hold_fails_alone(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        writes = [Write(f"g{number}", row(1), "lobby") for number in range(40)]
        writes[20] = Write("g20", Row(1, "ann", None, b"[]", 2**63), "lobby")  # one more than SQLite counts
        done = await asyncio.gather(*map(store.append, writes), return_exceptions=True)
        assert [type(one) for one in done] == [StorageFailure if at == 20 else type(None) for at in range(40)]
        games = [f"g{number}" for number in range(40)]
        assert await store.seqs(games) == {game: 1 for game in games if game != "g20"}

    in_store(tmp_path, work)


def test_sweeps_find_deadlines_computers_and_the_games_of_a_player(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.append(Write("late", row(1), "playing", deadline=100, players=("ann", "bob")))
        await store.append(Write("later", row(1), "playing", deadline=50, computer=True, players=("ann",)))
        await store.append(Write("future", row(1), "playing", deadline=900))
        await store.append(Write("done", row(1), "over", players=("ann",)))
        assert [head.game for head in await store.due(100)] == ["later", "late"]
        assert await store.computers_to_move() == ["later"]
        assert {head.game for head in await store.games_of("ann")} == {"late", "later"}
        assert [head.game for head in await store.games_of("bob")] == ["late"]
        assert await store.postpone(500, 500) == 2
        assert await store.due(499) == []
        assert {head.game for head in await store.due(500)} == {"late", "later"}

    in_store(tmp_path, work)


def test_the_newest_migration_is_the_one_the_program_knows(tmp_path: Path) -> None:
    in_store(tmp_path, _nothing)
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("pragma user_version").fetchall() == [(HEAD,)]
    connection.close()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    in_store(tmp_path, _nothing)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("pragma user_version = 9999")
    connection.close()
    content = (tmp_path / FILE).read_bytes()
    with pytest.raises(DataError) as caught:
        open_store(tmp_path)
    assert caught.value.code == "data-newer"
    assert caught.value.params["found"] == 9999
    assert (tmp_path / FILE).read_bytes() == content


def test_a_second_store_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    async def work(_: SqliteStore) -> None:
        with pytest.raises(DataError) as caught:
            open_store(tmp_path)
        assert caught.value.code == "data-in-use"

    in_store(tmp_path, work)
    in_store(tmp_path, _nothing)


def test_a_file_instead_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    for folder in (tmp_path / "data", tmp_path / "data" / "inner"):
        with pytest.raises(DataError) as caught:
            open_store(folder)
        assert caught.value.code == "data-not-a-folder"


def test_something_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("not a database " * 100)
    with pytest.raises(DataError) as caught:
        open_store(tmp_path)
    assert caught.value.code == "data-damaged"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_a_full_disk_fails_the_append_whole_and_the_store_lives_on(tmp_path: Path) -> None:
    program = """
import asyncio, resource, sys
from pathlib import Path
from tilerummy.store import Row, StorageFailure, Write
from tilerummy.store.folder import open_store

async def main():
    store = open_store(Path(sys.argv[1]))
    await store.append(Write("g", Row(1, "ann", "1", b"x" * 2000, 1), "lobby"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
    seq, refused = 1, 0
    while refused < 3:
        try:
            await store.append(Write("g", Row(seq + 1, "ann", str(seq + 1), b"x" * 2000, 1), "lobby"))
            seq += 1
        except StorageFailure as failure:
            refused += 1
            print(failure.code)
    head, rows = await store.log("g")
    assert head.seq == len(rows) == seq, (head, len(rows), seq)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.append(Write("g", Row(seq + 1, "ann", str(seq + 1), b"x" * 2000, 1), "lobby"))
    print("seq", (await store.log("g"))[0].seq - seq)
    await store.close()

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = done.stdout.split("\n")
    assert set(said[:3]) <= {"storage-full", "storage-failed"}
    assert said[3] == "seq 1"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_folder_that_cannot_be_written_is_refused() -> None:
    # Root is bound by no permissions, so the program becomes somebody else once everything is imported.
    program = """
import os, sys
from pathlib import Path
from tilerummy.store.folder import open_store
if os.geteuid() == 0:
    os.setuid(65534)
try:
    open_store(Path(sys.argv[1]))
except Exception as error:
    print(getattr(error, "code", repr(error)))
"""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "data")
        in_store(folder, _nothing)
        Path(place).chmod(0o755)
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        done = subprocess.run([sys.executable, "-c", program, str(folder)], capture_output=True, text=True)
        assert (done.stdout.strip(), done.stderr) == ("data-read-only", "")


async def _nothing(_: SqliteStore) -> None:
    """Open and close."""
