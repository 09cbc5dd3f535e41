"""Buses: hints here at once, messages to others only, and a Redis that is killed, hangs, is flushed or absent."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.servers.redis import Redis
from tilerummy import cancellation, metrics
from tilerummy.bus.base import BusError
from tilerummy.bus.local import LocalBus
from tilerummy.bus.opening import open_bus
from tilerummy.bus.redis import SILENCE, WAITING, RedisBus
from tilerummy.bus.signing import Signing

PATIENCE = 60.0


class Server:
    """One server's bus, and all that it heard."""

    def __init__(self, address: str) -> None:
        self.bus = RedisBus(address, Signing((b"k" * 32,)))
        self.heard: list[tuple[Any, ...]] = []
        self.returns = 0
        self.bus.subscribe(lambda game, seq: self.heard.append(("hint", game, seq)))
        self.bus.hear("draft", lambda ident, body: self.heard.append(("draft", ident, body)))
        self.bus.whenever_up(self._returned)

    def _returned(self) -> None:
        self.returns += 1

    async def hears(self, what: tuple[Any, ...], say: Callable[[], None]) -> None:
        """Wait until it has heard this; what is said before a channel is followed, or meanwhile, is lost."""
        async with asyncio.timeout(PATIENCE):
            while what not in self.heard:
                say()
                await asyncio.sleep(0.02)


async def eventually(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def with_servers(address: str, work: Callable[[Server, Server], Awaitable[None]], *, up: bool = True) -> None:
    async def run() -> None:
        servers = Server(address), Server(address)
        for server in servers:
            await server.bus.start()
        try:
            if up:
                await eventually(lambda: all(server.bus.up for server in servers))
            await work(*servers)
        finally:
            for server in servers:
                await server.bus.close()

    asyncio.run(run())


def test_a_server_that_is_alone_hears_its_own_hints_at_once_and_nothing_else() -> None:
    bus, heard = LocalBus(), list[tuple[Any, ...]]()
    bus.subscribe(lambda game, seq: heard.append((game, seq)))
    bus.hear("draft", lambda ident, body: heard.append((ident, body)))
    bus.follow("g")
    bus.publish("g", 3)
    bus.say("draft", "g", b"x")
    bus.unfollow("g")
    assert heard == [("g", 3)]
    assert (bus.alone, bus.up) == (True, True)


def test_a_bus_closes_whatever_it_does_at_that_moment(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 loses a cancellation that comes in the moment in which a command is on its way."""
    monkeypatch.setattr(cancellation, "AGAIN", 0.0005)

    async def close_after(turns: int) -> None:
        bus = RedisBus(redis.address, Signing((b"k" * 32,)))
        await bus.start()
        await eventually(lambda: bus.up)
        bus.say("draft", "g", b"x")
        for _ in range(turns):
            await asyncio.sleep(0)
        await bus.close()

    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            for turns in 10 * list(range(14)):
                await close_after(turns)
                assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())


def test_servers_without_a_bus_between_them_know_that_they_are_not_alone() -> None:
    bus = open_bus(None, alone=False, signing=Signing((b"k" * 32,)))
    assert (bus.alone, bus.up) == (False, False)
    assert open_bus("", alone=True, signing=Signing((b"k" * 32,))).alone


@pytest.mark.parametrize("address", ["127.0.0.1:6379", "amqp://127.0.0.1", "redis://127.0.0.1:port"])
def test_what_is_no_address_of_a_bus_is_refused(address: str) -> None:
    with pytest.raises(BusError) as caught:
        open_bus(address, alone=False, signing=Signing((b"k" * 32,)))
    assert caught.value.code == "bus-unknown"


def test_hints_and_messages_reach_who_follows_and_nobody_hears_themselves(redis: Redis) -> None:
    async def work(here: Server, there: Server) -> None:
        there.bus.follow("g")
        await there.hears(("hint", "g", 7), lambda: here.bus.publish("g", 7))
        await there.hears(("draft", "g", b"x"), lambda: here.bus.say("draft", "g", b"x"))
        here.bus.publish("other", 1)
        here.bus.say("draft", "other", b"y")
        here.bus.say("unheard", "g", b"z")
        await there.hears(("draft", "", b"all"), lambda: here.bus.say("draft", "", b"all"))
        assert {one[:2] for one in there.heard} == {("hint", "g"), ("draft", "g"), ("draft", "")}
        assert {one[0] for one in here.heard} == {"hint"}
        assert here.returns == there.returns == 1

    with_servers(redis.address, work)


def test_what_is_followed_twice_is_followed_until_both_are_through(redis: Redis) -> None:
    async def work(here: Server, there: Server) -> None:
        for _ in range(2):
            there.bus.follow("g")
        there.bus.unfollow("g")
        await there.hears(("hint", "g", 1), lambda: here.bus.publish("g", 1))
        there.bus.unfollow("g")
        # what is asked of Redis later is done later
        there.bus.follow("h")
        await there.hears(("hint", "h", 1), lambda: here.bus.publish("h", 1))
        here.bus.publish("g", 2)
        await there.hears(("hint", "h", 2), lambda: here.bus.publish("h", 2))
        assert ("hint", "g", 2) not in there.heard

    with_servers(redis.address, work)


def test_installations_with_databases_of_their_own_hear_nothing_of_each_other(redis: Redis) -> None:
    async def work(here: Server, there: Server) -> None:
        stranger = Server(redis.address.removesuffix("/0") + "/1")
        await stranger.bus.start()
        await eventually(lambda: stranger.bus.up)
        stranger.bus.say("draft", "", b"b")
        await there.hears(("draft", "", b"a"), lambda: here.bus.say("draft", "", b"a"))
        await stranger.bus.close()
        assert {one[2] for one in there.heard} == {b"a"}

    with_servers(redis.address, work)


def test_a_redis_that_is_killed_and_comes_back_is_found_again(redis: Redis) -> None:
    async def work(here: Server, there: Server) -> None:
        there.bus.follow("g")
        await there.hears(("hint", "g", 1), lambda: here.bus.publish("g", 1))
        redis.kill()
        here.bus.publish("g", 2)
        await eventually(lambda: not here.bus.up and not there.bus.up)
        here.bus.publish("g", 3)
        assert ("hint", "g", 3) in here.heard
        assert here.bus.lost
        await asyncio.to_thread(redis.start)
        await eventually(lambda: here.returns == there.returns == 2)
        await there.hears(("hint", "g", 4), lambda: here.bus.publish("g", 4))

    with_servers(redis.address, work)


@pytest.mark.slow
def test_a_redis_that_hangs_is_noticed_and_nobody_waits_for_it(redis: Redis) -> None:
    async def work(here: Server, there: Server) -> None:
        there.bus.follow("g")
        await there.hears(("hint", "g", 1), lambda: here.bus.publish("g", 1))
        redis.hang()
        begun = time.monotonic()
        for seq in range(2 * WAITING):
            here.bus.publish("g", seq)
            here.bus.say("draft", "g", b"x")
        assert time.monotonic() - begun < 5
        assert here.bus.lost >= WAITING
        await eventually(lambda: not here.bus.up and not there.bus.up)
        assert time.monotonic() - begun < 4 * SILENCE
        redis.wake()
        await eventually(lambda: here.bus.up and there.bus.up)
        await there.hears(("hint", "g", -1), lambda: here.bus.publish("g", -1))

    with_servers(redis.address, work)


def test_a_redis_that_is_absent_at_the_start_is_found_when_it_comes(redis: Redis) -> None:
    redis.kill()

    async def work(here: Server, there: Server) -> None:
        there.bus.follow("g")
        here.bus.publish("g", 1)
        await asyncio.sleep(0)
        assert not here.bus.up
        await asyncio.to_thread(redis.start)
        await there.hears(("hint", "g", 2), lambda: here.bus.publish("g", 2))

    with_servers(redis.address, work, up=False)


def test_hints_of_one_moment_go_in_one_piece_and_the_last_of_a_game_counts(redis: Redis) -> None:
    async def work(here: Server, there: Server) -> None:
        for game in "gh":
            there.bus.follow(game)
        for seq in range(1, 6):
            for game in "ghi":
                here.bus.publish(game, seq)
        await eventually(lambda: len(there.heard) >= 2)
        assert sorted(there.heard) == [("hint", "g", 5), ("hint", "h", 5)]

    with_servers(redis.address, work)


def test_after_an_error_that_nobody_expected_the_bus_goes_on(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(here: Server, there: Server) -> None:
        before = failures()
        with monkeypatch.context() as patched, capture_logs() as logs:
            patched.setattr(there.bus, "_heard", lambda channel, data: 1 // 0)
            here.bus.say("draft", "", b"x")
            await eventually(lambda: not there.bus.up)
        assert failures() == before + 1
        assert "bus-failed" in [line["event"] for line in logs]
        await eventually(lambda: there.returns == 2)
        await there.hears(("draft", "", b"y"), lambda: here.bus.say("draft", "", b"y"))

    with_servers(redis.address, work)


def failures() -> float:
    """How many such errors were counted."""
    (counted,) = metrics.BUS_FAILURES.collect()
    return counted.samples[0].value


def test_nonsense_flushes_and_faulty_listeners_change_nothing(redis: Redis) -> None:
    async def work(here: Server, there: Server) -> None:
        there.bus._listeners.insert(0, lambda game, seq: 1 // 0)  # type: ignore[arg-type]
        there.bus.follow("g")
        await there.hears(("hint", "g", 1), lambda: here.bus.publish("g", 1))
        redis.command("FLUSHALL")
        redis.command("PUBLISH", "tilerummy:0:g", "nonsense")
        await there.hears(("hint", "g", 2), lambda: here.bus.publish("g", 2))
        redis.command("CLIENT", "KILL", "TYPE", "pubsub")
        await eventually(lambda: there.returns == 2)
        await there.hears(("hint", "g", 3), lambda: here.bus.publish("g", 3))

    with_servers(redis.address, work)
