"""What an address may make and a guest may say, they may at all workers together."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.cluster.conftest import Seats, coming
from tests.cluster.workers import Cluster
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web.harness import PATIENCE
from tilerummy.web.limits import lines

NEW_GUESTS, BUDGET = 40, 60
"""What one address may make at once, with the share of it that these workers allow."""


@pytest.fixture
def strict(postgresql: Postgresql, redis: Redis, tmp_path: Path) -> Iterator[Cluster]:
    """Workers that allow an address a fiftieth of the usual."""
    cluster = Cluster(tmp_path, postgresql.database(), redis.address, environment={"TILERUMMY_PER_ADDRESS": "0.02"})
    try:
        yield cluster.start()
    finally:
        cluster.close()


def test_an_address_makes_no_more_guests_at_three_workers_than_at_one(strict: Cluster) -> None:
    made = 0
    for _ in range(NEW_GUESTS // 2):
        for worker in strict.workers:
            made += httpx.post(f"{worker.address}/api/session", timeout=PATIENCE, verify=False).status_code == 200
    assert NEW_GUESTS * 0.9 < made < NEW_GUESTS * 1.4


def test_nor_more_rooms_than_its_guests_may(strict: Cluster) -> None:
    with coming(strict) as guest:
        ann = guest(0)
        asked = [guest(number, ann).http for number in range(3)]
        body = {"edition": "original", "seats": 2, "limit": None}
        made = sum(asked[number % 3].post("/api/rooms", json=body).status_code == 201 for number in range(15))
        assert BUDGET // 10 <= made <= BUDGET // 10 + 2


def test_nor_does_a_guest_say_more(guest: Seats) -> None:
    ann = guest(0)
    room, allowed = ann.make(name="Ann"), lines().of("")
    with ExitStack() as stack:
        tables = [stack.enter_context(guest(number, ann).join(room)) for number in range(3)]
        begun, said = time.monotonic(), 0

        def most() -> float:
            return allowed.burst + (time.monotonic() - begun) * allowed.rate

        def says(number: int) -> bool:
            answer = tables[number].ask("say", phrase="hello")
            assert answer["t"] == "accepted" or answer["code"] == "chat-too-fast"
            return bool(answer["t"] == "accepted")

        # until it hears of the others each worker counts alone, and no worker gives more than that
        for number in range(3):
            own = 0
            while says(number):
                own += 1
                assert own <= most()
            said += own
        assert said >= allowed.burst
        # what was too much is owed at all of them, for longer than one that counts alone needs to give a line again
        again = begun + 1.2 / allowed.rate
        while time.monotonic() < again:
            time.sleep(0.02)
            number = (number + 1) % 3
            if says(number):
                said += 1
                # one line may be on its way between two workers
                assert said <= most() + 1
