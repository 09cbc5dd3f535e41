"""What people are told of a room while they are not there: which row causes which word, and whether it still holds.

Only of games that take days, without a limit or with turns of hours or days; of any game who is invited to it, and the
members of a circle of its new tables. Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tilerummy.rooms.clock import same_turn
from tilerummy.rooms.consent.people import asked
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.state import RoomState
from tilerummy.store.notices import NoticeKind, Word

HOLD: Final = 10_000
"""Milliseconds until a word goes out: who plays on at once, or has just looked, needs none."""
REMIND: Final = 4
"""The reminder comes when one part in so many of a turn's time is left."""


def is_slow(state: RoomState) -> bool:
    """Whether people play it over days, and with each other."""
    unhurried = state.banks is None and (state.limit is None or state.correspondence)
    people = sum(sitter is not None and sitter.kind == "person" for sitter in state.sitters)
    return unhurried and people > 1 and not state.options.practice


def words(before: RoomState | None, after: RoomState, actor: str, deadline: int | None, now: int) -> tuple[Word, ...]:
    """What the people of a room are told once `after` has followed `before` (None: the room is new) by what `actor`
    did, with the turn's end at `deadline` (ms)."""
    if before is None and after.invited:
        return tuple(Word(player, "invitation", 0, now + HOLD) for player in _guests(after.invited))
    return tuple(_words(before, after, actor, deadline, now)) if is_slow(after) else ()


def awaits_members(state: RoomState) -> bool:
    """Whether a circle's table waits for members: not begun, a seat free."""
    return state.circle is not None and state.gathering and None in state.sitters


def calls(state: RoomState, called: Iterable[str], now: int) -> tuple[Word, ...]:
    """What those guests are told for whom a circle's new table waits."""
    return tuple(Word(player, "invitation", 0, now + HOLD) for player in called if state.seat_of(player) is None)


def _words(before: RoomState | None, after: RoomState, actor: str, deadline: int | None, now: int) -> Iterator[Word]:
    turn = _number(after)
    mover = _mover(after)
    begins = before is None or not same_turn(before, after)
    if mover is not None and begins:
        yield Word(mover, "turn", turn, now + HOLD)
    # in a pause its time may have come and gone; what was told before is not told again
    goes_on = before is not None and before.pause is not None and after.pause is None
    reminded = reminder(after, deadline) if begins or goes_on else None
    if mover is not None and reminded is not None and (begins or reminded > now):
        yield Word(mover, "reminder", turn, reminded)
    newly = asked(after) - (frozenset() if before is None else asked(before))
    yield from (Word(player, "question", turn, now + HOLD) for player in _on(after, newly) if player != actor)
    others = [player for player in _guests(after.sitters) if player != actor]
    if before is None:
        yield from (Word(player, "invitation", 0, now + HOLD) for player in others if player != mover)
    elif after.phase == "over" and before.phase != "over":
        yield from (Word(player, "end", 0, now + HOLD) for player in others)


def reminder(state: RoomState, deadline: int | None) -> int | None:
    """When the mover is reminded (ms); None where nothing ends the turn."""
    return None if deadline is None or state.limit is None else deadline - state.limit * 1000 // REMIND


def holds(state: RoomState, player: str, kind: NoticeKind, turn: int) -> bool:
    """Whether a word to that guest is still true."""
    match kind:
        case "turn" | "reminder":
            goes_on = kind == "turn" or state.pause is None
            return goes_on and _mover(state) == player and _number(state) == turn
        case "end":
            return state.phase == "over" and state.seat_of(player) is not None
        case "invitation":
            if state.phase not in ("lobby", "playing"):
                return False
            seated = state.seat_of(player) is not None or state.seat_kept_for(player) is not None
            return seated or awaits_members(state)
        case "question":
            return state.phase == "playing" and state.seat_of(player) in asked(state) and _number(state) == turn
        case "device":
            return True


def _number(state: RoomState) -> int:
    """Of the turn that goes on."""
    return 0 if state.game is None else state.game.turn_number


def _mover(state: RoomState) -> str | None:
    """The person who is to move themselves."""
    mover = state.mover
    return None if mover is None or mover.kind != "person" else mover.player


def _on(state: RoomState, seats: Iterable[int]) -> tuple[str, ...]:
    """The people on these seats."""
    return _guests(tuple(state.sitters[seat] for seat in sorted(seats)))


def _guests(sitters: tuple[Sitter | None, ...]) -> tuple[str, ...]:
    return tuple(sitter.player for sitter in sitters if sitter and sitter.player and sitter.kind == "person")
