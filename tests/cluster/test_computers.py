"""Computer players of several workers: one worker thinks, and where it is killed another one takes over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.conftest import Seats
from tests.cluster.games import eventually
from tests.cluster.workers import Cluster, at, counted
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web.harness import Guest, Table

COMMANDS = "tilerummy_commands_total"


def my_turn(table: Table, after: int = 0) -> None:
    """Wait until it is the player's own, after turn number `after`."""
    table.until(lambda state: state["turn"] == state["you"] and state["turn_number"] > after)


def test_one_worker_thinks_for_all(cluster: Cluster, guest: Seats) -> None:
    before = cluster.counted(COMMANDS, by="computer")
    ann = guest(0)
    room = ann.make(name="Ann", seats=3, computers=["gentle", "gentle"], start=True)
    tables = [guest(number, ann).join(room) for number in range(3)]
    last = 0
    for turn in range(9):
        table = tables[turn % 3]
        my_turn(table, last)
        last = table.state["turn_number"]
        assert table.move({"t": "draw"})["t"] == "accepted"
    my_turn(tables[0], last)
    thought = cluster.counted(COMMANDS, by="computer") - before
    assert thought == tables[0].state["turn_number"] - 1 - 9
    assert cluster.counted(COMMANDS, by="computer", outcome="accepted") - before == thought


@pytest.fixture
def mortal(postgresql: Postgresql, redis: Redis, tmp_path: Path) -> Iterator[Cluster]:
    """Workers that a test may kill, whose computer players take a second."""
    settings = {"TILERUMMY_COMPUTER_PAUSE": "1"}
    cluster = Cluster(tmp_path, postgresql.database(), redis.address, environment=settings)
    try:
        yield cluster.start()
    finally:
        cluster.close()


@pytest.mark.parametrize("watched", [True, False])
def test_another_worker_takes_over_from_one_that_is_killed(mortal: Cluster, watched: bool) -> None:
    with Guest(mortal.workers[0].address) as ann:
        room = ann.make(name="Ann", computers=["gentle"], start=True, limit=30)
        with ann.join(room) as table:
            my_turn(table)
            assert table.move({"t": "draw"})["t"] == "accepted"
            turn = table.state["turn_number"]
            (thinking,) = [worker for worker in mortal.workers if sum(counted(worker, "tilerummy_computer_turns"))]
            others = [worker for worker in mortal.workers if worker is not thinking]
            if watched:
                with at(ann, others[0]) as elsewhere, elsewhere.join(room) as again:
                    thinking.kill()
                    again.until(lambda state: state["turn_number"] == turn + 1)
                    assert not any("timed-out" in frame for frame in again.frames)
                return
        thinking.kill()
        eventually(lambda: sum(sum(counted(worker, COMMANDS, by="computer")) for worker in others) == 1)
        with at(ann, others[1]) as elsewhere, elsewhere.join(room) as again:
            assert again.state["turn_number"] == turn + 1
            assert not any("timed-out" in frame for frame in again.frames)
