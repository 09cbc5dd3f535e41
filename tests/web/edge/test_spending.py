"""What is spent at one server is missing at the others, as long as they hear each other."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.servers.redis import Redis
from tests.web.harness import PATIENCE
from tilerummy.bus.redis import RedisBus
from tilerummy.bus.signing import Signing
from tilerummy.rates import Bucket, Rates
from tilerummy.web.edge.spending import Spending

SHARED: dict[str, Callable[[Spending], Rates]] = {
    "budget of a guest": lambda spending: spending.budget.of_guest,
    "budget of an address": lambda spending: spending.budget.of_address,
    "new guests": lambda spending: spending.new_guests,
    "unknown links": lambda spending: spending.unknown_links,
    "lines": lambda spending: spending.lines,
    "reactions": lambda spending: spending.reactions,
}


class Server:
    """What one server knows of what was spent."""

    def __init__(self, address: str) -> None:
        self.bus = RedisBus(address, Signing((b"k" * 32,)))
        self.spending = Spending(self.bus, 1)


async def eventually(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def with_servers(redis: Redis, work: Callable[[Server, Server], Awaitable[None]]) -> None:
    async def run() -> None:
        one, two = servers = Server(redis.address), Server(redis.address)
        for server in servers:
            await server.bus.start()
        try:
            await eventually(lambda: one.bus.up and two.bus.up)
            await work(one, two)
        finally:
            for server in servers:
                await server.bus.close()

    asyncio.run(run())


def all_taken(rates: Rates, key: str) -> None:
    """Take all that a key has at once."""
    assert rates.take(key, rates.of(key).burst)


def half_there(rates: Rates, key: str) -> bool:
    """Whether half of it is there: it takes seconds to come again, however slow the machine is."""
    return rates.of(key).has(rates.of(key).burst / 2)


@pytest.mark.parametrize("name", SHARED)
def test_what_is_spent_at_one_server_is_missing_at_the_other(redis: Redis, name: str) -> None:
    async def work(one: Server, two: Server) -> None:
        here, there = (SHARED[name](server.spending) for server in (one, two))
        all_taken(here, "ann")
        await eventually(lambda: not half_there(there, "ann"))
        assert half_there(here, "bob")
        assert half_there(there, "bob")
        for other in SHARED.keys() - {name}:
            assert half_there(SHARED[other](two.spending), "ann")

    with_servers(redis, work)


def test_without_a_redis_each_server_counts_alone_until_it_is_back(redis: Redis) -> None:
    async def work(one: Server, two: Server) -> None:
        redis.kill()
        await eventually(lambda: not one.bus.up and not two.bus.up)
        for server in (one, two):
            all_taken(server.spending.lines, "ann")
            assert not half_there(server.spending.lines, "ann")
        redis.start()
        await eventually(lambda: one.bus.up and two.bus.up)
        all_taken(one.spending.lines, "bob")
        await eventually(lambda: not half_there(two.spending.lines, "bob"))

    with_servers(redis, work)


def test_what_is_spent_elsewhere_counts_also_after_a_long_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("tilerummy.rates.monotonic", lambda: now)
    bucket = Bucket(rate=1, burst=10)
    now = 1000.0
    bucket.spend(12)
    assert not bucket.has(1)
    now += 3
    assert bucket.has(1)
    assert not bucket.has(2)
