"""Which rooms stay in memory."""

import asyncio
import gc
import sys
import weakref
from pathlib import Path
from typing import cast

import pytest

from tests.rooms.harness import Clock, Harness, SlowReads, draw, eventually, look, with_rooms
from tilerummy.records import registry
from tilerummy.rooms import hosting
from tilerummy.rooms.views.messages_out import Accepted
from tilerummy.store import Store
from tilerummy.store.folder import open_store


def test_a_room_people_look_at_stays_and_so_does_the_one_just_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LOADED", 1)

    async def work(hall: Harness) -> None:
        first = await hall.game()
        look(first, "p0")
        second = await hall.game()
        assert await hall.room(second.id) is second
        third = await hall.game()
        assert await hall.room(third.id) is third
        assert await hall.room(first.id) is first
        assert await hall.room(second.id) is not second

    with_rooms(tmp_path, work)


def test_rooms_that_nobody_needed_between_two_looks_are_let_go(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        watched, asked_for, idle = [await hall.game() for _ in range(3)]
        look(watched, None)
        thinking = await hall.against("gentle")
        while thinking.state.mover is None or thinking.state.mover.kind != "computer":
            assert isinstance(await draw(thinking), Accepted)
        assert hall.rooms.tidy() == 0
        assert await hall.room(asked_for.id) is asked_for
        assert hall.rooms.tidy() == 1
        assert await hall.room(watched.id) is watched
        assert await hall.room(asked_for.id) is asked_for
        assert await hall.room(thinking.id) is thinking
        again = await hall.room(idle.id)
        assert again is not idle
        assert again.state == idle.state

    with_rooms(tmp_path, work)


def test_no_more_rooms_are_let_go_at_once_than_is_stated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MOST", 2)

    async def work(hall: Harness) -> None:
        for _ in range(5):
            await hall.game()
        assert [hall.rooms.tidy() for _ in range(5)] == [0, 2, 2, 1, 0]

    with_rooms(tmp_path, work)


def test_rooms_share_their_editions_and_the_names_of_tiles(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        first, second = [await hall.game() for _ in range(2)]
        assert first.state.edition is second.state.edition
        assert first.state.game is not None
        assert first.state.game.edition is first.state.edition
        assert all(sys.intern(tile) is tile for tile in first.state.game.deck)

    with_rooms(tmp_path, work)


def test_a_room_that_is_let_go_leaves_the_memory_at_once(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game()
        viewer = look(room, "p0")
        viewer.take()
        room.leave(viewer)
        gone: list[weakref.ref[object]] = [weakref.ref(room), weakref.ref(room.audience)]
        gc.disable()
        try:
            hall.rooms.tidy()
            hall.rooms.tidy()
            del room, viewer
            await eventually(lambda: all(one() is None for one in gone))
        finally:
            gc.enable()

    with_rooms(tmp_path, work)


def test_nothing_is_read_any_more_when_the_server_has_ended(tmp_path: Path) -> None:
    async def run() -> None:
        store = open_store(tmp_path)
        room = (await Harness(store, Clock()).game()).id
        slow = SlowReads(store)
        hall = Harness(cast(Store, slow), Clock())
        hall.rooms.tasks.start(hall.rooms.find(room))
        await slow.read.wait()
        await hall.rooms.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        await store.close()

    asyncio.run(run())
