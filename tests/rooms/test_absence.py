"""People who go away in the middle of a game: what the host chose happens, and no fault of the server decides it."""

from pathlib import Path

import msgspec
import pytest

from tests.rooms.harness import START, Clock, Harness, draw, eventually, look, mover, with_rooms
from tilerummy.rooms import caretaking, commands
from tilerummy.rooms.events import CameBack, StoodIn
from tilerummy.rooms.options import USUAL, AwayRule, Options
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.rules.game.events import Resigned

AWAY = 60


def away(rule: AwayRule) -> Options:
    """The host's choice, after a minute."""
    return msgspec.structs.replace(USUAL, away=rule, away_seconds=AWAY)


def others(room: Room) -> list[str]:
    """The guests who are not to move."""
    return [player for player in room.state.people if player != mover(room)]


async def minded(room: Room, clock: Clock, seconds: float) -> None:
    """A look at who is there now, and another one after some time."""
    await caretaking.mind_the_absent(room)
    clock.pass_by(seconds)
    await caretaking.mind_the_absent(room)


@pytest.mark.parametrize("rule", ["wait", "computer", "end"])
def test_what_the_host_chose_happens_after_the_stated_time_and_not_before(tmp_path: Path, rule: AwayRule) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(options=away(rule))
        assert room.state.game is not None
        gone, seat = mover(room), room.state.game.turn
        assert seat is not None
        look(room, others(room)[0])
        await minded(room, hall.clock, AWAY - 0.001)
        assert room.seq == 1
        assert room.presence.newest.away[seat] == START
        await minded(room, hall.clock, 0.001)
        if rule == "wait":
            assert room.seq == 1
        elif rule == "end":
            assert isinstance(room.entries[-1][1][0], Resigned)
            assert room.state.phase == "over"
        else:
            assert room.entries[-1][1] == (StoodIn(seat),)
            assert room.state.seat_of(gone) == seat
            assert room.state.mover is not None
            assert room.state.mover.kind == "computer"
            assert room.shown.snapshot(None).seats[seat].stand_in

    with_rooms(tmp_path, work)


def test_a_computer_player_stands_in_until_the_owner_is_back(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(options=away("computer"))
        assert room.state.game is not None
        gone, stays = mover(room), others(room)[0]
        seat = room.state.seat_of(gone)
        assert seat is not None
        look(room, stays)
        # The host looks every second by itself; the first look is when the waiting begins.
        await caretaking.mind_the_absent(room)
        hall.clock.pass_by(AWAY)
        await eventually(lambda: room.state.mover is not None and room.state.mover.player == stays)
        assert [row.actor for row, _ in room.entries[1:]] == ["clock", f"seat:{room.state.stood_in[0]}"]
        await draw(room)
        await eventually(lambda: room.state.mover is not None and room.state.mover.player == stays)

        viewer = look(room, gone)
        await caretaking.mind_the_absent(room)
        assert room.entries[-1][1] == (CameBack(seat),)
        assert room.state.stood_in == ()
        await draw(room)
        assert mover(room) == gone
        assert isinstance(await draw(room), Accepted)
        room.leave(viewer)

    with_rooms(tmp_path, work, running=True)


def test_time_away_counts_only_once_the_table_waits_for_him(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(options=away("end"))
        stays = mover(room)
        look(room, stays)
        await minded(room, hall.clock, 10 * AWAY)
        await draw(room)
        phases = []
        for seconds in (AWAY - 1, 1):
            await minded(room, hall.clock, seconds)
            phases.append(room.state.phase)
        assert phases == ["playing", "over"]

    with_rooms(tmp_path, work)


@pytest.mark.parametrize("rule", ["computer", "end"])
def test_when_everybody_is_cut_off_nothing_is_taken_from_anybody(tmp_path: Path, rule: AwayRule) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(options=away(rule))
        look(room, None)
        await minded(room, hall.clock, 100 * AWAY)
        assert room.seq == 1

    with_rooms(tmp_path, work)


def test_a_restart_begins_the_time_away_again(tmp_path: Path) -> None:
    rooms: list[str] = []

    async def before(hall: Harness) -> None:
        room = await hall.game(options=away("end"))
        rooms.append(room.id)
        look(room, others(room)[0])
        await minded(room, hall.clock, AWAY - 1)

    async def after(hall: Harness) -> None:
        hall.clock.pass_by(AWAY)
        room = await hall.room(rooms[0])
        look(room, others(room)[0])
        await minded(room, hall.clock, AWAY - 1)
        assert room.seq == 1
        # The server stood still: that, too, is nobody's time away.
        room.audience.absence.restart_waiting()
        await minded(room, hall.clock, AWAY - 1)
        assert room.seq == 1
        await minded(room, hall.clock, 1)
        assert room.state.phase == "over"

    with_rooms(tmp_path, before)
    with_rooms(tmp_path, after)


def test_of_three_the_one_who_is_away_gives_up_and_the_others_play_on(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(seats=3, options=away("end"))
        look(room, others(room)[0])
        await minded(room, hall.clock, AWAY)
        assert room.state.phase == "playing"
        assert room.state.game is not None
        assert sum(room.state.game.resigned) == 1

    with_rooms(tmp_path, work)


def test_whoever_left_in_the_middle_of_a_game_comes_back_to_his_seat_and_his_tiles(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game()
        player = mover(room)
        viewer = look(room, player)
        rack = room.shown.snapshot(player).rack
        assert isinstance(await room.command(player, commands.Leave("l")), Refused)
        room.leave(viewer)
        hall.clock.pass_by(3600)
        look(room, player)
        assert room.shown.snapshot(player).rack == rack
        assert isinstance(await draw(room), Accepted)

    with_rooms(tmp_path, work)
