"""Turns that run out: at the deadline, once, by the edition's rule and the draft, with grace after an absence."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.rooms.harness import Harness, draw, eventually, in_two_halls, look, mover, with_rooms
from tilerummy import editions
from tilerummy.rooms import caretaking, commands
from tilerummy.rooms.beside import arranging
from tilerummy.rooms.endgame import PATIENCE
from tilerummy.rooms.hosting import SLACK
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.live_draft import Laid
from tilerummy.rooms.views.messages_out import Accepted, Previewed, Refused
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.events import TimedOut
from tilerummy.store import Row, StorageFailure, Store, Write
from tilerummy.store.base import Head


def last_event(room: Any) -> Any:
    """The first event of the room's last row."""
    return room.entries[-1][1][0]


def banks(room: Room) -> tuple[int, ...]:
    """What the clocks of its seats hold."""
    assert room.state.banks is not None
    return room.state.banks


async def all_at(rooms: list[Room], seq: int) -> None:
    """Wait until each of them has come so far."""
    await eventually(lambda: all(room.seq == seq for room in rooms))


@pytest.mark.parametrize(("limit", "seconds"), [("edition", 60), (20, 20)])
def test_a_turn_ends_at_its_deadline_and_not_before(tmp_path: Path, limit: Any, seconds: int) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=limit)
        seq, seat = room.seq, room.state.game and room.state.game.turn
        assert room.deadline == hall.clock.at + seconds * 1000
        hall.clock.pass_by(seconds - 0.001)
        await caretaking.time_out(room)
        assert room.seq == seq
        hall.clock.pass_by(0.001)
        late = await draw(room)
        assert isinstance(late, Refused)
        assert late.code == "too-late"
        await asyncio.gather(caretaking.time_out(room), caretaking.time_out(room))
        assert room.seq == seq + 1
        event = last_event(room)
        assert isinstance(event, TimedOut)
        assert (event.seat, event.outcome, event.drawn) == (seat, "idle", 1)
        assert room.deadline == hall.clock.at + seconds * 1000

    with_rooms(tmp_path, work)


def test_without_a_limit_and_where_it_is_optional_turns_do_not_end(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        assert (await hall.game(limit=None)).deadline is None
        assert (await hall.game(limit="edition", edition="sabra")).deadline is None
        assert (await hall.game(limit=120, edition="sabra")).deadline == hall.clock.at + 120_000

    with_rooms(tmp_path, work)


def test_the_sweep_ends_turns_by_itself(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        rooms = [await hall.game(limit=10) for _ in range(3)]
        for seq in range(2, 5):
            hall.clock.pass_by(10)
            await all_at(rooms, seq)
        assert all(isinstance(last_event(room), TimedOut) for room in rooms)

    with_rooms(tmp_path, work, running=True)


def test_a_room_that_fails_keeps_no_other_from_going_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Harness) -> None:
        broken, sound = await hall.game(limit=10), await hall.game(limit=20)

        monkeypatch.setattr(broken, "unanswered", None)
        hall.clock.pass_by(20)
        await eventually(lambda: sound.seq == 2)
        assert broken.seq == 1

    with_rooms(tmp_path, work, running=True)


async def write_gibberish(store: Store, room: Room) -> None:
    """A row that only a newer program can read."""
    row = Row(room.seq + 1, "p0", None, b'[{"t":"unheard-of"}]', room.record.changed_at)
    await store.append(Write(room.id, row, "playing"))


def test_a_room_that_cannot_be_read_keeps_no_other_from_going_on(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        broken, sound = await hall.game(limit=10), await hall.game(limit=20)
        await write_gibberish(hall.store, broken)
        hall.rooms.storage_failed(StorageFailure("storage-failed", "as the test says"))
        await eventually(lambda: hall.rooms.trouble is None)
        hall.clock.pass_by(20)
        await eventually(lambda: sound.seq == 2)
        assert broken.seq == 1

    with_rooms(tmp_path, work, running=True)


def test_a_row_that_cannot_be_read_keeps_no_other_from_being_heard_of(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        games = [await first.game() for _ in range(3)]
        there = [await second.room(game.id) for game in games]
        watching = [look(room, "p1") for room in there]
        await write_gibberish(first.store, games[1])
        await draw(games[0])
        await draw(games[2])
        await eventually(lambda: there[0].seq == there[2].seq == 2)
        assert (there[1].seq, len(watching)) == (1, 3)

    in_two_halls(tmp_path, work, shared_bus=False)


def test_the_draft_of_the_mover_decides_and_nobody_elses(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=60)
        game = room.state.game
        assert game is not None
        assert game.turn is not None
        tile = next(tile for tile in game.racks[game.turn] if tile not in "JDCM")
        draft = commands.Preview(1, room.seq, (), (tile,))
        other = "p1" if mover(room) == "p0" else "p0"
        assert isinstance(arranging.preview(room, mover(room), draft), Previewed)
        arranging.preview(room, other, commands.Preview(1, room.seq, (), ()))
        arranging.preview(room, None, commands.Preview(1, room.seq, (), ()))
        hall.clock.pass_by(60)
        await caretaking.time_out(room)
        event = last_event(room)
        assert (event.outcome, event.drawn) == ("unfinished", 3)
        # A draft is of one turn: the next one begins with none.
        hall.clock.pass_by(60)
        await caretaking.time_out(room)
        assert last_event(room).outcome == "idle"

    with_rooms(tmp_path, work)


def test_a_restart_gives_everyone_grace_and_the_timers_go_on(tmp_path: Path) -> None:
    rooms: list[str] = []

    async def before(hall: Harness) -> None:
        rooms.append((await hall.game(limit=20)).id)

    async def after(hall: Harness) -> None:
        # The clock starts again at the same moment: 20 seconds are left, which is more than the grace.
        room = await hall.room(rooms[0])
        assert room.deadline == hall.clock.at + 20_000

    async def much_later(hall: Harness) -> None:
        room = await hall.room(rooms[0])
        assert room.deadline == hall.clock.at + 30_000
        hall.clock.pass_by(29)
        await asyncio.sleep(0.3)
        assert room.seq == 1
        hall.clock.pass_by(1)
        await eventually(lambda: room.seq == 2)
        assert isinstance(last_event(room), TimedOut)

    with_rooms(tmp_path, before)
    with_rooms(tmp_path, after, running=True, grace=15)
    with_rooms(tmp_path, much_later, running=True, grace=30)


def test_a_resignation_out_of_turn_leaves_the_movers_time_alone(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=60, seats=3)
        deadline = room.deadline
        hall.clock.pass_by(30)
        idle = next(player for player in ("p0", "p1", "p2") if player != mover(room))
        await room.command(idle, commands.Resign("r"))
        assert room.deadline == deadline
        await draw(room)
        assert room.deadline == hall.clock.at + 60_000

    with_rooms(tmp_path, work)


def test_a_game_clock_loses_what_a_turn_takes_beyond_the_increment(tmp_path: Path) -> None:
    edition = change(
        editions.load("original"),
        {"clock.limit_seconds": None, "clock.bank_seconds": 100, "clock.increment_seconds": 10},
    )

    async def work(hall: Harness) -> None:
        room = await hall.game(limit="edition", edition=edition)
        assert banks(room) == (100_000, 100_000)
        assert room.deadline == hall.clock.at + 110_000
        first = int(mover(room)[1])
        hall.clock.pass_by(4)
        await draw(room)
        assert banks(room) == (100_000, 100_000)
        hall.clock.pass_by(35)
        await draw(room)
        assert banks(room)[1 - first] == 75_000
        hall.clock.pass_by(110)
        await caretaking.time_out(room)
        assert banks(room)[first] == 0
        await draw(room)
        assert room.deadline == hall.clock.at + 10_000
        assert [seat.bank for seat in room.shown.snapshot(None).seats] == list(banks(room))

    with_rooms(tmp_path, work)


def test_what_came_in_time_counts_however_long_it_waits_its_turn(tmp_path: Path) -> None:
    """The move waits behind another message of its connection, and for the room, until after the turn's end."""

    async def work(hall: Harness) -> None:
        room = await hall.game(limit=60)
        player, seq = mover(room), room.seq
        hall.clock.pass_by(59)
        came = hall.clock.at
        with room.unanswered.of(player, came):
            hall.clock.pass_by(2)
            await caretaking.time_out(room)
            assert room.seq == seq, "the server owes an answer"
            with room.unanswered.of(player, hall.clock.at):
                assert isinstance(
                    await room.command(player, commands.Move("m", seq, commands.DrawMove()), came), Accepted
                )
        hall.clock.pass_by(61)
        with room.unanswered.of(player, came), room.unanswered.of(mover(room), hall.clock.at):
            await caretaking.time_out(room)
        assert isinstance(last_event(room), TimedOut), "neither somebody else's nor what came too late"

    with_rooms(tmp_path, work)


def test_servers_without_the_mover_leave_the_turn_to_the_one_that_has_them(tmp_path: Path) -> None:
    """For longer than what came there in time may wait, also where they know the mover's draft."""

    async def work(first: Harness, second: Harness) -> None:
        room = await first.game(limit=60)
        there, head = await second.room(room.id), Head(room.id, room.seq, "playing", room.deadline, False, 0)
        there.draft.hear_laid(Laid(there.seq, (), ("k1",), first.rooms.server))
        first.clock.pass_by(60 + 2 * PATIENCE)
        assert not await second.rooms._may_end(head)
        first.clock.pass_by(SLACK - 2 * PATIENCE + 0.001)
        assert await second.rooms._may_end(head)

    in_two_halls(tmp_path, work, shared_bus=False)


def test_the_server_that_has_the_mover_ends_the_turn_at_once(tmp_path: Path) -> None:
    async def work(_: Harness, second: Harness) -> None:
        room = await second.game(limit=60)
        head = Head(room.id, room.seq, "playing", room.deadline, False, 0)
        look(room, mover(room))
        assert await second.rooms._may_end(head)

    in_two_halls(tmp_path, work, shared_bus=False)
