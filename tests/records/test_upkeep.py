"""What is done beside everything else: games that are over are packed, and play, show and go on as before."""

import asyncio
from pathlib import Path

import pytest

from tests.rooms.harness import Harness, eventually, with_rooms
from tilerummy import editions
from tilerummy.records import upkeep
from tilerummy.records.upkeep import Upkeep
from tilerummy.rooms.decide import computer, create, starting
from tilerummy.rooms.decision import after, then
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.room import Room
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.rules.game.events import Event
from tilerummy.rules.game.record import Record, dumps, loads, rejudge
from tilerummy.store import StorageFailure
from tilerummy.store.sqlite import SqliteStore


async def finished(hall: Harness) -> Room:
    """A room whose game computers have played to its end."""
    made = create(editions.load("original"), None, "p0", (computer("gentle", ("Ann",)),) * 2, start=False)
    begun, ident = then(made, starting(after(made.state).state)), new_room_id()
    await hall.store.append(first_write(ident, begun, "p0", hall.clock()))
    room = await hall.room(ident)
    await eventually(lambda: room.state.phase == "over")
    return room


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are packed at once; the tests' clock is ahead of the store's."""
    monkeypatch.setattr(upkeep, "EVERY", 0.01)
    monkeypatch.setattr(upkeep, "SETTLED", -(10**9))


async def packed(hall: Harness, room: Room) -> None:
    """Wait until one row holds all of the room."""
    assert isinstance(hall.store, SqliteStore)
    async with asyncio.timeout(60):
        while await hall.store._read("select 1 from event where game_id = $1 and edition is null", room.id):
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("soon")
def test_a_finished_game_is_packed_and_its_record_judges_the_same(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await finished(hall)
        keeping = Upkeep(hall.store)
        await keeping.start()
        await packed(hall, room)
        again = await Harness(hall.store, hall.clock).room(room.id)
        assert (again.entries, again.state) == (room.entries, room.state)
        events = tuple(event for entry in again.entries for event in entry.events if isinstance(event, Event))
        assert rejudge(loads(dumps(Record(("Ann", "Bob"), events)))) == ()
        await keeping.close()

    with_rooms(tmp_path, work, running=True)


@pytest.mark.usefixtures("soon")
def test_a_store_that_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Harness) -> None:
        room, tries, pack = await finished(hall), list[int](), hall.store.pack

        async def troubled(before: int) -> int:
            tries.append(before)
            if len(tries) < 3:
                raise StorageFailure("storage-full", "test")
            return await pack(before)

        monkeypatch.setattr(hall.store, "pack", troubled)
        keeping = Upkeep(hall.store)
        await keeping.start()
        await packed(hall, room)
        await keeping.close()
        assert len(tries) >= 3

    with_rooms(tmp_path, work, running=True)
