"""What people ask each other at a table, what they say to it, and the laws of a pause."""

from random import Random

from tests.people.town import require
from tilerummy.rooms import commands
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import RoomState


def asks(random: Random, state: RoomState) -> bool:
    """Whether somebody has something to ask, to answer, or to end now."""
    return random.random() < (0.5 if state.pause else 0.4 if state.request else 0.03)


def asked(random: Random, ident: str, state: RoomState) -> commands.Command:
    """A person wants to go on, answers, or asks for the last turn or for a pause."""
    if state.pause is not None and random.random() < 0.9:
        return commands.GoOn(ident)
    if state.request is not None:
        return commands.Reply(ident, state.request.turn, yes=random.random() < 0.8)
    return random.choice((commands.TakeBack(ident), commands.AskForPause(ident)))


def hold(room: Room) -> None:
    """The laws of a pause. Raises Broken."""
    state = room.state
    if state.pause is None:
        return
    require(state.phase == "playing", "only a game stands", room.id)
    require(room.deadline is not None, "a pause ends by itself", room.id)
    allowed = state.banks is not None or (state.limit or 0) * 1000 >= (state.pause.left or 0)
    require(allowed, "nobody has more than a turn after a pause", room.id, state.pause)
    require(state.mover is None or not state.mover.of_server, "computer players wait", room.id)
    shown = room.shown.snapshot(None)
    require((shown.deadline, shown.pause) == (None, state.pause), "everybody sees that the game stands", room.id)
