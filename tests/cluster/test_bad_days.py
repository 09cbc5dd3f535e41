"""Bad days of workers: one that freezes, comes or goes, clocks that differ."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.conftest import coming
from tests.cluster.games import begin, eventually, options
from tests.cluster.workers import Cluster
from tests.hostile.test_clock_steps import LIBRARY
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web.harness import Table

GRACE = 20
"""Seconds of the workers' grace: long enough for a slow machine to go on in."""
AWAY = 20
"""Seconds for which a table waits for a person, where it does."""
FROZEN = float(AWAY)
"""Seconds for which a worker stands still: with those before it, longer than it takes others to notice and to wait for
a person."""
OUTCOMES = "tilerummy_commands_total"
LIMIT = 10
TOLERATED = 2.0
"""Seconds that a slow machine may add: less than half of what the clocks differ by."""


@contextmanager
def dying(redis: Redis, folder: Path) -> Iterator[tuple[Postgresql, Cluster]]:
    """A database of one's own, and three workers."""
    postgresql = Postgresql().start()
    try:
        cluster = Cluster(folder, postgresql.database(), redis.address, environment={"TILERUMMY_GRACE": str(GRACE)})
        try:
            yield postgresql, cluster.start()
        finally:
            cluster.close()
    finally:
        postgresql.stop()


@pytest.fixture
def mortal(redis: Redis, tmp_path: Path) -> Iterator[tuple[Postgresql, Cluster]]:
    with dying(redis, tmp_path) as both:
        yield both


def deadline(postgresql: Postgresql, room: str) -> int:
    """The deadline of a room, as the database has it."""
    return int(postgresql.execute(f"select deadline from test_1.game where id = '{room}'"))


def timed_out(*tables: Table) -> bool:
    """Whether any of them was told of a time-out."""
    return any('"timed-out"' in frame for table in tables for frame in table.frames)


def left(table: Table) -> float:
    """Seconds that are left of the turn, by the worker's own clock."""
    table.send({"t": "ping"})
    now = table.expect("pong")["now"]
    return float(table.state["deadline"] - now) / 1000


def test_a_worker_that_freezes_decides_nothing_and_costs_nobody_their_turn(
    mortal: tuple[Postgresql, Cluster],
) -> None:
    postgresql, cluster = mortal
    frozen = cluster.workers[0]
    with coming(cluster) as guest:
        game = begin(guest, limit=LIMIT)
        if game.moving is game.bobs:
            assert game.bobs.move({"t": "draw"})["t"] == "accepted"
        seq = game.moving.state["seq"]
        # another game, of people at the other workers
        other = begin(lambda number, same=None: guest(1 + number % 2, same), limit=600)
        before = deadline(postgresql, other.room)
        # and one whose mover loses it if they are away
        strict = begin(guest, options=options(away="end", away_seconds=AWAY))
        if strict.moving is strict.anns:
            assert strict.anns.move({"t": "draw"})["t"] == "accepted"
        strict.bobs.close()
        time.sleep(3)
        back = guest(2, strict.bob)
        frozen_deadline = deadline(postgresql, game.room)
        frozen.freeze()
        begun = time.monotonic()
        with back.join(strict.room) as bobs:
            eventually(lambda: deadline(postgresql, game.room) > frozen_deadline)
            assert deadline(postgresql, other.room) == before
            with guest(2, game.ann).join(game.room) as again:
                assert left(again) > GRACE
                while time.monotonic() - begun < FROZEN:
                    for moving, waiting in ((again, game.bobs), (game.bobs, again)):
                        moved = moving.move({"t": "draw"})["seq"]
                        waiting.catch_up(moved)
                    time.sleep(2)
                # what waits in the frozen worker is of the past by now
                game.anns.send({"t": "move", "id": "late", "on": seq, "move": {"t": "draw"}})
                frozen.thaw()
                assert game.anns.expect("accepted", "refused")["code"] == "stale"
                assert game.anns.catch_up(moved)
            time.sleep(2)
            assert bobs.move({"t": "draw"})["t"] == "accepted"
        assert not timed_out(*game.tables[1:], *other.tables)
        assert any('"event": "grace"' in worker.logged for worker in cluster.workers[1:])


def test_of_a_move_in_time_at_one_worker_and_the_time_out_of_the_others_the_move_stands(
    mortal: tuple[Postgresql, Cluster],
) -> None:
    _, cluster = mortal
    with coming(cluster) as guest:
        game = begin(guest, limit=5)
        moving, waiting = game.moving, game.waiting
        its, state = cluster.workers[0 if moving is game.anns else 1], moving.state
        end = time.monotonic() + left(moving)
        time.sleep(max(0, end - 1.5 - time.monotonic()))
        its.freeze()
        moving.send({"t": "move", "id": "m", "on": state["seq"], "move": {"t": "draw"}})
        # the others find that the turn is over, and leave it to the one that has the player
        time.sleep(max(0, end + 0.7 - time.monotonic()))
        its.thaw()
        assert moving.expect("accepted", "refused") == {"t": "accepted", "id": "m", "seq": state["seq"] + 1}
        for table in (moving, waiting, game.others):
            table.catch_up(state["seq"] + 1)
        assert not timed_out(*game.tables)
        assert waiting.state["turn_number"] == state["turn_number"] + 1


def test_a_worker_that_comes_or_goes_moves_nobody_elses_deadline(mortal: tuple[Postgresql, Cluster]) -> None:
    postgresql, cluster = mortal
    with coming(cluster) as guest:
        game = begin(guest, limit=600)
        before = deadline(postgresql, game.room)
        fourth = cluster.add()
        for end in (fourth.stop, fourth.kill):
            fourth.start()
            end()
        # those of one that is killed are given grace after some seconds
        time.sleep(5)
        assert deadline(postgresql, game.room) == before


@pytest.mark.skipif(LIBRARY is None, reason="faketime is not installed")
def test_clocks_that_differ_by_seconds_neither_give_nor_take_time(
    postgresql: Postgresql, redis: Redis, tmp_path: Path
) -> None:
    address = postgresql.database()
    schema = address.partition("search_path=")[2]
    cluster = Cluster(tmp_path, address, redis.address, 0, {"TILERUMMY_GRACE": "1"})
    try:
        for skew in ("+0", "+5", "-5"):
            steps = {"LD_PRELOAD": str(LIBRARY), "FAKETIME": f"{skew}s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
            cluster.add(steps)
        cluster.start()
        with coming(cluster) as guest:
            clocks: Any = {"clock.limit_seconds": None, "clock.bank_seconds": 30, "clock.increment_seconds": 2}
            # nobody moves at the other table, whose turns end by themselves meanwhile
            limited = begin(guest, limit=5)
            game = begin(guest, edition=None, house={"base": "original", "changes": clocks}, limit="edition")
            for _ in range(4):
                moving, seq = game.moving, game.moving.state["seq"]
                for table in game.tables:
                    assert table.catch_up(seq)["seq"] == seq
                begun = time.monotonic()
                spare = [left(table) + time.monotonic() - begun for table in game.tables]
                assert max(spare) - min(spare) < TOLERATED
                assert spare[0] <= 32 + TOLERATED
                time.sleep(4)
                assert moving.move({"t": "draw"})["t"] == "accepted"
                took = time.monotonic() - begun
                bank = moving.state["seats"][moving.state["you"]]["bank"] / 1000
                assert spare[0] - took - TOLERATED < bank < spare[0] - 4 + TOLERATED
            limited.others.until_turn(5)
        found = postgresql.execute(f"select at from {schema}.event where game_id = '{limited.room}' order by seq")
        ends = [int(at) / 1000 for at in found.split()][-4:]
        for begun, ended in pairwise(ends):
            assert 5 - TOLERATED < ended - begun < 5 + 2 * TOLERATED
    finally:
        cluster.close()
