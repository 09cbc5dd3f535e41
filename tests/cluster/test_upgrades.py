"""A rolling upgrade: servers of two versions on one database, and one that is too old to start."""

import shutil
from pathlib import Path

from tests.cluster.conftest import coming
from tests.cluster.games import begin, eventually
from tests.cluster.workers import Cluster
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.servers.server_process import SOURCE
from tilerummy.store.postgresql.schema import HEAD

ADDED = """
alter table game add column colour text not null default 'green';
create table added (id text primary key);
"""
"""What the next version adds."""


def test_servers_of_two_versions_play_on_together(postgresql: Postgresql, redis: Redis, tmp_path: Path) -> None:
    newer = shutil.copytree(SOURCE, tmp_path / "newer")
    migrations = newer / "tilerummy" / "store" / "migrations" / "postgresql"
    (migrations / f"{HEAD + 1:04}_added.sql").write_text(ADDED)
    cluster = Cluster(tmp_path, postgresql.database(), redis.address, 2)
    try:
        cluster.start()
        with coming(cluster) as guest:
            cluster.add({"PYTHONPATH": str(newer)}).start()
            game = begin(guest, limit=600)
            for _ in range(4):
                seq = game.moving.move({"t": "draw"})["seq"]
                for table in game.tables:
                    table.catch_up(seq)
            assert [one.status_code for one in cluster.asked("/readyz")] == [200] * 3
            old = cluster.workers[0]
            old.stop()
            old.launch()
            eventually(lambda: not old.runs)
            assert f"version {HEAD + 1}" in old.logged
            assert "Traceback" not in old.logged
            # she was sent elsewhere
            with guest(2, game.ann).join(game.room) as anns:
                moving = anns if anns.state["turn"] == anns.state["you"] else game.bobs
                moving.catch_up(anns.state["seq"])
                assert moving.move({"t": "draw"})["t"] == "accepted"
    finally:
        cluster.close()


def test_a_worker_that_finds_no_database_says_so_and_ends(redis: Redis, tmp_path: Path) -> None:
    postgresql = Postgresql().start()
    cluster = Cluster(tmp_path, postgresql.database(), redis.address, 1)
    (worker,) = cluster.workers
    try:
        for gone, back in ((postgresql.kill, postgresql.start), (postgresql.hang, postgresql.wake)):
            (tmp_path / "worker-0.log").unlink(missing_ok=True)
            gone()
            worker.launch()
            eventually(lambda: not worker.runs)
            (said,) = worker.logged.splitlines()
            assert "cannot be used" in said
            back()
            # whatever supervises it starts it again
            worker.start()
            worker.kill()
    finally:
        cluster.close()
        postgresql.stop()
