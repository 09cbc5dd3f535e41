"""A room whose rows are gone is let go by every server that has it, whatever removed them and however it notices."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from tests.rooms.harness import Clock, Harness, SlowReads, draw, eventually, in_two_halls, look, with_rooms
from tilerummy.bus import LocalBus
from tilerummy.rooms import commands
from tilerummy.rooms.beside import talking
from tilerummy.rooms.jobs.forgetting import knows, without
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.store import Store
from tilerummy.store.folder import open_store

TALKING = replace(USUAL, chat="everyone")


async def removed(hall: Harness, room: Room) -> None:
    """The room's rows are removed, and no server is told."""
    for player in room.state.people:
        await hall.store.forget(player, without(player))


async def commanded(room: Room) -> None:
    answer = await draw(room)
    assert isinstance(answer, Refused)
    assert answer.code == "record-gone"


async def spoken(room: Room) -> None:
    answer = await talking.say(room, "p9", commands.Say("s1", text="hello", name="Eve"))
    assert isinstance(answer, Refused)
    assert answer.code == "record-gone"


@pytest.mark.parametrize("noticed", [commanded, spoken])
def test_what_is_asked_of_it_is_refused_for_good(tmp_path: Path, noticed: Callable[[Room], Awaitable[None]]) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(options=TALKING)
        viewer = look(room, "p1")
        viewer.take()
        await removed(hall, room)
        for _ in range(2):
            await noticed(room)
        assert (room.gone, viewer.take()) == (True, [])
        assert look(room, None).take() == []
        assert await hall.rooms.find(room.id) is None
        assert await hall.store.said(room.id) == []

    with_rooms(tmp_path, work)


def test_who_looks_hears_so_before_anything_else_becomes_of_them(tmp_path: Path) -> None:
    """An outbox writes after what goes on now: the session of who asked to be forgotten ends after that."""

    async def work(hall: Harness) -> None:
        room, written = await hall.against("gentle"), asyncio.Event()

        def news() -> None:
            asyncio.get_running_loop().call_soon(written.set)

        viewer = room.join("p0", None, news)
        await asyncio.sleep(0)
        viewer.take()
        written.clear()
        await hall.rooms.forget("p0")
        assert (room.gone, written.is_set()) == (True, True)

    with_rooms(tmp_path, work)


def test_another_rematch_follows_one_that_was_removed(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game()
        for command in (commands.Resign("1"), commands.Rematch("2")):
            assert isinstance(await room.command("p0", command), Accepted)
        assert isinstance(await room.command("p1", commands.Rematch("3")), Refused)
        first = room.state.next
        assert room.shown.snapshot("p1").next == first
        await hall.store._change(("delete from game where id = $1", (first,)))  # type: ignore[attr-defined]
        await room.look_for_next()
        assert room.shown.snapshot("p1").next is None
        assert isinstance(await room.command("p1", commands.Rematch("4")), Accepted)
        assert room.shown.snapshot("p0").next == room.state.next != first
        assert await hall.rooms.find(room.state.next or "") is not None

    with_rooms(tmp_path, work)


def test_one_that_nobody_asks_anything_of_is_found_too(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room, other = await hall.game(), await hall.game()
        viewer, news = look(room, "p1"), asyncio.create_task(room.record.changed(room.seq))
        viewer.take()
        await hall.store._change(("delete from game where id = $1", (room.id,)))  # type: ignore[attr-defined]
        await hall.rooms.look_for_lost()
        assert (room.gone, await news) == (True, room.seq)
        assert await hall.rooms.find(room.id) is None
        assert await hall.room(other.id) is other

    with_rooms(tmp_path, work)


def test_a_room_knows_whom_its_host_sent_away(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        made = await hall.game()
        assert isinstance(await made.command("p1", commands.Resign("1")), Accepted)
        assert isinstance(await made.command("p0", commands.Rematch("2")), Accepted)
        room = await hall.room(made.state.next or "")
        assert isinstance(await room.command("p0", commands.Empty("3", 1)), Accepted)
        assert (knows(room, {"p1"}), knows(room, {"p2"})) == (True, False)

    with_rooms(tmp_path, work)


def test_a_line_after_one_that_was_forgotten_is_heard_everywhere(tmp_path: Path) -> None:
    async def work(hall: Harness, other: Harness) -> None:
        room = await hall.game(options=TALKING)
        there = await other.room(room.id)
        assert isinstance(await talking.say(room, "eve", commands.Say("1", text="hello", name="Eve")), Accepted)
        await hall.rooms.forget("eve")
        assert isinstance(await talking.say(there, "p0", commands.Say("2", text="hi")), Accepted)
        await room.record.refresh()
        assert [[line.text for line in one.chat.after(0)] for one in (room, there)] == [["hi"]] * 2
        assert room.chat.number == there.chat.number

    in_two_halls(tmp_path, work, shared_bus=False)


def test_computer_players_stop_there(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.against("gentle", limit=5)
        look(room, None)
        await removed(hall, room)
        await hall.rooms.look_for_lost()
        hall.clock.pass_by(60)
        await eventually(lambda: hall.rooms.load()[:3] == (0, 0, 0) and room.gone)
        assert await hall.store.due(hall.clock()) == []

    with_rooms(tmp_path, work, running=True)


@pytest.mark.parametrize("shared_bus", [True, False])
def test_every_server_lets_go_of_it(tmp_path: Path, shared_bus: bool) -> None:
    async def work(here: Harness, there: Harness) -> None:
        room = await here.against("gentle", options=TALKING)
        elsewhere = await there.room(room.id)
        viewer = look(elsewhere, "friend")
        assert len(viewer.take()) > 0
        assert len((await here.rooms.forget("p0")).games) == 1
        await eventually(lambda: elsewhere.gone)
        assert viewer.take() == []
        assert (await here.rooms.find(room.id), await there.rooms.find(room.id)) == (None, None)
        await spoken(elsewhere)

    in_two_halls(tmp_path, work, shared_bus=shared_bus)


def test_one_that_is_read_while_its_rows_go_is_not_kept(tmp_path: Path) -> None:
    async def run() -> None:
        store = open_store(tmp_path)
        room = (await Harness(store, Clock()).against("gentle")).id
        slow = SlowReads(store)
        hall = Harness(cast(Store, slow), Clock(), LocalBus())
        try:
            coming = asyncio.create_task(hall.rooms.find(room))
            await slow.read.wait()
            await store.forget("p0", without("p0"))
            changed = asyncio.create_task(hall.rooms.changed(room))
            await asyncio.sleep(0)
            slow.go_on.set()
            await asyncio.gather(coming, changed)
            assert await hall.rooms.find(room) is None
        finally:
            await hall.rooms.close()
            await store.close()

    asyncio.run(run())


def test_what_a_forgotten_guest_said_is_told_to_nobody_any_more(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(options=TALKING)
        for player, text in (("p0", "one"), ("eve", "two")):
            assert isinstance(await talking.say(room, player, commands.Say(text, text=text, name=player)), Accepted)
        viewer = look(room, "p1")
        viewer.take()
        assert (await hall.rooms.forget("eve")).games == ()
        assert [line.text for line in room.chat.after(0)] == ["one"]
        # the one who looks has had two lines, and hears of a third
        assert isinstance(await talking.say(room, "p0", commands.Say("three", text="three")), Accepted)
        assert b"three" in b"".join(viewer.take())

    with_rooms(tmp_path, work)
