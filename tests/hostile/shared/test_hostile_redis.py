"""Redis in a stranger's hands: who can say and hear everything there changes nothing that a server hears."""

import asyncio
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis as Client
from structlog.testing import capture_logs

from tests.servers.redis import Redis
from tilerummy import metrics
from tilerummy.bus import redis as bus
from tilerummy.bus.local import LocalBus
from tilerummy.bus.redis import RedisBus
from tilerummy.bus.signing import STALE, ForgedError, Signing
from tilerummy.rooms.host import TOPICS
from tilerummy.web.edge.spending import TOPIC, Spending

OURS, ANOTHERS = (b"k" * 32,), (b"x" * 32,)
HEARD = (*TOPICS, "all-here", "tables", f"{TOPIC}guest", f"{TOPIC}address")
FLOOD = """
import socket, sys
port, piece = int(sys.argv[1]), b"x" * int(sys.argv[2])
publish = b"*3\\r\\n$7\\r\\nPUBLISH\\r\\n$12\\r\\ntilerummy:0:\\r\\n$%d\\r\\n%b\\r\\n" % (len(piece), piece)
line = socket.create_connection(("127.0.0.1", port))
line.sendall(b"CONFIG SET client-output-buffer-limit 'pubsub 0 0 0'\\r\\n")
while True:
    line.sendall(publish * max(1, 2**16 // len(publish)))
    line.recv(2**20)
"""
"""Publishes pieces of a size, as fast as Redis takes them."""
LAG = 1.0
"""Seconds for which the event loop may be taken: a flood took it for as long as it lasted."""
MEMORY = 2**23
"""Bytes that any message may take: one of 64 MiB took six times as much."""
ROOM, CHANNEL = "room", "tilerummy:0:room"
PATIENCE = 60.0
_encode = msgspec.msgpack.encode


class Clock:
    """Milliseconds that pass when the test says so."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def __call__(self) -> int:
        return self.at


def refusals() -> float:
    (counted,) = metrics.BUS.collect()
    return sum(sample.value for sample in counted.samples if sample.labels.get("direction") == "refused")


def forged() -> list[bytes]:
    """What a person without a key can think of: the older form, garbage, and messages signed by a key of their own."""
    others = Signing(ANOTHERS)
    bodies = [(topic, body) for topic in HEARD for body in (b"", b"\xff\xfe", _encode(("guest", float("inf"))))]
    plain = [_encode((b"evil1234", topic, 0, body)) for topic, body in bodies]
    signed = [others.sign(CHANNEL, _encode((topic, body))) for topic, body in bodies]
    return [*plain, *signed, b"", b"nonsense", b"\0" * 56, b"\0" * 4096]


def test_forged_recorded_and_moved_messages_are_not_heard(redis: Redis) -> None:
    async def run() -> None:
        here, there = (RedisBus(redis.address, Signing(OURS)) for _ in range(2))
        heard: list[tuple[str, bytes]] = []
        for topic in HEARD:
            there.hear(topic, lambda ident, body: heard.append((ident, body)))
        there.subscribe(lambda game, seq: heard.append((game, b"hint")))
        for ident in (ROOM, "other"):
            there.follow(ident)
        stranger: Any = Client.from_url(redis.address)
        ears = stranger.pubsub()
        await ears.psubscribe("*")
        await here.start()
        await there.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while not heard:
                    here.say("laid", ROOM, b"a draft")
                    here.publish(ROOM, 1)
                    await asyncio.sleep(0.05)
                recorded: list[tuple[str, bytes]] = []
                while len(recorded) < 2:
                    message = await ears.get_message(ignore_subscribe_messages=True, timeout=1)
                    if message is not None:
                        recorded.append((message["channel"].decode(), message["data"]))
                await asyncio.sleep(0.1)
                heard.clear()
                attacks = [(CHANNEL, frame) for frame in forged()] + recorded
                attacks += [("tilerummy:0:other", frame) for _, frame in recorded]
                attacks += [(channel, frame[:-1] + b"!") for channel, frame in recorded]
                before = refusals()
                with capture_logs() as said:
                    for channel, frame in attacks:
                        await stranger.publish(channel, frame)
                    while refusals() < before + len(attacks):
                        await asyncio.sleep(0.01)
                assert {line["event"] for line in said} == {"bus-refused"}
                assert len(said) <= 2, "each server says it once"
                while ("room", b"another draft") not in heard:
                    here.say("laid", ROOM, b"another draft")
                    await asyncio.sleep(0.05)
                assert set(heard) == {("room", b"another draft")}, "and nothing of all that"
        finally:
            await ears.aclose()
            await stranger.aclose()
            await here.close()
            await there.close()

    asyncio.run(run())


@pytest.mark.parametrize("size", [16, 2**20 - 2**10, 2**26])
def test_no_flood_takes_the_time_or_the_memory_of_a_server(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(bus, "STRANGE", 2_000)

    async def run() -> None:
        here, there = (RedisBus(redis.address, Signing(OURS)) for _ in range(2))
        heard: list[bytes] = []
        there.hear("laid", lambda _, body: heard.append(body))
        there.follow(ROOM)
        lags: list[float] = []

        async def until(holds: Callable[[], bool]) -> None:
            async with asyncio.timeout(PATIENCE):
                while not holds():
                    begun = time.monotonic()
                    await asyncio.sleep(0.01)
                    lags.append(time.monotonic() - begun)

        await here.start()
        await there.start()
        try:
            await until(lambda: here.up and there.up)
            tracemalloc.start()
            with subprocess.Popen([sys.executable, "-c", FLOOD, str(redis.port), str(size)]) as flood:
                try:
                    # it hangs up on who says so much
                    await until(lambda: not here.up and not there.up)
                finally:
                    flood.kill()
            assert max(lags) < LAG
            assert tracemalloc.get_traced_memory()[1] < MEMORY

            def arrived() -> bool:
                here.say("laid", ROOM, b"a draft")
                return bool(heard)

            await until(arrived)
        finally:
            tracemalloc.stop()
            await here.close()
            await there.close()

    asyncio.run(run())


def test_messages_are_heard_once_in_time_and_by_every_key_of_a_rotation() -> None:
    clock = Clock()
    old, new, retired = Signing(OURS, clock), Signing((*ANOTHERS, *OURS), clock), Signing(ANOTHERS, clock)
    first, second = old.sign("c", b"1"), old.sign("c", b"2")
    assert (new.read("c", first), new.read("c", second)) == (b"1", b"2")
    assert old.read("c", first) is None, "one's own"
    assert retired.read("c", new.sign("c", b"3")) == b"3"
    late = old.sign("c", b"late")
    for signing, channel, frame in ((new, "c", first), (new, "d", old.sign("c", b"4")), (retired, "c", second)):
        with pytest.raises(ForgedError):
            signing.read(channel, frame)
    with pytest.raises(ForgedError):
        old.read("c", first)  # one's own, once more
    clock.at += round(STALE * 1000) + 1
    for signing in (new, Signing(OURS, clock)):
        with pytest.raises(ForgedError):
            signing.read("c", late)


@pytest.mark.parametrize("tokens", [float("inf"), float("-inf"), float("nan"), -1e18, 1e18, -1.0])
def test_no_count_of_another_server_takes_more_than_there_can_be(
    tokens: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    hearers = {}
    bus = LocalBus()
    monkeypatch.setattr(bus, "hear", lambda topic, hearer: hearers.update({topic: hearer}))
    spending = Spending(bus, 1)
    hearers[f"{TOPIC}guest"]("", _encode(("ann", tokens)))
    assert spending.budget.of_guest.of("ann").full
