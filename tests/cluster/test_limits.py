"""What an address may make, it may make at all workers together."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.cluster.conftest import coming
from tests.cluster.workers import Cluster
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web.harness import PATIENCE

pytestmark = pytest.mark.slow
NEW_GUESTS, BUDGET = 40, 60
"""What one address may make at once, with the share of it that these workers allow."""


@pytest.fixture
def strict(postgresql: Postgresql, redis: Redis, tmp_path: Path) -> Iterator[Cluster]:
    """Workers that allow an address a fiftieth of the usual."""
    cluster = Cluster(tmp_path, postgresql.database(), redis.address, TILERUMMY_PER_ADDRESS="0.02")
    try:
        yield cluster.start()
    finally:
        cluster.close()


def test_an_address_makes_no_more_guests_at_three_workers_than_at_one(strict: Cluster) -> None:
    made = 0
    for _ in range(NEW_GUESTS // 2):
        for worker in strict.workers:
            made += httpx.post(f"{worker.address}/api/session", timeout=PATIENCE).status_code == 200
    assert NEW_GUESTS * 0.9 < made < NEW_GUESTS * 1.4


def test_nor_more_rooms_than_its_guests_may(strict: Cluster) -> None:
    with coming(strict) as guest:
        ann = guest(0)
        asked = [guest(number, ann).http for number in range(3)]
        body = {"edition": "original", "seats": 2, "limit": None}
        made = sum(asked[number % 3].post("/api/rooms", json=body).status_code == 201 for number in range(15))
        assert BUDGET // 10 <= made <= BUDGET // 10 + 2
