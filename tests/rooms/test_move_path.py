"""The move path: durable before answered, once however often sent, in order between servers, safe on a full disk."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.rooms.harness import Harness, draw, eventually, in_two_halls, look, mover, with_rooms
from tilerummy.rooms import commands
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.rooms.views.projection import public, seen_by
from tilerummy.store import StorageFailure, Write
from tilerummy.store.sqlite import SqliteStore


class FailingStore(SqliteStore):
    """A store whose disk can be full."""

    full = False

    async def append(self, *writes: Write) -> None:
        if self.full:
            raise StorageFailure("storage-full", "test")
        await super().append(*writes)

    async def arrive(self, worker: str, stale: int, now: int, grace: int) -> int:
        if self.full:
            raise StorageFailure("storage-full", "test")
        return await super().arrive(worker, stale, now, grace)


def test_an_accepted_move_is_in_the_store_and_a_resend_is_answered_the_same(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game()
        player, on = mover(room), room.seq
        move = commands.Move("m1", on, commands.DrawMove())
        first = await room.command(player, move)
        assert first == Accepted("m1", on + 1)
        _, rows = await hall.store.log(room.id)
        assert (rows[-1].seq, rows[-1].actor, rows[-1].command) == (on + 1, player, "m1")
        assert await room.command(player, move) == first
        assert await asyncio.gather(*(room.command(player, move) for _ in range(10))) == [first] * 10
        assert (await hall.store.log(room.id))[1] == rows

    with_rooms(tmp_path, work)


def test_a_server_that_starts_again_answers_a_resend_too(tmp_path: Path) -> None:
    sent: dict[str, Any] = {}

    async def before(hall: Harness) -> None:
        room = await hall.game()
        sent.update(room=room.id, player=mover(room), move=commands.Move("m1", room.seq, commands.DrawMove()))
        sent["answer"] = await room.command(sent["player"], sent["move"])

    async def after(hall: Harness) -> None:
        room = await hall.room(sent["room"])
        assert await room.command(sent["player"], sent["move"]) == sent["answer"]

    with_rooms(tmp_path, before)
    with_rooms(tmp_path, after)


@pytest.mark.parametrize("shared_bus", [True, False], ids=["hints", "poll only"])
def test_two_servers_on_one_store_take_turns_without_a_gap(tmp_path: Path, shared_bus: bool) -> None:
    async def work(first: Harness, second: Harness) -> None:
        here = await first.game()
        there = await second.room(here.id)
        viewer = look(there, None)
        assert viewer.take()
        await draw(here)
        await eventually(lambda: there.seq == here.seq)
        assert there.state == here.state
        frames = [msgspec.json.decode(frame) for frame in viewer.take()]
        assert [frame["t"] for frame in frames if frame["t"] != "presence"] == ["update"]

    in_two_halls(tmp_path, work, shared_bus=shared_bus)


def test_of_two_servers_the_slower_one_decides_again(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        here = await first.game()
        there = await second.room(here.id)
        player, on = mover(here), here.seq
        answers = await asyncio.gather(
            here.command(player, commands.Move("a", on, commands.DrawMove())),
            there.command(player, commands.Move("b", on, commands.DrawMove())),
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Refused"]
        refused = next(answer for answer in answers if isinstance(answer, Refused))
        assert refused.code == "stale"
        # The same command on both servers is one command.
        player, on = mover(here), here.seq
        await there.record.catch_up()
        same = commands.Move("c", on, commands.DrawMove())
        both = await asyncio.gather(here.command(player, same), there.command(player, same))
        assert list(both) == [Accepted("c", on + 1)] * 2

    in_two_halls(tmp_path, work, shared_bus=False)


def test_a_server_that_has_not_heard_of_a_command_knows_that_it_was_answered(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        here = await first.game()
        there = await second.room(here.id)
        player = mover(here)
        await draw(here, "once")
        assert await there.record.answered(player, "once")
        assert not await there.record.answered(player, "never")

    in_two_halls(tmp_path, work, shared_bus=False)


def test_what_is_shown_after_each_move_is_what_is_shown_of_the_room_as_it_is(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=60)
        shown = []
        for number in range(8):
            shown.append(room.shown.snapshot("p0"))
            whole = public(room.id, room.state, room.seq, room.deadline)
            assert shown[-1] == seen_by(whole, room.state, 0, owner=True)
            if number == 4:
                room.record.put_off((room.deadline or 0) + 1000)
            elif number == 6:
                await room.command("p0", commands.Resign("resign"))
            elif number < 6:
                await draw(room)
        assert len({one.deadline for one in shown}) > 2
        assert shown[-1].phase == "over"

    with_rooms(tmp_path, work)


def test_a_full_disk_refuses_the_move_changes_nothing_and_ends_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilerummy.store.folder.SqliteStore", FailingStore)

    async def work(hall: Harness) -> None:
        room = await hall.game(limit=60)
        viewer = look(room, "p0")
        viewer.take()
        seq, state = room.seq, room.state
        assert isinstance(hall.store, FailingStore)
        hall.store.full = True
        answer = await draw(room)
        assert isinstance(answer, Refused)
        assert (answer.code, room.seq, room.state) == ("storage-full", seq, state)
        hall.clock.pass_by(100)
        await asyncio.sleep(0.5)
        assert room.seq == seq
        hall.store.full = False
        await eventually(lambda: room.deadline is not None and room.deadline > hall.clock.at)
        assert room.seq == seq
        welcome = msgspec.json.decode((viewer.take())[0])
        assert (welcome["t"], welcome["state"]["deadline"]) == ("welcome", room.deadline)
        assert isinstance(await draw(room), Accepted)

    with_rooms(tmp_path, work, running=True)


def test_a_slow_viewer_gets_what_it_missed_in_one_message(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game()
        viewer = look(room, None)
        viewer.take()
        since = room.seq
        for _ in range(5):
            await draw(room)
        update = msgspec.json.decode((viewer.take())[0])
        assert (update["t"], update["since"], update["seq"]) == ("update", since, since + 5)
        assert [event["t"] for event in update["events"]] == ["drew"] * 5

    with_rooms(tmp_path, work)


def test_a_damaged_room_is_not_there_and_harms_no_other(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        from tilerummy.store import Row

        await hall.store.append(Write("broken", Row(1, "p0", None, b'[{"t":"linked"}]', 1), "playing", deadline=1))
        room = await hall.game(limit=5)
        hall.clock.pass_by(6)
        await eventually(lambda: room.entries[-1][0].actor == "clock")
        assert await hall.rooms.find("broken") is None

    with_rooms(tmp_path, work, running=True)
