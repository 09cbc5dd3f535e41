"""Turns of hours or days: nobody has to be there, holidays stop them, and what follows when their time is up."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.rooms.correspondence.test_calendar import at
from tests.rooms.harness import Harness, draw, mover, with_rooms
from tilerummy import editions
from tilerummy.rooms import caretaking, commands
from tilerummy.rooms.correspondence.calendar import DAY, HOUR
from tilerummy.rooms.decide import create, person
from tilerummy.rooms.events import HolidayTaken, TimeOver, WaitingEnded
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.rules.game.events import Resigned, TimedOut
from tilerummy.rules.refusal import Refusal

DAYS = 3 * 86_400
"""Seconds for a turn."""


async def ask(room: Room, player: str, make: Callable[..., Any], *values: Any) -> str:
    """What became of what a player asks: `accepted`, or the code of the refusal."""
    answer = await room.command(player, make(f"{make.__name__}-{room.seq}-{values}".replace(" ", ""), *values))
    return answer.code if isinstance(answer, Refused) else "accepted"


def other(room: Room) -> str:
    """The guest of two who is not to move."""
    return "p1" if mover(room) == "p0" else "p0"


def phase(room: Room) -> str:
    """Before, during or after the game."""
    return room.state.phase


async def over(hall: Harness, room: Room) -> list[type]:
    """The turn's time is over; the kinds of events that follow."""
    assert room.deadline is not None
    seq = room.seq
    hall.clock.at = room.deadline
    await caretaking.time_out(room)
    assert room.seq == seq + 1
    return [type(event) for event in room.entries[-1].events]


def test_a_player_on_holiday_has_all_their_time_afterwards(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=DAYS, options=replace(USUAL, holidays=7))
        start = hall.clock.at
        hall.clock.pass_by(86_400)
        assert await ask(room, mover(room), commands.Holiday, 5) == "accepted"
        assert room.deadline == start + 8 * DAY
        assert await ask(room, mover(room), commands.Holiday, 3) == "holiday-too-long"
        hall.clock.pass_by(2 * 86_400 - 60)
        # back early: a day of which something was used counts whole
        assert await ask(room, mover(room), commands.Holiday, 0) == "accepted"
        assert room.deadline == hall.clock.at + 2 * DAY
        taken = [event for entry in room.entries for event in entry.events if isinstance(event, HolidayTaken)]
        assert [event.left for event in taken] == [2, 5]
        assert await ask(room, mover(room), commands.Holiday, 0) == "no-holiday"
        # the holiday of who is not to move counts once they are
        assert await ask(room, waits := other(room), commands.Holiday, 2) == "accepted"
        assert room.deadline == hall.clock.at + 2 * DAY
        assert isinstance(await draw(room), Accepted)
        assert mover(room) == waits
        assert room.deadline == hall.clock.at + 5 * DAY
        again = await Harness(hall.store, hall.clock).room(room.id)
        assert (again.state, again.deadline) == (room.state, room.deadline)

    with_rooms(tmp_path, work)


def test_where_turns_are_short_there_is_no_holiday(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=60)
        assert await ask(room, "p0", commands.Holiday, 1) == "needs-long-turns"
        assert await ask(room, "p0", commands.EndWaiting) == "nobody-missed"

    with_rooms(tmp_path, work)


@pytest.mark.parametrize(
    ("limit", "options", "code"),
    [
        (60, {"holidays": 3}, "needs-long-turns"),
        (None, {"overdue": "out"}, "needs-long-turns"),
        (DAYS, {"nights": True}, "nights-need-hours"),
        (2_000_000_000, {}, "limit-too-long"),
    ],
)
def test_clocks_that_do_not_go_together_are_refused(limit: int | None, options: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        create(editions.load("original"), limit, "p0", (None, None), replace(USUAL, **options), start=False)
    assert refused.value.code == code


@pytest.mark.parametrize("zone", ["Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "Europe", "", "\0"])
def test_a_time_zone_that_does_not_exist_is_refused(zone: str) -> None:
    with pytest.raises(Refusal) as refused:
        person("Ann", "p0", zone=zone)
    assert refused.value.code == "unknown-time-zone"


def test_after_two_missed_turns_in_a_row_the_others_may_end_it(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=DAYS)
        late, waits = mover(room), other(room)
        assert await over(hall, room) == [TimedOut]
        await draw(room)
        assert await ask(room, waits, commands.EndWaiting) == "nobody-missed"
        assert await over(hall, room) == [TimedOut]
        assert await ask(room, late, commands.EndWaiting) == "nobody-missed"
        assert await ask(room, "stranger", commands.EndWaiting) == "not-seated"
        assert await ask(room, waits, commands.EndWaiting) == "accepted"
        ended, resigned, *_ = room.entries[-1].events
        assert ended == WaitingEnded(room.state.seat_of(waits) or 0)
        assert resigned == Resigned(seat=room.state.seat_of(late) or 0)
        assert phase(room) == "over"

    with_rooms(tmp_path, work)


def test_who_moves_again_has_missed_nothing(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=DAYS)
        waits = other(room)
        for _ in range(2):
            await over(hall, room)
            for _ in range(3):
                await draw(room)
            assert await ask(room, waits, commands.EndWaiting) == "nobody-missed"

    with_rooms(tmp_path, work)


def test_a_computer_player_plays_the_turn_of_who_is_late(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=DAYS, options=replace(USUAL, overdue="computer"))
        late, waits = mover(room), other(room)
        seat = room.state.seat_of(late) or 0
        assert await over(hall, room) == [TimeOver]
        assert room.deadline == hall.clock.at + HOUR
        answer = await room.command(f"seat:{seat}", commands.Move("bot", room.seq, commands.DrawMove()))
        assert isinstance(answer, Accepted)
        assert room.state.stood_in == ()
        assert (mover(room), room.deadline) == (waits, hall.clock.at + DAYS * 1000)
        await draw(room)
        assert (mover(room), room.state.schedules[seat].missed) == (late, 1)
        # where the server fails that computer player, too, the turn ends by the edition
        await over(hall, room)
        assert await over(hall, room) == [TimedOut]
        assert room.state.schedules[seat].missed == 2

    with_rooms(tmp_path, work)


def test_who_is_late_is_out_where_the_table_wants_that(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(limit=DAYS, seats=3, options=replace(USUAL, overdue="out"))
        seat = room.state.seat_of(mover(room)) or 0
        assert await over(hall, room) == [TimeOver, Resigned]
        assert room.state.game is not None
        assert room.state.game.resigned[seat]
        assert (phase(room), room.deadline) == ("playing", hall.clock.at + DAYS * 1000)

    with_rooms(tmp_path, work)


def test_nobody_has_to_be_there(tmp_path: Path) -> None:
    async def sweep(hall: Harness) -> None:
        for head in await hall.store.due(hall.clock()):
            await hall.rooms._end_turn(head)

    async def work(hall: Harness) -> None:
        edition, options = editions.load("original"), replace(USUAL, games=2)
        sitters = (person("Ann", "p0"), person("Bo", "p1"))
        room = await hall.room(await hall.rooms.create(edition, DAYS, "p0", sitters, options, start=False))
        # all seats are taken: a guest begins, whose host has closed the page; nobody seals or says a word for the deal
        assert await ask(room, "p1", commands.Start) == "accepted"
        assert phase(room) == "lobby"
        hall.clock.pass_by(3)
        await sweep(hall)
        assert phase(room) == "playing"
        hall.clock.pass_by(10 * 60)
        await caretaking.mind_the_absent(room)
        assert not any(room.presence.newest.away)
        assert await ask(room, "p0", commands.Resign) == "accepted"
        # the match goes on for whoever asks
        assert await ask(room, "p1", commands.Rematch) == "accepted"
        hall.clock.pass_by(3)
        await sweep(hall)
        second = await hall.room(room.state.next or "")
        assert phase(second) == "playing"
        assert await ask(second, "p1", commands.Resign) == "accepted"
        # a new match is an offer: who takes it up finds it days later, and begins
        assert await ask(second, "p0", commands.Rematch) == "accepted"
        hall.clock.pass_by(5 * 86_400)
        await sweep(hall)
        third = await hall.room(second.state.next or "")
        assert phase(third) == "lobby"
        assert await ask(third, "p1", commands.Start) == "accepted"

    with_rooms(tmp_path, work)


def test_the_night_is_that_of_each_player(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        sitters = (person("Ann", "p0", zone="Europe/Helsinki"), person("Bo", "p1", zone="Pacific/Auckland"))
        options: Options = replace(USUAL, nights=True)
        hall.clock.at = at(2027, 1, 15, 21)
        room = await hall._dealt(editions.load("original"), 4 * 3600, sitters, options)
        ends = {"p0": at(2027, 1, 16, 11), "p1": at(2027, 1, 16, 1)}
        for _ in range(2):
            assert room.deadline == ends[mover(room)]
            await draw(room)
        shown = [repr(room.shown.welcome(player, None)) for player in (None, "p0", "p1")]
        assert not any(zone in told for told in shown for zone in ("Helsinki", "Auckland"))

    with_rooms(tmp_path, work)
