"""What a host does about who comes in and speaks holds at every server, after a restart and in the next game."""

from pathlib import Path

import msgspec
import pytest

from tests.rooms.harness import Harness, draw, eventually, in_two_halls, look, with_rooms
from tilerummy.rooms import commands
from tilerummy.rooms.beside import talking
from tilerummy.rooms.presence import door
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted, DoorShown, Person, Refused


def shown(room: Room, player: str | None) -> DoorShown:
    """What this guest is told of the door."""
    return msgspec.json.decode(room.door_for(player), type=DoorShown)


def people(room: Room) -> dict[str, Person]:
    """Those whom the host is shown, by alias."""
    return {person.alias: person for person in shown(room, room.state.owner).people or ()}


def only(room: Room, **wanted: object) -> Person:
    """The one whom the host is shown so."""
    (found,) = (
        person
        for person in people(room).values()
        if all(getattr(person, word) == value for word, value in wanted.items())
    )
    return found


async def does(room: Room, act: commands.DoorAct, alias: str | None = None, player: str = "p0") -> str | None:
    """A person does this at the door; the code that refuses it."""
    answer = await talking.act(room, player, commands.Door(f"{act}-{room.door.number}-{alias}", act, alias))
    return answer.code if isinstance(answer, Refused) else None


async def says(room: Room, player: str) -> str | None:
    """A person says something; the code that refuses it."""
    answer = await talking.say(room, player, commands.Say(f"s{room.chat.number}{player}", text="hello"))
    return answer.code if isinstance(answer, Refused) else None


def test_no_act_is_a_row_so_that_a_move_under_way_is_not_stale(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game()
        look(room, "eve")
        for act in ("put-out", "let-in", "mute", "unmute"):
            assert await does(room, act, only(room, here=True).alias) is None
        assert (await does(room, "close"), await does(room, "open")) == (None, None)
        assert room.seq == 1
        assert isinstance(await draw(room), Accepted)

    with_rooms(tmp_path, work)


def test_what_holds_is_there_after_a_restart_and_asked_again_it_is_answered(tmp_path: Path) -> None:
    rooms = list[str]()

    async def before(hall: Harness) -> None:
        room = await hall.game()
        rooms.append(room.id)
        look(room, "eve")
        asked = commands.Door("once", "put-out", only(room, here=True).alias)
        assert [await talking.act(room, "p0", asked) for _ in range(2)] == [Accepted("once", 1)] * 2
        assert await does(room, "mute", only(room, seat=1).alias) is None
        assert await does(room, "close") is None

    async def after(hall: Harness) -> None:
        room = await hall.room(rooms[0])
        assert (room.bar("eve"), room.bar("new"), room.bar(None), room.bar("p1")) == (
            *("put-out", "table-closed", "table-closed"),
            None,
        )
        assert await says(room, "p1") == "muted"
        assert talking.react(room, "p1", commands.React("star")) == Refused("react", "muted", {}, ())
        assert talking.react(room, "p0", commands.React("star")) is None
        again = commands.Door("once", "put-out", only(room, out=True).alias)
        assert await talking.act(room, "p0", again) == Accepted("once", 1)
        assert room.door.number == 3

    with_rooms(tmp_path, before)
    with_rooms(tmp_path, after)


def test_it_holds_at_a_server_that_hears_nothing_and_polls(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        here = await first.game()
        there = await second.room(here.id)
        woken = list[None]()
        there.join("bob", None, lambda: woken.append(None)).take()
        woken.clear()
        assert await does(here, "mute", only(here, seat=1).alias) is None
        assert await does(here, "close") is None
        await eventually(lambda: there.bar("bob") == "table-closed")
        assert (await says(there, "p1"), bool(woken)) == ("muted", True)
        # asked there, the answer builds on what was done here
        assert await does(there, "unmute", only(there, muted=True).alias) is None
        assert await says(there, "p1") is None

    in_two_halls(tmp_path, work, shared_bus=False)


def test_a_closed_table_lets_back_who_was_there(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(seats=3)
        look(room, "eve")
        look(room, None)
        assert await does(room, "close") is None
        assert [room.bar(who) for who in ("p0", "p2", "eve")] == [None] * 3
        assert [room.bar(who) for who in (None, "late")] == ["table-closed"] * 2
        assert shown(room, "eve") == DoorShown(True, False, None)
        assert await does(room, "put-out", only(room, here=True).alias) is None
        assert room.bar("eve") == "put-out"
        assert await does(room, "let-in", only(room, out=True).alias) is None
        assert room.bar("eve") is None
        assert await does(room, "open") is None
        assert room.bar(None) is None

    with_rooms(tmp_path, work)


def test_it_holds_in_the_next_game_too_whichever_server_opens_it(tmp_path: Path) -> None:
    async def work(hall: Harness, other: Harness) -> None:
        room = await hall.game()
        look(room, "eve")
        look(room, "ned")
        eve, ned = sorted(people(room).values(), key=lambda person: person.seat is not None)[:2]
        assert await does(room, "put-out", eve.alias) is None
        assert await does(room, "mute", ned.alias) is None
        assert await does(room, "close") is None
        out = next(who for who in ("eve", "ned") if room.bar(who) == "put-out")
        muted = "ned" if out == "eve" else "eve"
        assert isinstance(await room.command("p1", commands.Resign("give-up")), Accepted)
        assert isinstance(await room.command("p1", commands.Rematch("again")), Accepted)
        assert room.state.next is not None
        # nothing that the first server does later is needed: it may be killed now
        following = await other.room(room.state.next)
        assert (following.bar(out), following.bar("late")) == ("put-out", "table-closed")
        assert following.door.gag(following.state, muted) == "muted"
        assert only(following, out=True).alias != eve.alias
        # what is taken back there stays so, wherever it is opened again
        alias, host = only(following, out=True).alias, following.state.owner
        assert await does(following, "let-in", alias, host) is None
        again = await hall.room(following.id)
        await again.more_said()
        assert (again.bar(out), again.door.number) == (None, following.door.number)

    in_two_halls(tmp_path, work, shared_bus=False)


def test_there_are_only_so_many_acts_and_a_forgotten_guest_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "ACTS", 2)

    async def work(hall: Harness) -> None:
        room = await hall.game()
        codes = [await does(room, act) for act in ("close", "open", "close")]
        assert codes == [None, None, "door-full"]
        hasty = await talking.act(room, "p0", commands.Door("fast", "open"), lambda: False)
        assert isinstance(hasty, Refused)
        alone = await hall.against("gentle")
        assert await does(alone, "close") is None
        assert isinstance(await alone.command("p0", commands.Resign("r")), Accepted)
        assert isinstance(await room.command("p0", commands.Resign("r")), Accepted)
        await hall.rooms.forget("p0")
        assert await hall.store.said(alone.id, 0, "door_act") == []

    with_rooms(tmp_path, work)
