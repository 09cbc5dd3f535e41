"""A PostgreSQL that is killed, hangs, is full or damaged: what was acknowledged stays, what fails says so soon."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.postgresql import Postgresql
from tests.store.conftest import over, row
from tilerummy.store import Conflict, StorageFailure, Write
from tilerummy.store.postgresql.database import SECONDS
from tilerummy.store.postgresql.store import PostgresqlStore


@pytest.fixture
def own() -> Iterator[Postgresql]:
    """A PostgreSQL that a test may break."""
    server = Postgresql().start()
    yield server
    server.stop()


async def _busy(store: PostgresqlStore, games: int, kept: dict[str, int], over: asyncio.Event) -> list[str]:
    """Appends to games until `over`, resending what failed; the codes of failures."""
    codes: list[str] = []

    async def play(game: str) -> None:
        while not over.is_set():
            seq = kept.get(game, 0) + 1
            try:
                kept[game] = await _kept(store, game, seq)
            except StorageFailure as failure:
                codes.append(failure.code)
                await asyncio.sleep(0.01)

    await asyncio.gather(*(play(f"g{number}") for number in range(games)))
    return codes


async def _kept(store: PostgresqlStore, game: str, seq: int) -> int:
    """The last row of a game once it has this one."""
    try:
        await store.append(Write(game, row(seq, f"c{seq}"), "playing"))
    except Conflict:
        # it was kept, and only the answer was lost
        return (await store.seqs([game]))[game]
    return seq


@pytest.mark.slow
def test_killed_in_the_middle_of_appends_it_has_kept_all_that_was_acknowledged(own: Postgresql) -> None:
    async def work(store: PostgresqlStore) -> None:
        kept: dict[str, int] = {}
        over = asyncio.Event()
        playing = asyncio.create_task(_busy(store, 40, kept, over))
        for _ in range(3):
            reached = sum(kept.values()) + 300
            async with asyncio.timeout(60):
                while sum(kept.values()) < reached:
                    await asyncio.sleep(0.005)
            acknowledged = dict(kept)
            await asyncio.to_thread(own.kill)
            begun = time.monotonic()
            with pytest.raises(StorageFailure):
                await store.append(Write("none", row(1), "lobby"))
            assert time.monotonic() - begun < SECONDS + 5
            await asyncio.to_thread(own.start)
            found = await _until_answers(store, list(acknowledged))
            assert all(found[game] >= seq for game, seq in acknowledged.items())
        over.set()
        assert set(await playing) <= {"storage-failed"}
        for game, seq in kept.items():
            head, rows = await store.log(game)
            assert head is not None
            assert [one.seq for one in rows] == list(range(1, head.seq + 1))
            # the answer to the last may have been lost, and then nobody has asked again
            assert head.seq in (seq, seq + 1)

    over(own.database(), work)


async def _until_answers(store: PostgresqlStore, games: list[str]) -> dict[str, int]:
    async with asyncio.timeout(60):
        while True:
            try:
                return await store.seqs(games)
            except StorageFailure:
                await asyncio.sleep(0.05)


@pytest.mark.slow
def test_a_database_that_hangs_fails_what_is_asked_within_the_stated_time(own: Postgresql) -> None:
    async def work(store: PostgresqlStore) -> None:
        await store.append(Write("g", row(1), "lobby"))
        own.hang()
        begun = time.monotonic()
        asked = [store.append(Write(f"n{number}", row(1), "lobby")) for number in range(600)]
        done = await asyncio.gather(store.log("g"), store.clock(), *asked, return_exceptions=True)
        assert {type(one) for one in done} <= {StorageFailure, *StorageFailure.__subclasses__()}
        assert time.monotonic() - begun < SECONDS + 5
        own.wake()
        await _until_answers(store, ["g"])
        await store.append(Write("g", row(2), "lobby"))

    over(own.database(), work)


_HOLDER = """
import asyncio, sys
from tilerummy.store.opening import open_store

async def main():
    async with open_store(sys.argv[1])._database.transaction() as line:
        await line.execute("select from game where id = 'g' for update")
        print("held", flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.slow
def test_a_server_that_stands_still_in_the_middle_of_something_keeps_nobody_waiting(postgresql: Postgresql) -> None:
    address = postgresql.database()

    async def work(store: PostgresqlStore) -> None:
        await store.append(Write("g", row(1), "lobby"))
        source = str(Path(__file__).parents[2] / "src")
        command, environment = [sys.executable, "-c", _HOLDER, address], {**os.environ, "PYTHONPATH": source}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as holder:
            assert holder.stdout is not None
            assert await asyncio.to_thread(holder.stdout.readline) == "held\n"
            holder.send_signal(signal.SIGSTOP)
            await store.append(Write("g", row(2), "lobby"))
            holder.kill()

    over(address, work)


@pytest.mark.slow
def test_what_is_acknowledged_is_on_disk_whatever_the_databases_settings(own: Postgresql) -> None:
    own.execute("alter database postgres set synchronous_commit = off")

    async def work(store: PostgresqlStore) -> None:
        assert await store._read("select current_setting('synchronous_commit')") == [("on",)]

    over(own.database(), work)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="may not mount a file system here")
def test_a_full_disk_is_told_as_one_and_the_store_lives_on(own: Postgresql) -> None:
    place, owner = own.folder / "small", (own.folder / "data").stat().st_uid
    place.mkdir()
    options = f"size=4m,mode=700,uid={owner}"
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("may not mount a file system here")
    try:
        own.execute(f"create tablespace small location '{place}'")
        over(f"{own.database()}&default_tablespace=small", _fill)
    finally:
        own.kill()
        subprocess.run(["umount", "--lazy", str(place)], check=True)


async def _fill(store: PostgresqlStore) -> None:
    body, kept, refused = os.urandom(100_000), 0, ""
    while not refused:
        try:
            await store.append(Write("g", row(kept + 1, body=body), "playing"))
            kept += 1
        except StorageFailure as failure:
            refused = failure.code
    assert refused == "storage-full"
    head, rows = await store.log("g")
    assert head is not None
    assert head.seq == len(rows) == kept
    assert store.damage is None


@pytest.mark.slow
def test_a_page_that_cannot_be_read_is_damage(own: Postgresql) -> None:
    address = own.database()

    async def write(store: PostgresqlStore) -> None:
        for number in range(200):
            await store.append(Write(f"g{number}", row(1, body=b"x" * 500), "playing"))

    async def read(store: PostgresqlStore) -> None:
        await store.check()
        before = store.damage
        with pytest.raises(StorageFailure) as caught:
            await store._read("select sum(length(body)) from event")
        assert (before, caught.value.code, store.damage) == (None, "storage-failed", "storage-damaged")

    async def look(store: PostgresqlStore) -> None:
        async with asyncio.timeout(60):
            while store.damage is None:
                await store.check()
        assert store.damage == "storage-damaged"

    over(address, write)
    own.execute("checkpoint")
    file = own.folder / "data" / own.execute("select pg_relation_filepath('test_1.event')")
    own.kill()
    data = bytearray(file.read_bytes())
    data[3 * 8192 + 4000 : 3 * 8192 + 4064] = b"y" * 64
    file.write_bytes(data)
    own.start()
    over(address, read)
    over(address, look)
