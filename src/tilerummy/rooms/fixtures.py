"""Rooms made for a tournament's tables: seats are given and claimed, and nobody at the table is the host."""

from collections.abc import Iterable, Mapping, Set
from typing import Literal, NamedTuple

import msgspec

from tilerummy.rooms.decide import create, starting
from tilerummy.rooms.decision import Decide, Decision, after, in_game, then
from tilerummy.rooms.events import (
    Created,
    Dropped,
    Fixture,
    RoomEvent,
    SeatFreed,
    SeatTaken,
    Sitter,
    StoodIn,
    TakenUp,
    TimeOver,
    Why,
)
from tilerummy.rooms.options import Options
from tilerummy.rooms.people import names
from tilerummy.rooms.state import RoomState
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.decide import Decided, resign
from tilerummy.rules.refusal import refuse


class Place(NamedTuple):
    """For which game a room is made: of a `tournament` (its id in addresses) the game (from 1) of a table."""

    tournament: str
    table: int
    game: int


def is_for(state: RoomState, place: Place) -> bool:
    """Whether the room was made for this game, as its own events say."""
    fixture = state.fixture
    return fixture is not None and (fixture.tournament, fixture.table, fixture.game) == place


def only_for(place: Place, asked: Decide) -> Decide:
    """The same asked of a room that was made for this game; of any other it is refused."""

    def decide(state: RoomState) -> Decision | None:
        if not is_for(state, place):
            raise refuse("foreign-room")
        return asked(state)

    return decide


def set_up(
    edition: Edition,
    limit: int | Literal["edition"] | None,
    fixture: Fixture,
    called: Mapping[int, str],
    options: Options,
) -> Decision:
    """How a fixture's room begins. `called`: the names of its players. Raises Refusal."""
    # the tournament hosts it: no guest's id has a colon
    owner = f"tournament:{fixture.tournament}"
    sitters = tuple(Sitter("person", short(called[number]), None, None) for number in fixture.players)
    return create(edition, limit, owner, sitters, start=False, hints=False, options=options, fixture=fixture)


def following(opened: Decision, room: str, before: RoomState) -> Decision:
    """The same for the game after that of `room`: a player who claimed a seat there has it here, and totals go on."""
    created = opened.events[0]
    if before.fixture is None or not isinstance(created, Created) or created.fixture is None:
        return opened
    seats = {number: seat for seat, number in enumerate(before.fixture.players)}
    sitters, totals = list(created.sitters), list(created.totals)
    for seat, number in enumerate(created.fixture.players):
        if number in seats:
            sat, named = before.sitters[seats[number]], sitters[seat]
            totals[seat] = before.totals[seats[number]]
            if sat is not None and named is not None:
                sitters[seat] = msgspec.structs.replace(named, player=sat.player)
    carried = msgspec.structs.replace(created, sitters=tuple(sitters), totals=tuple(totals), previous=room)
    return after(None, carried, *opened.events[1:])


def claim(state: RoomState, number: int, player: str) -> Decision | None:
    """A guest takes their own seat, before or during the game; nothing where they have it already. Raises Refusal."""
    seat, sitter = _seat(state, number)
    if state.phase == "over":
        raise refuse("not-playing")
    if sitter.player == player:
        return None
    if sitter.player is not None:
        raise refuse("seat-taken")
    if state.seat_of(player) is not None:
        raise refuse("already-seated")
    return after(state, SeatTaken(seat, msgspec.structs.replace(sitter, player=player)))


def release(state: RoomState, number: int) -> Decision | None:
    """A seat may be claimed again, from another device, while the game is not over: its players look back on it then.
    Raises Refusal."""
    seat, sitter = _seat(state, number)
    if state.phase == "over":
        raise refuse("not-playing")
    if sitter.player is None:
        return None
    return after(state, SeatTaken(seat, msgspec.structs.replace(sitter, player=None)))


def begin(state: RoomState) -> Decision | None:
    """The game begins without waiting for those who are not there; their turns run out. Raises Refusal."""
    if state.phase == "over":
        raise refuse("not-playing")
    return starting(state) if state.phase == "lobby" and not state.called else None


def withdraw(state: RoomState, gone: Set[int]) -> Decision | None:
    """Players who have left the tournament: before the game their seats are taken away, during it they give up."""
    players = state.fixture.players if state.fixture else ()
    seats = [seat for seat, number in enumerate(players) if number in gone and state.sitters[seat] is not None]
    if state.phase == "lobby":
        return after(state, *(SeatFreed(seat) for seat in seats)) if seats else None
    gave_up: Decision | None = None
    for seat in seats:
        now = state if gave_up is None else gave_up.state
        resigned = None if now.game is None else resign(now.game, seat)
        if isinstance(resigned, Decided):
            given_up = in_game(now, resigned)
            gave_up = given_up if gave_up is None else then(gave_up, given_up)
    return gave_up


def drop(state: RoomState, why: Why | None) -> Decision | None:
    """The tournament waits no longer for a game that is not over, and nobody plays on; nothing where it waits."""
    return None if why is None or state.phase in ("left", "over") else after(state, Dropped(why))


def take_up(state: RoomState) -> Decision | None:
    """The tournament waits for a game that was dropped: it goes on, and the turn has its whole time."""
    return after(state, TakenUp()) if state.dropped is not None else None


def scores(state: RoomState) -> dict[int, int]:
    """The points of a game that is over, by the players' numbers."""
    if state.fixture is None or state.game is None or state.game.over is None:
        return {}
    return dict(zip(state.fixture.players, state.game.over.scores, strict=True))


def stood_in(state: RoomState, happened: Iterable[RoomEvent]) -> tuple[int, ...]:
    """The numbers of the players for whom a computer player has moved, by all that happened in the room."""
    players = state.fixture.players if state.fixture else ()
    seats = {
        event.seat
        for event in happened
        if isinstance(event, StoodIn) or (isinstance(event, TimeOver) and event.then == "computer")
    }
    return tuple(players[seat] for seat in sorted(seats))


def short(name: str) -> str:
    """A name as long as the table has room for."""
    return name if len(name) <= names.MOST else name[: names.MOST - 1].rstrip() + "…"


def _seat(state: RoomState, number: int) -> tuple[int, Sitter]:
    """The seat of a player of the fixture. Raises Refusal."""
    players = state.fixture.players if state.fixture else ()
    for seat, found in enumerate(players):
        sitter = state.sitters[seat]
        if found == number and sitter is not None:
            return seat, sitter
    raise refuse("no-such-seat")
