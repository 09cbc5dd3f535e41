"""A game stands when all people agree: no clock runs, and it goes on by all, by a move, or in the end by itself."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.rooms.consent.test_taking_back_together import ask, reply, said
from tests.rooms.harness import Harness, draw, eventually, mover, with_rooms
from tilerummy import editions
from tilerummy.rooms import caretaking, commands
from tilerummy.rooms.consent.pausing import DAYS, DAYS_OF_LONG_TURNS, asked
from tilerummy.rooms.consent.request import Pause, Pausing
from tilerummy.rooms.correspondence.calendar import DAY, HOUR
from tilerummy.rooms.decide import computer, person
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted
from tilerummy.rooms.views.notices import holds
from tilerummy.rules.edition.reader import change
from tilerummy.web.api.past_games import thought_in

ANN, BOB = person("Ann", "p0"), person("Bob", "p1")


async def dealt(
    hall: Harness,
    limit: int | None,
    sitters: tuple[Sitter, ...] = (ANN, BOB),
    options: Options = USUAL,
    edition: str = "original",
) -> Room:
    """A game with so many seconds a turn."""
    seats: tuple[Any, ...] = sitters
    return await hall._dealt(editions.load(edition), limit, seats, options)


def standing(room: Room) -> Pause | None:
    """That the game stands."""
    return room.state.pause


async def pause(room: Room, player: str) -> str:
    """A player asks for a pause."""
    return await said(room, player, commands.AskForPause(f"pause-{room.seq}"))


async def go_on(room: Room, player: str) -> str:
    """A player wants to go on."""
    return await said(room, player, commands.GoOn(f"on-{room.seq}"))


async def paused(room: Room) -> None:
    """Everybody agrees to a pause."""
    assert await pause(room, "p0") == "accepted"
    assert await reply(room, "p1", yes=True) == "accepted"
    assert standing(room) is not None


def test_the_clock_stands_until_all_want_to_go_on(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await dealt(hall, 60)
        first = mover(room)
        hall.clock.pass_by(20)
        assert await pause(room, "p0") == "accepted"
        assert room.shown.snapshot(None).request == Pausing(0, 1, (), None)
        assert await pause(room, "p1") == "already-asked"
        assert await ask(room, first) in ("already-asked", "nothing-to-take-back")
        assert await reply(room, "p0", yes=True) == "nothing-asked"
        assert await go_on(room, "p1") == "not-paused"
        hall.clock.pass_by(10)
        assert await reply(room, "p1", yes=True) == "accepted"
        stands = Pause(hall.clock.at + DAYS * DAY, 30_000, ())
        shown = room.shown.snapshot("p1")
        assert (shown.pause, shown.deadline, shown.request, room.deadline) == (stands, None, None, stands.until)
        assert await pause(room, "p0") == "already-paused"
        # another server, or this one after a restart, knows the same
        hall.clock.pass_by(3 * 3600)
        await caretaking.time_out(room)
        again = Room(hall.rooms, room.id, (await hall.store.log(room.id))[1], room.deadline)
        assert (again.state, again.deadline) == (room.state, stands.until)
        assert await go_on(room, "p1") == "accepted"
        assert await go_on(room, "p1") == "already-asked"
        assert standing(room) is not None
        assert await go_on(room, "p0") == "accepted"
        assert (standing(room), room.deadline) == (None, hall.clock.at + 30_000)
        assert room.state.game is not None
        assert (room.state.game.turn_number, mover(room)) == (1, first)

    with_rooms(tmp_path, work)


def test_a_game_that_is_left_stands_no_more(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await dealt(hall, 60)
        first, other = mover(room), "p1" if mover(room) == "p0" else "p0"
        assert isinstance(await draw(room), Accepted)
        await paused(room)
        assert await ask(room, first) == "accepted"
        assert await reply(room, other, yes=True) == "accepted"
        assert (room.state.phase, standing(room)) == ("left", None)

    with_rooms(tmp_path, work)


def test_a_move_ends_the_question_and_the_pause(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await dealt(hall, 60)
        assert await pause(room, "p0") == "accepted"
        assert isinstance(await draw(room), Accepted)
        assert await reply(room, "p1", yes=True, turn=1) == "nothing-asked"
        assert await pause(room, "p1") == "accepted"
        assert await reply(room, "p0", yes=False) == "accepted"
        assert await pause(room, "p1") == "pause-refused"
        assert isinstance(await draw(room), Accepted)
        await paused(room)
        hall.clock.pass_by(7200)
        seat = room.state.seat_of(mover(room)) or 0
        assert isinstance(await draw(room), Accepted)
        assert (standing(room), room.deadline) == (None, hall.clock.at + 60_000)
        # a pause is no part of the time that was thought
        assert sum(thought_in(room, seat)) < 60_000

    with_rooms(tmp_path, work)


@pytest.mark.parametrize(
    ("limit", "days"), [(None, DAYS), (60, DAYS), (2 * HOUR // 1000, DAYS_OF_LONG_TURNS)], ids=["none", "short", "long"]
)
def test_a_pause_ends_by_itself(limit: int | None, days: int, tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await dealt(hall, limit)
        first = mover(room)
        hall.clock.pass_by(20)
        await paused(room)
        hall.clock.pass_by(days * 86_400 - 1)
        await caretaking.time_out(room)
        assert standing(room) is not None
        hall.clock.pass_by(1)
        await caretaking.time_out(room)
        left = None if limit is None else hall.clock.at + limit * 1000 - 20_000
        assert (standing(room), room.deadline, mover(room)) == (None, left, first)
        assert [found.game for found in await hall.store.due(hall.clock.at + limit * 1000 if limit else 2**62)] == (
            [room.id] if limit else []
        )

    with_rooms(tmp_path, work)


def test_a_game_clock_loses_nothing_in_a_pause(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        bank = {"clock.limit_seconds": None, "clock.bank_seconds": 300, "clock.increment_seconds": 10}
        room = await hall.game(edition=change(editions.load("original"), bank), limit="edition")
        assert room.state.banks is not None
        seat, banks = room.state.seat_of(mover(room)) or 0, room.state.banks
        hall.clock.pass_by(15)
        await paused(room)
        hall.clock.pass_by(3600)
        assert isinstance(await draw(room), Accepted)
        spent = 0 if room.state.banks is None else banks[seat] - room.state.banks[seat]
        assert spent == 5000

    with_rooms(tmp_path, work)


def test_computers_agree_and_wait_and_nobody_is_away_in_a_pause(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await dealt(hall, 60, (ANN, computer("gentle", ())), replace(USUAL, away="computer"))
        await eventually(lambda: room.state.mover is not None and room.state.mover.player == "p0")
        assert await pause(room, "p0") == "accepted"
        seq = room.seq
        for _ in range(2):
            hall.clock.pass_by(1000)
            await caretaking.mind_the_absent(room)
        assert (room.seq, standing(room) is None) == (seq, False)
        assert isinstance(await draw(room), Accepted)
        await eventually(lambda: room.state.mover is not None and room.state.mover.player == "p0")
        assert room.state.game is not None
        theirs = replace(room.state, game=replace(room.state.game, turn=1))
        assert (theirs.mover is not None, asked(theirs, 0, hall.clock.at, None).state.mover) == (True, None)

    with_rooms(tmp_path, work, running=True)


def test_nobody_is_reminded_of_a_turn_that_stands(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await dealt(hall, 86_400)
        first = mover(room)
        assert holds(room.state, first, "reminder", 1)
        await paused(room)
        assert not holds(room.state, first, "reminder", 1)
        assert holds(room.state, first, "turn", 1)

    with_rooms(tmp_path, work)
