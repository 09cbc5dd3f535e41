"""What a host may do, whom the table passes to when they are away, and that they decide nothing else."""

from pathlib import Path

from tests.rooms.harness import Harness, look, with_rooms
from tests.rooms.test_absence import minded
from tests.rooms.test_hosts import lobby, start
from tests.web.harness import Message, Table
from tests.web.test_doors import does, only, shown
from tilerummy.rooms import caretaking
from tilerummy.rooms.events import OwnerChanged
from tilerummy.rooms.presence.absence import HOST_SECONDS
from tilerummy.rooms.views.messages_out import DoorShown
from tilerummy.rooms.views.viewer import OPEN


def test_the_host_alone_is_shown_people_and_aliases_are_of_one_room(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room, other = await hall.game(), await hall.game()
        for table in (room, other):
            look(table, "eve")
        assert only(room, here=True).alias != only(other, here=True).alias
        assert await does(room, "mute", only(other, here=True).alias) == "door-nobody"
        assert await does(room, "mute", only(room, here=True).alias, player="p1") == "not-owner"
        assert await does(room, "put-out", only(room, seat=1).alias) == "put-out-seated"
        before = [room.door_for(player) for player in ("p1", "bob", None)]
        assert before == [OPEN] * 3
        assert await does(room, "mute", only(room, here=True).alias) is None
        assert [room.door_for(player) for player in ("p1", "bob", None)] == before
        assert shown(room, "eve") == DoorShown(False, True, None)
        kept = [act.body for act in await hall.store.said(room.id, 0, "door_act")]
        assert not any(b"eve" in body or b"p0" in body for body in kept)
        assert b"eve" not in room.door_for("p0")

    with_rooms(tmp_path, work)


def test_the_next_who_is_there_hosts_after_two_minutes_and_the_host_keeps_the_seat(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await lobby(hall, "p0", "p1", "p2")
        here = look(room, "p2")
        await minded(room, hall.clock, HOST_SECONDS - 0.001)
        assert await start(room, "p2") == "not-owner"
        hall.clock.pass_by(0.001)
        await caretaking.mind_the_absent(room)
        # p1 sits before them, but is away too
        assert room.entries[-1].events == (OwnerChanged(2),)
        assert (room.shown.snapshot("p2").owner, room.shown.snapshot("p1").host) == (True, 2)
        back = look(room, "p0")
        await caretaking.mind_the_absent(room)
        assert room.state.seat_of("p0") == 0
        assert await start(room, "p0") == "not-owner"
        assert await start(room, "p2") == "accepted"
        room.leave(here)
        room.leave(back)

    with_rooms(tmp_path, work)


def test_a_host_decides_nothing_once_the_game_is_on(hosted: Table) -> None:
    assert hosted.state["owner"] is True
    before = hosted.state
    asked: dict[str, Message] = {
        "empty": {"seat": 1},
        "fill": {"seat": 1, "level": "gentle"},
        "start": {},
        "leave": {},
        "take-back": {},
    }
    for kind, fields in asked.items():
        assert hosted.ask(kind, **fields)["t"] == "refused", kind
    assert hosted.state == before
