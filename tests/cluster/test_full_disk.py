"""The database's disk is full: moves are refused, nothing that was acknowledged is lost, and then all goes on."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.conftest import coming
from tests.cluster.games import begin, eventually
from tests.cluster.workers import Cluster
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web.harness import Guest

SIZE = 100
"""Megabytes of the disk: a cluster with two pieces of its log takes most of them."""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, where we may make one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}m,mode=755", "tmpfs", str(place)]
    if sys.platform != "linux" or os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("may not mount a file system here")
    for above in place.parents:
        if above.stat().st_mode & 0o077 == 0:
            above.chmod(above.stat().st_mode | 0o011)
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def until_refused(cluster: Cluster) -> str:
    """Make rooms until nothing more is kept; the word of the refusal."""
    for number in range(100):
        with Guest(cluster.workers[number % len(cluster.workers)].address) as guest:
            for _ in range(25):
                answer = guest.http.post("/api/rooms", json={"edition": "original", "seats": 2, "limit": None})
                if answer.status_code == 503:
                    return str(answer.json()["code"])
                assert answer.status_code == 201, answer.text
    raise AssertionError("the disk is not full")


def test_a_full_disk_refuses_moves_and_loses_none(small_disk: Path, redis: Redis, tmp_path: Path) -> None:
    folder = small_disk / "cluster"
    folder.mkdir()
    postgresql = Postgresql(folder, max_wal_size="32MB", min_wal_size="32MB").start()
    cluster = Cluster(tmp_path, postgresql.database(), redis.address)
    filling = small_disk / "filling"
    try:
        cluster.start()
        with coming(cluster) as guest:
            game = begin(guest, limit=600)
            with filling.open("wb") as file:
                file.write(b" " * shutil.disk_usage(small_disk).free)
            # what was free within its files is used first
            assert until_refused(cluster) in ("storage-full", "storage-failed")
            assert cluster.counted("tilerummy_requests_total", route="/api/rooms", status="503") >= 1
            seq = game.moving.state["seq"]
            move = {"t": "move", "id": "m", "on": seq, "move": {"t": "draw"}}
            game.moving.send(move)
            game.moving.expect("accepted", "refused")
            filling.unlink()
            eventually(lambda: all(one.status_code == 200 for one in cluster.asked("/readyz")))
            moving = game.moving
            moving.send(move)
            assert moving.expect("accepted", "refused") == {"t": "accepted", "id": "m", "seq": seq + 1}
            for table in game.tables:
                table.catch_up(seq + 1)
            assert not any('"timed-out"' in frame for table in game.tables for frame in table.frames)
    finally:
        cluster.close()
        postgresql.stop()
