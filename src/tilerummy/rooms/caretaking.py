"""What happens in a room that nobody asks for: turns run out, computer players stand in, a game that is stuck ends."""

from contextlib import suppress
from typing import Final

from tilerummy.records.record import Busy
from tilerummy.rooms.clock import is_up
from tilerummy.rooms.consent.events import WentOn
from tilerummy.rooms.correspondence.overdue import overdue
from tilerummy.rooms.decide import dealing
from tilerummy.rooms.decision import Decide, Decision, after, in_game
from tilerummy.rooms.events import AskingOver, StoodIn
from tilerummy.rooms.presence.absence import consequences
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game import decide as rules
from tilerummy.rules.game.events import Resigned
from tilerummy.rules.refusal import Refusal
from tilerummy.store import StorageFailure

CLOCK: Final = "clock"
"""Who acts when time has passed: a turn runs out, a seat waits for a player who is away."""


async def time_out(room: Room) -> None:
    """End the turn if its time is up, as the table was made, by the edition's rule and the mover's last draft, or a
    pause that is at its end; deal where nobody's word is waited for any longer."""

    def timed_out(state: RoomState) -> Decision | None:
        if not _is_due(room):
            return None
        if state.game is None:
            return dealing(state, late=True)
        if state.asking:
            return after(state, AskingOver())
        if state.pause is not None:
            return after(state, WentOn())
        return overdue(state, state.game, room.draft.play(room.seq))

    if _is_due(room):
        await _look_after(room, timed_out)


def _is_due(room: Room) -> bool:
    return is_up(room.state, room.deadline, room.server.now(), room.unanswered)


async def mind_the_absent(room: Room) -> None:
    """Give back the seat of who is back; do what the host wants for who has kept the others waiting."""
    decision = _missed(room, room.state)
    takes = decision is not None and isinstance(decision.events[0], StoodIn | Resigned)
    if takes and await room.server.attends(room.id):
        room.audience.absence.restart_waiting()
    elif decision is not None:
        await _look_after(room, lambda state: _missed(room, state))


def awaits(room: Room) -> bool:
    """Whether something follows from who is here and who is not."""
    return _missed(room, room.state) is not None


def _missed(room: Room, state: RoomState) -> Decision | None:
    return consequences(state, room.audience.absence, room.server.now())


async def end_if_stuck(room: Room) -> None:
    """End the game if it is proved that nobody can lay any more."""
    row, game = room.seq, room.state.game
    if game is not None and room.state.obliged and await room.endgame.is_stuck(row, game):
        await _look_after(room, lambda state: in_game(state, rules.stuck(game)) if room.seq == row else None)


async def _look_after(room: Room, decide: Decide) -> None:
    """Where it fails, the next look tries again."""
    with suppress(StorageFailure, Busy, Refusal):
        await room.keep(CLOCK, None, decide)
