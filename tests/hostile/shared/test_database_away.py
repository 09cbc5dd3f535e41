"""PostgreSQL in the hands of a person who stops it: nobody's turn ends while it does not answer."""

import os
import time
from pathlib import Path

import pytest

from tests.cluster.conftest import coming
from tests.cluster.games import begin, eventually
from tests.cluster.test_bad_days import LIMIT, OUTCOMES, dying, left, timed_out
from tests.cluster.workers import at
from tests.servers.redis import Redis

AWAY = float(os.environ.get("TILERUMMY_TEST_AWAY", "10"))
"""Seconds for which the database is away. Longer for a longer look: TILERUMMY_TEST_AWAY=60."""


@pytest.mark.parametrize("how", ["away", "hangs"])
def test_while_the_database_is_away_no_turn_ends_and_then_all_goes_on(redis: Redis, tmp_path: Path, how: str) -> None:
    with dying(redis, tmp_path) as (postgresql, cluster), coming(cluster) as guest:
        game = begin(guest, limit=LIMIT)
        moving, seq = game.moving, game.moving.state["seq"]
        postgresql.kill() if how == "away" else postgresql.hang()
        until = time.monotonic() + AWAY
        move = {"t": "move", "id": "m", "on": seq, "move": {"t": "draw"}}
        moving.send(move)
        refused = moving.expect("refused")
        assert (refused["id"], refused["code"]) == ("m", "storage-failed")
        eventually(lambda: all(one.text == "storage-failed\n" for one in cluster.asked("/healthz")))
        with at(game.ann, cluster.workers[2]) as ann, ann.connect(game.room) as table:
            table.send({"t": "join", "v": 1, "since": None})
            assert table.closed() == 1013
        time.sleep(max(0, until - time.monotonic()))
        postgresql.start() if how == "away" else postgresql.wake()
        eventually(lambda: all(one.status_code == 200 for one in cluster.asked("/healthz")))
        moving.send(move)
        assert moving.expect("accepted", "refused") == {"t": "accepted", "id": "m", "seq": seq + 1}
        for table in game.tables:
            table.catch_up(seq + 1)
        assert not timed_out(*game.tables)
        assert left(moving) > 0
        assert all('"event": "storage-failed"' in worker.logged for worker in cluster.workers)
        assert cluster.counted(OUTCOMES, command="move", outcome="storage-failed") == 1
