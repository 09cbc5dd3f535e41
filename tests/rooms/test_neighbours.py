"""Servers that share a store tell each other who looks at their rooms, again and again."""

import asyncio
from pathlib import Path

import pytest

from tests.rooms.harness import Clock, Harness, eventually, look, mover
from tests.servers.redis import Redis
from tilerummy.bus.redis import RedisBus
from tilerummy.bus.signing import Signing
from tilerummy.rooms import commands
from tilerummy.rooms.beside import arranging
from tilerummy.rooms.presence import neighbours
from tilerummy.rooms.presence.elsewhere import FORGOTTEN
from tilerummy.rooms.views.live_draft import decode_laid
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


def test_a_draft_counts_from_a_server_that_has_its_player(redis: Redis, tmp_path: Path) -> None:
    """And it is said again by the server alone where it was made."""

    async def run() -> None:
        store, clock = open_store(tmp_path), Clock()
        buses = [RedisBus(redis.address, Signing((b"k" * 32,))) for _ in range(3)]
        halls = [Harness(store, clock, bus) for bus in buses]
        for bus in buses:
            await bus.start()
        await eventually(lambda: all(bus.up for bus in buses))
        here = await halls[0].game(limit=60)
        there, elsewhere = [await hall.room(here.id) for hall in halls[1:]]
        player, game = mover(here), here.state.game
        assert game is not None
        assert game.turn is not None
        tile = next(tile for tile in game.racks[game.turn] if tile not in "JDCM")
        viewer = look(there, player)
        await eventually(lambda: here.audience.elsewhere.seats == elsewhere.audience.elsewhere.seats == {game.turn})
        told: list[bytes] = []
        buses[0].hear("laid", lambda _, body: told.append(body))
        for made_at, counts in ((elsewhere, False), (there, True)):
            arranging.preview(made_at, player, commands.Preview(1, here.seq, (), (tile,)))
            await eventually(lambda: bool(told))
            await here.record.refresh()
            assert (here.draft.play(here.seq) is not None) == counts
            told.clear()
        buses[1].hear("laid", lambda _, body: told.append(body))
        here.draft.say_again(here.seq)
        there.draft.say_again(here.seq)
        await eventually(lambda: bool(told))
        assert [decode_laid(body).server for body in told] == [halls[1].rooms.server]
        there.leave(viewer)
        for hall, bus in zip(halls, buses, strict=True):
            await hall.rooms.close()
            await bus.close()
        await store.close()

    asyncio.run(run())
