"""A host who is away for long, or leaves: the next person at the table hosts; nobody loses a seat by it."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from tests.rooms.harness import Clock, Harness, look, with_rooms
from tests.rooms.test_absence import minded
from tilerummy import editions
from tilerummy.bus import LocalBus
from tilerummy.rooms import caretaking, commands
from tilerummy.rooms.decide import person
from tilerummy.rooms.events import MatchLeft, Sitter, decode
from tilerummy.rooms.evolve import evolve
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.presence.absence import HOST_SECONDS
from tilerummy.rooms.presence.elsewhere import decode_here, encode_here
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.store.folder import open_store


async def lobby(hall: Harness, *names: str | None, owner: str = "p0") -> Room:
    """A room that waits, with these guests on its seats."""
    sitters: tuple[Sitter | None, ...] = tuple(None if name is None else person(name, name) for name in names)
    room = await hall.rooms.create(editions.load("original"), None, owner, sitters, start=False)
    return await hall.room(room)


async def start(room: Room, player: str) -> str:
    """What becomes of it when that guest starts the game."""
    answer = await room.command(player, commands.Start(f"start-{player}-{room.seq}"))
    return answer.code if isinstance(answer, Refused) else "accepted"


def test_who_only_made_the_table_is_missed_too(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await lobby(hall, None, "p1", "p2", owner="maker")
        look(room, "p2")
        maker = look(room, "maker")
        await minded(room, hall.clock, 10 * HOST_SECONDS)
        assert room.state.owner == "maker"
        room.leave(maker)
        await minded(room, hall.clock, HOST_SECONDS)
        assert room.state.owner == "p2"

    with_rooms(tmp_path, work)


def test_nobody_succeeds_where_nobody_is_there_or_the_host_looks_in_between(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await lobby(hall, "p0", "p1")
        look(room, "a spectator")
        await minded(room, hall.clock, 10 * HOST_SECONDS)
        assert room.seq == 1
        host = look(room, "p0")
        await caretaking.mind_the_absent(room)
        room.leave(host)
        look(room, "p1")
        await minded(room, hall.clock, HOST_SECONDS - 1)
        assert room.seq == 1
        # the server stood still: nobody's time away counts until now
        room.audience.absence.restart_waiting()
        await minded(room, hall.clock, HOST_SECONDS - 1)
        assert room.seq == 1

    with_rooms(tmp_path, work)


def test_a_restart_begins_the_two_minutes_again_and_what_was_decided_stays(tmp_path: Path) -> None:
    made: list[str] = []

    async def before(hall: Harness) -> None:
        first, second = await lobby(hall, "p0", "p1"), await lobby(hall, "p0", "p1")
        made.extend((first.id, second.id))
        for room in (first, second):
            look(room, "p1")
            await caretaking.mind_the_absent(room)
        hall.clock.pass_by(HOST_SECONDS)
        await caretaking.mind_the_absent(first)

    async def after(hall: Harness) -> None:
        hall.clock.pass_by(HOST_SECONDS)
        first, second = [await hall.room(room) for room in made]
        assert (first.state.owner, second.state.owner) == ("p1", "p0")
        look(second, "p1")
        await minded(second, hall.clock, HOST_SECONDS - 1)
        assert second.state.owner == "p0"
        hall.clock.pass_by(1)
        await caretaking.mind_the_absent(second)
        assert second.state.owner == "p1"

    with_rooms(tmp_path, before)
    with_rooms(tmp_path, after)


def test_a_host_at_another_server_is_there(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        room = await lobby(first, None, "p1", owner="maker")
        other = await second.room(room.id)

        def tell() -> None:
            said = encode_here(other.audience.here(other.state, second.rooms.server))
            room.audience.hear(room.state, decode_here(said))

        look(room, "p1")
        maker = look(other, "maker")
        tell()
        await minded(room, first.clock, HOST_SECONDS)
        assert room.state.owner == "maker"
        other.leave(maker)
        tell()
        await minded(room, first.clock, HOST_SECONDS)
        assert room.state.owner == "p1"
        await other.record.refresh()
        assert other.state.owner == "p1"

    async def run() -> None:
        store, clock = open_store(tmp_path), Clock()
        halls = [Harness(store, clock, LocalBus(alone=False)) for _ in range(2)]
        await work(*halls)
        for hall in halls:
            await hall.rooms.close()
        await store.close()

    asyncio.run(run())


def test_a_host_who_leaves_passes_the_table_to_the_next_person(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await lobby(hall, "p0", "bot-1", "p2")
        assert isinstance(await room.command("p0", commands.Leave("l")), Accepted)
        assert room.state.owner == "p2"
        assert await start(room, "p2") == "accepted"

    with_rooms(tmp_path, work)


async def between(hall: Harness, seats: int, **length: int) -> Room:
    """The lobby of the second game of a match."""
    room = await hall.game(seats=seats, options=replace(USUAL, **length))
    for seat in range(seats - 1):
        await room.command(f"p{seat}", commands.Resign("r"))
    assert room.state.phase == "over"
    await room.command("p0", commands.Rematch("again"))
    assert room.state.next is not None
    following = await hall.room(room.state.next)
    assert following.state.between
    return following


def test_of_two_who_gives_up_the_match_ends_it_and_can_be_forgotten(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await between(hall, 2, games=3)
        refused = await room.command("p1", commands.Leave("l"))
        assert isinstance(refused, Refused)
        assert refused.code == "match-running"
        # p1 has won the only game, and gives up: so p0 wins the match
        assert isinstance(await room.command("p1", commands.Resign("r")), Accepted)
        assert isinstance(await room.command("p1", commands.Resign("r")), Accepted)
        shown = room.shown.snapshot("p0")
        assert (shown.phase, shown.match and shown.match.winners, shown.next) == ("left", (0,), None)
        for command in (commands.Start("s"), commands.Sit("t", "Eve"), commands.Rematch("m")):
            assert isinstance(await room.command("p0", command), Refused)
        assert not [mine.id for mine in await hall.rooms.mine("p0")]
        assert not room.state.counts_for("p0")
        assert len((await hall.rooms.forget("p1")).games) == 2
        entries = (await hall.room(room.id)).entries
        left = [event for entry in entries for event in entry.events if isinstance(event, MatchLeft)]
        assert [event.sitter.name for event in left] == ["N. N."]
        assert all(b"p1" not in row.body for row in (await hall.store.log(room.id))[1])

    with_rooms(tmp_path, work)


def test_of_three_the_others_go_on_with_the_points_they_have(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await between(hall, 3, games=3)
        points = room.shown.snapshot(None).match
        assert points is not None
        await room.command("p0", commands.Resign("r"))
        assert room.state.phase == "lobby"
        assert room.state.owner == "p1"
        assert not room.state.is_open
        taken = await room.command("p9", commands.Sit("s", "Eve"))
        assert isinstance(taken, Refused)
        assert taken.code == "match-running"
        assert await start(room, "p2") == "accepted"
        shown = room.shown.snapshot("p1")
        assert (shown.called, len(shown.seats), shown.match and shown.match.points) == (True, 2, points.points[1:])

    with_rooms(tmp_path, work)


def test_old_records_say_who_owns_a_room_when_a_seat_is_freed(tmp_path: Path) -> None:
    (freed,) = decode(b'[{"t":"freed","seat":0,"owner":"p1"}]')

    async def work(hall: Harness) -> None:
        room = await lobby(hall, "p0", "p1")
        assert evolve(room.state, freed).owner == "p1"

    with_rooms(tmp_path, work)
