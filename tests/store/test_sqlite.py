"""SQLite only: its version, and every way in which a data folder can be unusable."""

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tilerummy.store import DataError, Row, Write
from tilerummy.store.folder import FILE, open_store
from tilerummy.store.schema import HEAD
from tilerummy.store.sqlite import SqliteStore

Work = Callable[[SqliteStore], Awaitable[None]]


def in_store(folder: Path, work: Work) -> None:
    """Run `work` over a store in `folder`, then close it."""

    async def run() -> None:
        store = open_store(folder)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_checks_at_the_same_time_keep_apart(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        for _ in range(20):
            await asyncio.gather(*(store.check() for _ in range(4)))
        assert store.damage is None

    in_store(tmp_path, work)


def test_what_is_asked_as_the_store_closes_is_finished(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        asked = asyncio.create_task(store.append(Write("g", Row(1, "ann", "1", b"{}", 1), "lobby")))
        await asyncio.sleep(0)
        await store.close()
        await asyncio.wait_for(asked, 10)

    async def later(store: SqliteStore) -> None:
        assert (await store.seqs(["g"])) == {"g": 1}

    in_store(tmp_path, work)
    in_store(tmp_path, later)


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
    # not one more page of the log fits
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        print("arrived", await store.arrive("w", 0, 0, 0))
    except StorageFailure as failure:
        print(failure.code)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert await store.arrive("w", 0, 0, 0) == 0
    await store.append(Write("g", Row(seq + 1, "ann", str(seq + 1), b"x" * 2000, 1), "lobby"))
    print("seq", (await store.log("g"))[0].seq - seq)
    await store.close()

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = done.stdout.split("\n")
    # where no deadline moves a server still finds out that nothing can be written
    assert set(said[:4]) <= {"storage-full", "storage-failed"}
    assert said[4] == "seq 1"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_folder_that_cannot_be_written_is_refused() -> None:
    # Root is bound by no permissions, so the program becomes another user once everything is imported.
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
