"""With other people a turn is taken back when all of them agree: asked and answered in the record, never by force."""

from pathlib import Path
from typing import Any

import msgspec

from tests.rooms.harness import Harness, draw, eventually, look, mover, with_rooms
from tilerummy import editions
from tilerummy.rooms import commands
from tilerummy.rooms.consent.request import TakingBack
from tilerummy.rooms.decide import computer, person
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted


async def said(room: Room, player: str, command: commands.Command) -> str:
    """What the answer says: `accepted`, or why not."""
    answer = await room.command(player, command)
    return "accepted" if isinstance(answer, Accepted) else answer.code


async def ask(room: Room, player: str) -> str:
    """A player asks for their last turn."""
    return await said(room, player, commands.TakeBack(f"back-{room.seq}"))


async def reply(room: Room, player: str, *, yes: bool, turn: int | None = None) -> str:
    """A player answers."""
    request = room.state.request
    asked = turn if turn is not None else request.turn if request else 0
    return await said(room, player, commands.Reply(f"reply-{room.seq}", asked, yes))


def test_the_game_goes_back_once_all_the_others_agree(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(seats=3)
        before, first = room.state, mover(room)
        second, third = [player for player in ("p0", "p1", "p2") if player != first]
        seat = before.seat_of(first) or 0
        assert isinstance(await draw(room), Accepted)
        assert await ask(room, first) == "accepted"
        for viewer in ("p0", "p1", "p2", None):
            assert room.shown.snapshot(viewer).request == TakingBack(seat, 2, (), None, 1)
        assert await reply(room, second, yes=True) == "accepted"
        assert room.state.next is None
        assert await reply(room, second, yes=True) == "nothing-asked"
        assert await reply(room, third, yes=True) == "accepted"
        assert room.state.phase == "left"
        again = await hall.room(room.state.next or "")
        assert again.state == msgspec.structs.replace(before, previous=room.id)
        # the tile that was drawn comes again
        assert isinstance(await draw(again), Accepted)
        assert again.state.game is not None
        assert room.state.game is not None
        assert again.state.game.racks == room.state.game.racks

    with_rooms(tmp_path, work)


def test_one_no_is_enough_until_the_next_turn(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(seats=3)
        first = mover(room)
        assert isinstance(await draw(room), Accepted)
        second = mover(room)
        (third,) = {"p0", "p1", "p2"} - {first, second}
        assert await ask(room, first) == "accepted"
        assert await ask(room, first) == "already-asked"
        assert await reply(room, third, yes=False) == "accepted"
        assert await reply(room, second, yes=True) == "nothing-asked"
        assert await ask(room, first) == "take-back-refused"
        assert isinstance(await draw(room), Accepted)
        # another moved since, and it is not the turn of who asks
        assert await ask(room, first) == "take-back-late"
        assert await ask(room, second) == "accepted"
        assert isinstance(await draw(room), Accepted)
        # a move has answered
        assert room.state.request is None
        assert await reply(room, third, yes=True, turn=3) == "nothing-asked"
        # who is on turn may ask for their turn of before, in which three tiles were drawn
        assert await ask(room, first) == "accepted"
        assert room.state.request == TakingBack(room.state.seat_of(first) or 0, 4, (), None, 3)

    with_rooms(tmp_path, work)


def test_nobody_answers_who_was_not_asked(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game()
        first = mover(room)
        other = "p1" if first == "p0" else "p0"
        assert await ask(room, other) == "nothing-to-take-back"
        assert await reply(room, other, yes=True, turn=1) == "nothing-asked"
        assert isinstance(await draw(room), Accepted)
        assert await ask(room, first) == "accepted"
        assert await reply(room, first, yes=True) == "nothing-asked"
        assert await reply(room, "onlooker", yes=True) == "not-seated"
        assert await reply(room, other, yes=True, turn=1) == "nothing-asked"
        seq = room.seq
        look(room, None)
        assert room.seq == seq
        assert room.state.next is None

    with_rooms(tmp_path, work)


def test_computers_agree_and_the_clock_goes_back(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        sitters: tuple[Any, ...] = (person("Ann", "p0"), person("Bob", "p1"), computer("gentle", ()))
        room = await hall._dealt(editions.load("original"), 60, sitters, USUAL)
        await eventually(lambda: room.state.mover is not None and room.state.mover.player is not None)
        first = mover(room)
        assert isinstance(await draw(room), Accepted)
        hall.clock.pass_by(20)
        assert await ask(room, first) == "accepted"
        assert await reply(room, "p1" if first == "p0" else "p0", yes=True) == "accepted"
        again = await hall.room(room.state.next or "")
        assert (room.deadline, again.deadline) == (None, hall.clock.at + 60_000)
        assert mover(again) == first
        assert [found.id for found in await hall.rooms.mine("p1")] == [again.id]

    with_rooms(tmp_path, work, running=True)
