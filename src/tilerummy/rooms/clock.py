"""When a turn ends, and what a player's game clock holds after it. In milliseconds; the arithmetic is the rules'."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tilerummy.rooms.consent.pausing import resumed
from tilerummy.rooms.consent.people import choosing
from tilerummy.rooms.correspondence.calendar import HOUR
from tilerummy.rooms.decision import Decision, after, then
from tilerummy.rooms.events import ClockRead
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.clocks import bank_after, time_allowed

ASKING: Final = 10_000
"""Milliseconds after a deal in which players may ask for a new one, before the first turn begins, unless the server's
settings say otherwise. They are the same whatever the racks hold: nobody learns anything by waiting."""
WORDS_SECONDS: Final = 3.0
"""Seconds that a game which was called waits for the seals of words, and once more for the words: pages send both at
once, other clients may know of none."""
NOTICED: Final = 50
"""Milliseconds of waiting that are given back; nobody notices less."""


class Unanswered:
    """What came to one room and is under way."""

    def __init__(self) -> None:
        self._sent: list[tuple[str | None, int]] = []
        self._given_back = 0

    @contextmanager
    def of(self, who: str | None, came: int) -> Iterator[None]:
        """Something of theirs that came at that moment (ms) is under way."""
        self._sent.append((who, came))
        try:
            yield
        finally:
            self._sent.remove((who, came))

    def before(self, moment: int) -> Iterator[str | None]:
        """Who sent something that came before that moment."""
        return (who for who, came in self._sent if came < moment)

    def owes(self, row: int, waited: int) -> bool:
        """Whether a player whose pass on this row is refused gets back the time (ms) that they waited for its proof:
        once a row, since asked again it is known."""
        owes = waited >= NOTICED and row > self._given_back
        self._given_back = row if owes else self._given_back
        return owes


def is_up(state: RoomState, deadline: int | None, now: int, unanswered: Unanswered) -> bool:
    """Whether the turn's time is up, and nothing that the mover sent in time is under way: while the server owes an
    answer, the clock stands still."""
    if deadline is None or now < deadline:
        return False
    if state.game is None:
        return state.called
    awaited = state.game.active if state.asking else (state.game.turn,)
    return all(state.seat_of(who) not in awaited for who in unanswered.before(deadline))


def deadline_after(
    before: RoomState | None, after: RoomState, deadline: int | None, now: int, asking: int = ASKING
) -> int | None:
    """When the turn is over once `after` has followed `before` (None: the room is new): the same while it goes on, None
    without a limit or outside of a game; in a pause, when that is. `asking`: how long (ms) players may ask for a new
    deal."""
    paused = None if before is None else before.pause
    if after.pause is not None:
        return after.pause.until if paused is None else deadline
    if before is not None and paused is not None and same_turn(before, after):
        return resumed(after, paused.left, now)
    if before is not None and same_turn(before, after):
        return _moved(before, after, deadline, now)
    if after.asking:
        return _asking_over(after, now, asking)
    allowed = _allowed(after)
    if allowed is None:
        return None
    seat = _mover(after)
    return now + allowed if seat is None else after.calendar(seat).runs_out(now, allowed)


def _asking_over(state: RoomState, now: int, asking: int) -> int:
    """When the first turn begins by itself; where turns take hours or days, everybody has the time of one."""
    turn = (state.limit or 0) * 1000 if state.correspondence else 0
    return max([now + asking, *(state.calendar(seat).runs_out(now, turn) for seat in choosing(state) if turn)])


def _moved(before: RoomState, after: RoomState, deadline: int | None, now: int) -> int | None:
    """When a turn that goes on is over: later, as far as its player's time stands for longer than was known; a stand-in
    in the place of one who is late has an hour."""
    seat = _mover(after)
    if seat is None or deadline is None:
        return deadline
    if seat in after.stood_in:
        return deadline if seat in before.stood_in else now + HOUR
    known, calendar = before.calendar(seat), after.calendar(seat)
    return deadline if known == calendar else calendar.runs_out(now, known.left(now, deadline))


def _mover(state: RoomState) -> int | None:
    """Whose time runs by a calendar."""
    waits = not state.correspondence or state.game is None or state.asking
    return None if waits or state.game is None else state.game.turn


def same_turn(before: RoomState, after: RoomState) -> bool:
    """Whether the turn that was going on still goes on."""
    return before.phase == after.phase and _turn(before) == _turn(after)


def with_clock(before: RoomState, decision: Decision | None, deadline: int | None, came: int) -> Decision | None:
    """A decision that ends the turn takes its time from the mover's game clock, up to when what ended it came."""
    if before.pause is not None:
        deadline = resumed(before, before.pause.left, came)
    if decision is None or same_turn(before, decision.state) or (read := _read(before, deadline, came)) is None:
        return decision
    return then(decision, after(decision.state, read))


def _read(state: RoomState, deadline: int | None, came: int) -> ClockRead | None:
    """What is left on the mover's game clock when what ends the turn came at that moment; None in rooms without such
    clocks."""
    allowed = _allowed(state)
    if state.banks is None or allowed is None or deadline is None or state.game is None or state.game.turn is None:
        return None
    if state.asking:
        return None
    seat = state.game.turn
    # A deadline moved on by the server's grace gives the player all of it: nothing was spent then.
    spent = max(0, allowed - (deadline - came))
    left = bank_after(state.edition.clock, state.banks[seat] / 1000, spent / 1000)
    return ClockRead(seat, round((left or 0) * 1000))


def _allowed(state: RoomState) -> int | None:
    if state.correspondence and state.phase == "lobby" and state.called:
        # nobody may be there who would see to it
        return round(WORDS_SECONDS * 1000)
    if state.phase != "playing" or state.game is None or state.game.turn is None:
        return None
    if state.banks is not None:
        allowed = time_allowed(state.edition.clock, state.banks[state.game.turn] / 1000)
        return None if allowed is None else round(allowed * 1000)
    return None if state.limit is None else state.limit * 1000


def _turn(state: RoomState) -> tuple[int, int, bool] | tuple[bool, bool]:
    """Which turn, of which deal, and whether it waits until nobody asks for a new one; before it, what the deal waits
    for."""
    if state.game is None:
        return state.called, state.asked
    return state.game.turn_number, state.game.redeals, state.asking
