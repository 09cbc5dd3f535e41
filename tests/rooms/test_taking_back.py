"""Practice tables: a turn taken back opens a new room, where the same game goes on as it was before that turn."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from tests.rooms.harness import Harness, draw, eventually, with_rooms
from tilerummy import editions
from tilerummy.rooms import commands
from tilerummy.rooms.beside import talking
from tilerummy.rooms.decide import computer, create
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.rooms.views.replays import replay
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.promise import seal

PRACTICE = msgspec.structs.replace(USUAL, practice=True)
ORIGINAL = editions.load("original")


def mine(room: Room) -> bool:
    """Whether p0 is to move."""
    return room.state.game is not None and room.state.game.turn == 0


async def take_back(room: Room, ident: str = "back", player: str = "p0") -> str:
    """What the answer says: `accepted`, or why not."""
    answer = await room.command(player, commands.TakeBack(ident))
    return "accepted" if isinstance(answer, Accepted) else answer.code


async def after_a_turn(hall: Harness, thinking: float = 0, **chosen: Any) -> tuple[Room, RoomState]:
    """A practice game in which p0 has drawn, after so many seconds, and the computer has moved; and how it was before
    p0 drew."""
    room = await hall.against("gentle", options=PRACTICE, **chosen)
    await eventually(lambda: mine(room))
    before = room.state
    hall.clock.pass_by(thinking)
    assert isinstance(await draw(room), Accepted)
    await eventually(lambda: mine(room))
    return room, before


def test_the_same_game_goes_on_in_a_new_room(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        left, before = await after_a_turn(hall)
        assert await take_back(left) == "accepted"
        assert left.state.next is not None
        room = await hall.room(left.state.next)
        # the deal with its secrets, everybody's seat and tiles, and whose turn it is
        assert room.state == msgspec.structs.replace(before, previous=left.id)
        pool = before.game.pool if before.game else ()
        assert isinstance(await draw(room), Accepted)
        assert room.state.game is not None
        assert pool[0] in room.state.game.racks[0]
        # the computer plays on here, and nobody does where the turn was taken back
        await eventually(lambda: mine(room))
        assert left.state.phase == "left"
        assert left.state.mover is None

    with_rooms(tmp_path, work, running=True)


def test_a_turn_can_be_taken_back_again_and_again_while_others_think(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room, before = await after_a_turn(hall)
        for turn in range(3):
            assert await take_back(room) == "accepted"
            left, room = room, await hall.room(room.state.next or "")
            assert room.state == msgspec.structs.replace(before, previous=left.id), turn
            assert isinstance(await draw(room), Accepted)

    with_rooms(tmp_path, work, running=True)


def test_giving_up_can_be_taken_back_too(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.against("gentle", "gentle", options=PRACTICE)
        await eventually(lambda: mine(room))
        before = room.state
        assert isinstance(await room.command("p0", commands.Resign("enough")), Accepted)
        assert await take_back(room) == "accepted"
        assert (await hall.room(room.state.next or "")).state == msgspec.structs.replace(before, previous=room.id)

    with_rooms(tmp_path, work, running=True)


def test_clocks_go_back_too_and_no_turn_runs_out_where_it_was_taken_back(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        bank = {"clock.limit_seconds": None, "clock.bank_seconds": 300, "clock.increment_seconds": 5}
        edition = change(editions.load("original"), bank)
        room, before = await after_a_turn(hall, limit="edition", edition=edition, thinking=100)
        hall.clock.pass_by(20)
        assert await take_back(room) == "accepted"
        again = await hall.room(room.state.next or "")
        assert room.deadline is None
        assert room.state.banks != before.banks
        assert again.state.banks == before.banks
        assert again.deadline == hall.clock.at + 305_000
        hall.clock.pass_by(3600)
        assert room.id not in [head.game for head in await hall.store.due(hall.clock.at)]

    with_rooms(tmp_path, work, running=True)


def test_nothing_lies_open_where_a_turn_was_taken_back(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room, _ = await after_a_turn(hall)
        assert await take_back(room) == "accepted"
        shown, again = room.shown.snapshot(None), replay(room, "p0")
        assert (shown.phase, shown.result, shown.revealed, shown.next) == ("left", None, None, room.state.next)
        assert again.deal is None

    with_rooms(tmp_path, work, running=True)


def test_it_is_in_nobodys_lists(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        left, _ = await after_a_turn(hall)
        assert await take_back(left) == "accepted"
        room = await hall.room(left.state.next or "")
        assert [found.id for found in await hall.rooms.mine("p0")] == [room.id]
        assert isinstance(await room.command("p0", commands.Resign("enough")), Accepted)
        await eventually(lambda: room.state.phase == "over")
        assert await hall.rooms.mine("p0") == []
        # a practice game is no part of a history, also where it was played to its end
        assert await hall.rooms.finished("p0", None) == ([], None)

    with_rooms(tmp_path, work, running=True)


def test_two_at_once_make_one_room_and_a_resend_is_answered(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room, _ = await after_a_turn(hall)
        assert sorted(await asyncio.gather(take_back(room, "one"), take_back(room, "two"))) == [
            "accepted",
            "taken-back",
        ]
        assert await take_back(room, "one") == "accepted"
        assert len(await hall.rooms.mine("p0")) == 1

    with_rooms(tmp_path, work, running=True)


def test_what_cannot_be_taken_back_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.against("gentle", options=PRACTICE)
        await eventually(lambda: mine(room))
        seq = room.seq
        assert await take_back(room) == "nothing-to-take-back"
        assert await take_back(room, player="onlooker") == "not-seated"
        usual = await hall.against("gentle")
        await eventually(lambda: mine(usual))
        assert isinstance(await draw(usual), Accepted)
        assert await take_back(usual) == "no-practice"
        assert room.seq == seq
        assert isinstance(await room.command("p0", commands.Resign("enough")), Accepted)
        await eventually(lambda: room.state.phase == "over")
        assert await take_back(room) == "not-playing"

    with_rooms(tmp_path, work, running=True)


def test_nothing_is_played_where_a_turn_was_taken_back(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room, _ = await after_a_turn(hall)
        assert await take_back(room) == "accepted"
        asked = (
            commands.Move("draw", room.seq, commands.DrawMove()),
            commands.Resign("resign"),
            commands.Rematch("rematch"),
        )
        answers = [await room.command("p0", command) for command in asked]
        codes = [answer.code for answer in answers if isinstance(answer, Refused)]
        assert codes == ["not-playing", "not-playing", "not-over"]

    with_rooms(tmp_path, work, running=True)


def test_one_person_plays_at_a_practice_table(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        made = await hall.rooms.create(
            editions.load("original"), None, "p0", (None, None), start=False, options=PRACTICE
        )
        room = await hall.room(made)
        assert isinstance(await room.command("p0", commands.Sit("sit", "Ann")), Accepted)
        answer = await room.command("p1", commands.Sit("sit", "Bob"))
        assert isinstance(answer, Refused)
        assert answer.code == "practice-alone"

    with_rooms(tmp_path, work)


def test_a_table_made_without_the_choice_is_none_for_practice() -> None:
    assert not create(editions.load("original"), None, "p0", (None, None), start=False).state.options.practice


def test_who_may_come_in_stays_so_and_who_left_before_can_be_forgotten(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        seats = (None, computer("gentle", ()))
        room = await hall.room(await hall.rooms.create(ORIGINAL, None, "p0", seats, start=False, options=PRACTICE))
        for player, command in (
            ("p1", commands.Sit("1", "Berta", 0)),
            ("p1", commands.Leave("2")),
            ("p0", commands.Sit("3", "Ann", 0)),
            ("p0", commands.Seal("4", seal("a-word-of-my-own"))),
            ("p0", commands.Start("5")),
            ("p0", commands.Word("6", "a-word-of-my-own")),
        ):
            assert isinstance(await room.command(player, command), Accepted), command
        assert isinstance(await talking.act(room, "p0", commands.Door("7", "close")), Accepted)
        await eventually(lambda: mine(room))
        assert isinstance(await draw(room), Accepted)
        await eventually(lambda: mine(room))
        assert await take_back(room) == "accepted"
        again = await hall.room(room.state.next or "")
        assert again.bar("late") == "table-closed"
        await hall.rooms.forget("p1")
        for ident in (room.id, again.id):
            _, rows = await hall.store.log(ident)
            assert not [row for row in rows if b"Berta" in row.body or b'"p1"' in row.body], ident

    with_rooms(tmp_path, work, running=True)
