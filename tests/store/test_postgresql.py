"""PostgreSQL only: versions, its clock, servers that come and go, processes that race."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.servers.postgresql import Postgresql
from tests.store.conftest import over, row
from tilerummy.store import Conflict, DataError, Row, Write
from tilerummy.store.opening import open_beside, open_store, shown
from tilerummy.store.postgresql.schema import HEAD
from tilerummy.store.postgresql.store import PostgresqlStore
from tilerummy.store.retention import DAY, Retention

MINUTE = 60_000


@pytest.fixture
def address(postgresql: Postgresql) -> str:
    return postgresql.database()


# --- versions -----------------------------------------------------------------------------------------------------


def test_servers_that_start_at_once_make_the_tables_once(address: str) -> None:
    async def work() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(open_store, address) for _ in range(6)))
        await stores[0].append(Write("g", row(1), "lobby"))
        assert [await store.seqs(["g"]) for store in stores] == [{"g": 1}] * 6
        for store in stores:
            await store.close()

    asyncio.run(work())


def test_a_newer_database_is_refused_in_words_and_who_runs_goes_on(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        await store._change((f"insert into schema_version (version) values ({HEAD + 1})", ()))
        for opened in (open_store, open_beside):
            with pytest.raises(DataError) as caught:
                opened(address)
            assert (caught.value.code, caught.value.params["found"]) == ("data-newer", HEAD + 1)
        await store.append(Write("g", row(1), "lobby"))

    over(address, work)


def test_a_command_makes_no_tables(address: str) -> None:
    with pytest.raises(DataError, match="no-data"):
        open_beside(address)


def test_an_address_that_leads_nowhere_is_told_without_its_password() -> None:
    for address in ("postgresql://ann:secret@127.0.0.1:1/x", "postgresql://ann:secret@127.0.0.1:nonsense/x"):
        with pytest.raises(DataError) as caught:
            open_store(address)
        assert caught.value.code == "database-unusable"
        assert "secret" not in str(caught.value)
    assert shown("postgresql://ann:secret@db:5432/rummy?password=secret") == "postgresql://ann@db:5432/rummy"


def test_rows_of_one_game_that_are_added_at_once_are_kept_one_after_another(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        writes = [Write(f"g{number}", row(seq), "lobby") for number in range(50) for seq in (1, 2, 3)]
        await asyncio.gather(*map(store.append, writes))
        assert set((await store.seqs([write.game for write in writes])).values()) == {3}

    over(address, work)


# --- time and living servers --------------------------------------------------------------------------------------


def test_no_server_whose_clock_is_ahead_ends_a_turn(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        now = await store.clock()
        assert abs(now - time.time() * 1000) < MINUTE
        await store.append(Write("past", row(1), "playing", deadline=now - 1))
        await store.append(Write("future", row(1), "playing", deadline=now + MINUTE))
        assert [head.game for head in await store.due(now + 2 * MINUTE)] == ["past"]
        assert await store.due(now - 2) == []
        with pytest.raises(Conflict):
            await store.append(Write("future", row(2), "playing", due=now + 2 * MINUTE))
        with pytest.raises(Conflict):
            await store.append(Write("past", row(2), "playing", due=now - 2))
        await store.append(Write("past", row(2), "playing", due=now + 2 * MINUTE))

    over(address, work)


def test_a_turn_has_its_time_also_after_an_append_that_waited(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        now = await store.clock()
        for seq, ago in ((1, 10_000), (2, 20_000), (3, 0)):
            at = now - ago
            await store.append(Write("game", Row(seq, "ann", None, b"", at), "playing", deadline=at + MINUTE))
            head, _ = await store.log("game")
            assert head is not None
            assert now + MINUTE - 1 <= (head.deadline or 0) <= await store.clock() + MINUTE

    over(address, work)


def test_what_was_kept_by_a_clock_that_was_ahead_ends_as_much_sooner(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        now = await store.clock()
        await store.append(Write("ahead", Row(1, "ann", None, b"", now + MINUTE), "playing", deadline=now + 3 * MINUTE))
        await store.append(Write("right", Row(1, "ann", None, b"", now), "playing", deadline=now + MINUTE))
        await store.set_clock(0)
        ahead, right = [(await store.log(game))[0] for game in ("ahead", "right")]
        assert ahead is not None
        assert right is not None
        assert now + 2 * MINUTE <= (ahead.deadline or 0) < now + 2.5 * MINUTE
        assert right.deadline == now + MINUTE

    over(address, work)


def test_a_lease_is_one_servers_until_it_ends_or_is_given_back(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        granted = await asyncio.gather(*(store.lease("feed", f"w{number}", 60) for number in range(8)))
        assert granted.count(True) == 1
        holder, other = f"w{granted.index(True)}", f"w{granted.index(False)}"
        assert await store.lease("feed", holder, 60)
        assert await store.lease("else", other, 60)
        await store.release("feed", other)
        assert not await store.lease("feed", other, 60)
        await store.release("feed", holder)
        assert await store.lease("feed", other, 0)
        assert await store.lease("feed", holder, 60)

    over(address, work)


FUTURE = 10_000_000_000_000
"""Milliseconds, later than the database's clock can be."""


def until(ms: int) -> tuple[int, int]:
    """Grace until so much later."""
    return FUTURE, ms


async def _deadlines(store: PostgresqlStore, **deadlines: int) -> None:
    for game, deadline in deadlines.items():
        await store.append(Write(game, row(1), "playing", deadline=FUTURE + deadline))


async def _found(store: PostgresqlStore) -> dict[str, int]:
    return dict(await store._read("select id, deadline - $1 from game order by id", FUTURE))


def test_only_the_first_server_after_a_silence_gives_everybody_grace(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        await _deadlines(store, passed=1, soon=500, late=5000)
        moved = await asyncio.gather(*(store.arrive(f"w{number}", MINUTE, *until(1000)) for number in range(6)))
        assert sorted(moved) == [0, 0, 0, 0, 0, 2]
        assert await _found(store) == {"late": 5000, "passed": 1000, "soon": 1000}
        assert await store.arrive("more", MINUTE, *until(2000)) == 0
        # a server that starts again under its own name is company for nobody
        for number in range(6):
            await store.leave(f"w{number}", *until(0))
        assert await store.arrive("more", MINUTE, *until(3000)) == 2
        # one that was silent for long is none either
        assert await store.arrive("other", 0, *until(4000)) == 2

    over(address, work)


def test_who_is_cut_off_with_a_server_that_dies_or_leaves_gets_grace_and_nobody_else(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        await _deadlines(store, a=100, b=200, c=9000, d=300, e=400)
        await store.beat("dies", ["d"], MINUTE, *until(0))
        await store.beat("dies", ["a", "b", "c", "gone"], MINUTE, *until(0))
        await store.beat("lives", ["d"], MINUTE, *until(0))
        await store.beat("leaves", ["e"], MINUTE, *until(0))
        assert await store.bury(MINUTE, *until(1000)) == []
        await store._change(("update worker set seen = seen - $1 where id = 'dies'", (2 * MINUTE,)))
        buried = await asyncio.gather(*(store.bury(MINUTE, *until(1000)) for _ in range(5)))
        assert sorted(game for games in buried for game in games) == ["a", "b"]
        assert await store.leave("leaves", *until(1000)) == ["e"]
        assert await store.leave("leaves", *until(2000)) == []
        assert await _found(store) == {"a": 1000, "b": 1000, "c": 9000, "d": 300, "e": 1000}

    over(address, work)


def test_the_first_sign_of_life_after_a_silence_gives_everybody_grace(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        await _deadlines(store, passed=1, late=5000)
        await store.arrive("one", MINUTE, *until(0))
        await store.arrive("other", MINUTE, *until(0))
        assert await store.beat("one", [], MINUTE, *until(1000)) == 0
        # nobody could reach the database for a while: the one who comes first moves the deadlines, for all
        await store._change(("update worker set seen = seen - $1", (2 * MINUTE,)))
        moved = await asyncio.gather(*(store.beat(name, [], MINUTE, *until(1000)) for name in ("one", "other")))
        assert sorted(moved) == [0, 1]
        assert await store.beat("one", [], MINUTE, *until(2000)) == 0
        # it was away itself, however shortly
        await store._change(("update worker set seen = seen - $1", (9 * MINUTE,)))
        assert await store.beat("one", [], 10 * MINUTE, *until(3000)) == 1
        assert await _found(store) == {"late": 5000, "passed": 3000}

    over(address, work)


def test_a_server_that_is_gone_keeps_no_lease(address: str) -> None:
    async def work(store: PostgresqlStore) -> None:
        for name in ("dies", "leaves", "lives"):
            await store.beat(name, [f"of-{name}"], MINUTE, *until(0))
            assert await store.lease(name, name, 3600)
        assert [await store.attended(f"of-{name}", MINUTE) for name in ("dies", "lives", "no")] == [True, True, False]
        assert not await store.attended("of-lives", MINUTE, "lives"), "by another one"
        await store._change(("update worker set seen = seen - $1 where id = 'dies'", (2 * MINUTE,)))
        assert not await store.attended("of-dies", MINUTE)
        await store.bury(MINUTE, *until(0))
        await store.leave("leaves", *until(0))
        assert [await store.lease(name, "other", 60) for name in ("dies", "leaves", "lives")] == [True, True, False]
        await store._change(("update lease set until = until - $1", (2 * DAY,)))
        await store.prune(Retention(), await store.clock())
        assert await store._read("select from lease") == []

    over(address, work)


# --- several processes --------------------------------------------------------------------------------------------

_RACER = """
import asyncio, sys
from tilerummy.store import Conflict, Row, Write
from tilerummy.store.opening import open_store

async def main(address, name, games, rounds):
    store = open_store(address)
    async def play(game):
        seq = 0
        while seq < rounds:
            try:
                await store.append(Write(game, Row(seq + 1, "ann", f"{name}-{seq}", b"[]", 1), "playing"))
                seq += 1
                print(game, seq)
            except Conflict:
                seq = (await store.seqs([game])).get(game, 0)
    await asyncio.gather(*(play(f"g{number}") for number in range(games)))
    await store.close()

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
"""


@pytest.mark.slow
def test_of_processes_that_race_for_every_row_exactly_one_wins_each(address: str) -> None:
    over(address, lambda _: asyncio.sleep(0))
    games, rounds = 20, 40
    source = str(Path(__file__).parents[2] / "src")
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", _RACER, address, f"p{number}", str(games), str(rounds)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": source},
        )
        for number in range(3)
    ]
    kept = [line for racer in racers for line in racer.communicate()[0].splitlines()]
    assert [racer.returncode for racer in racers] == [0, 0, 0]
    assert sorted(kept) == sorted(f"g{game} {seq}" for game in range(games) for seq in range(1, rounds + 1))

    async def work(store: PostgresqlStore) -> None:
        for game in range(games):
            head, rows = await store.log(f"g{game}")
            assert head is not None
            assert [one.seq for one in rows] == list(range(1, rounds + 1))
            assert len({one.command for one in rows}) == head.seq == rounds

    over(address, work)
