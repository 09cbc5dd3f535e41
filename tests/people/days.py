"""What people do at a table whose turns take hours or days, and the laws of it."""

from random import Random
from typing import Final, Literal

from msgspec.structs import replace

from tests.people.town import require
from tilerummy.rooms import commands
from tilerummy.rooms.options import Options
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import RoomState

HOUR: Final = 3600
DAY: Final = 24 * HOUR
PASS: Final = (1, HOUR, 9 * HOUR, DAY, 4 * DAY, 4 * DAY)
"""Seconds that go by."""
ZONES: Final = (None, "Europe/Helsinki", "America/St_Johns", "Pacific/Apia", "Nowhere/Atall", "../etc/passwd")


def clock(random: Random, options: Options) -> tuple[int | Literal["edition"] | None, Options]:
    """A turn's limit in seconds, and for hours or days what else the host chooses; now and then it does not fit."""
    limits: tuple[int | Literal["edition"] | None, ...] = (None, 5, 30, "edition")
    if random.random() < 0.7:
        return random.choice(limits), options
    hours = random.choice((4, 12, 24, 72))
    nights = random.random() < (0.7 if hours < 24 else 0.05)
    overdue = random.choice(("penalty", "computer", "out"))
    return hours * HOUR, replace(options, overdue=overdue, holidays=random.choice((0, 3, 7)), nights=nights)


def sit(random: Random, ident: str, name: str, seat: int) -> commands.Sit:
    """A person takes that seat, or any, and may say where they live."""
    zone = random.choice(ZONES) if random.random() < 0.4 else None
    return commands.Sit(ident, name, random.choice((None, seat)), zone)


def asked(random: Random, ident: str, state: RoomState) -> commands.Command:
    """A person goes on holiday, comes back, or has waited long enough."""
    missed = any(schedule.missed > 1 for schedule in state.schedules)
    if random.random() < (0.8 if missed else 0.1):
        return commands.EndWaiting(ident)
    return commands.Holiday(ident, random.choice((0, 1, 2, 5, 30)))


def hold(room: Room) -> None:
    """The laws of such a table. Raises Broken."""
    state, now = room.state, room.server.now()
    require(not (state.schedules and not state.correspondence), "only long turns have schedules", room.id)
    if not state.correspondence:
        return
    require(len(state.schedules) == len(state.sitters), "each seat has its schedule", room.id)
    require(not any(room.presence.newest.away), "nobody is away", room.id)
    for schedule in state.schedules:
        require(0 <= schedule.left <= state.options.holidays, "holidays are counted", room.id, schedule)
        ahead = schedule.holiday - now
        require(ahead <= (state.options.holidays - schedule.left) * DAY * 1000, "a holiday is paid for", room.id)
    if state.phase != "playing" or state.game is None or state.game.turn is None or state.asking or state.pause:
        return
    seat, deadline = state.game.turn, room.deadline
    require(deadline is not None, "a turn of days ends", room.id, room.seq)
    stands_in = seat in state.stood_in
    require(state.stood_in in ((), (seat,)), "a computer player stands in for one turn", room.id, state.stood_in)
    if deadline is not None and not stands_in:
        left = state.calendar(seat).left(now, deadline)
        require(left <= (state.limit or 0) * 1000, "nobody has more than a turn", room.id, left)
        require(deadline > state.schedules[seat].holiday, "no turn ends on a holiday", room.id, deadline)
