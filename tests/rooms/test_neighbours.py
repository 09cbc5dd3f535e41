"""Servers that share a store tell each other who looks at their rooms, again and again."""

import asyncio
from pathlib import Path

import pytest

from tests.rooms.harness import Clock, Harness, eventually, look
from tests.servers.redis import Redis
from tilerummy.bus.redis import RedisBus
from tilerummy.bus.signing import Signing
from tilerummy.rooms.presence import neighbours
from tilerummy.rooms.presence.elsewhere import FORGOTTEN
from tilerummy.store.folder import open_store


def test_who_was_forgotten_is_here_after_the_next_word_of_their_server(
    redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "ROOMS", 2)

    async def run() -> None:
        store, clock, buses = (
            open_store(tmp_path),
            Clock(),
            [RedisBus(redis.address, Signing((b"k" * 32,))) for _ in range(2)],
        )
        first, second = [Harness(store, clock, bus) for bus in buses]
        for bus in buses:
            await bus.start()
        await eventually(lambda: all(bus.up for bus in buses))
        here = [await first.game() for _ in range(5)]
        for room in here:
            look(await second.room(room.id), "p1")
        second.rooms._introduce()
        await eventually(lambda: all(room.audience.elsewhere.seats == {1} for room in here))
        clock.pass_by(FORGOTTEN + 1)
        for room in here:
            room.audience.forget_the_silent(room.state)
        assert not any(room.audience.elsewhere.seats for room in here)
        second.rooms._introduce()
        await eventually(lambda: all(room.audience.elsewhere.seats == {1} for room in here))
        for hall, bus in zip((first, second), buses, strict=True):
            await hall.rooms.close()
            await bus.close()
        await store.close()

    asyncio.run(run())
