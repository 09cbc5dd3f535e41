"""People who are not there: since when, whose turn waits for them, and what the host wants to happen then.

All of it is kept in memory alone and counts from when this server first missed a person: after a restart everyone has
only just left, so that no fault of ours takes a seat or a game away.
"""

from collections.abc import Set
from typing import Final, assert_never

from tilerummy.rooms.clock import WORDS_SECONDS
from tilerummy.rooms.decide import dealing, starting
from tilerummy.rooms.decision import Decision, after, in_game
from tilerummy.rooms.events import CameBack, StoodIn
from tilerummy.rooms.presence.succession import succeeding
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.decide import resign
from tilerummy.rules.judge.judge import Illegal

HOST_SECONDS: Final = 120.0
"""Seconds that people at a table wait for a host who is away; then the next of them is the host."""


class Absence:
    """Since when each person of one room is away, and since when the table waits for them. In milliseconds."""

    def __init__(self) -> None:
        self._since: dict[str, int] = {}
        self._awaited: dict[str, int] = {}
        self._patient: tuple[bool, int] | None = None
        self._hostless: int | None = None

    def count(self, people: tuple[str, ...], here: Set[str | None], now: int) -> None:
        """Note who of the `people` that are awaited (see `RoomState.person_on`) is here."""
        self._since = {player: self._since.get(player, now) for player in people if player not in here}
        self._awaited = {player: at for player, at in self._awaited.items() if player in self._since}

    def since(self, player: str | None) -> int | None:
        """When the person was missed first; None while they are here."""
        return None if player is None else self._since.get(player)

    def waited(self, player: str, now: int) -> int:
        """How long the table has waited for them: from the first turn of theirs that came while they were away."""
        return now - self._awaited.setdefault(player, now)

    def without_host(self, owner: str, now: int) -> bool:
        """Whether the owner has been away for so long that another player is to host. Each look of theirs begins it."""
        if owner not in self._since:
            self._hostless = None
            return False
        self._hostless = now if self._hostless is None else self._hostless
        return now - self._hostless >= HOST_SECONDS * 1000

    def patience_ends(self, now: int, *, asked: bool) -> bool:
        """Whether missing seals, or words once they are `asked` for, have been waited for long enough; the first call
        for each starts the time."""
        if self._patient is None or self._patient[0] != asked:
            self._patient = asked, now
        return now - self._patient[1] >= WORDS_SECONDS * 1000

    def restart_waiting(self) -> None:
        """The server stood still: nobody's time away counts until now."""
        self._awaited.clear()
        self._hostless = None


def consequences(state: RoomState, absence: Absence, now: int) -> Decision | None:
    """What follows from who is here and who is not: mostly nothing.

    Players who return have their seat at once. Only a player for whom another person at the table waits can lose a
    seat: when all are cut off together, the fault may be ours. A fixture's game begins once all are there, and so
    does the next game of a match. Where turns take hours or days nobody has to be there.
    """
    if state.called and state.phase == "lobby":
        return dealing(state, late=True) if absence.patience_ends(asked=state.asked, now=now) else None
    if state.correspondence:
        return None
    if state.between or (state.phase == "lobby" and state.fixture is not None):
        people = [state.person_on(seat) for seat, sitter in enumerate(state.sitters) if sitter is not None]
        all_here = all(absence.since(person) is None for person in people)
        if all_here and len(people) >= state.edition.players.least:
            return starting(state)
    if state.phase == "lobby":
        return _succession(state, absence, now)
    if state.phase != "playing" or state.game is None or state.game.turn is None or state.asking:
        return None
    back = tuple(CameBack(seat) for seat in state.stood_in if absence.since(state.person_on(seat)) is None)
    if back:
        return after(state, *back)
    seat = state.game.turn
    player = None if state.pause else state.person_on(seat)
    if player is None or seat in state.stood_in or absence.since(player) is None:
        return None
    waited = absence.waited(player, now)
    others = (state.person_on(other) for other in state.game.active)
    someone_waits = any(other is not None and absence.since(other) is None for other in others)
    if not someone_waits or waited < state.options.away_seconds * 1000:
        return None
    match state.options.away:
        case "wait":
            return None
        case "computer":
            return after(state, StoodIn(seat))
        case "end":
            resigned = resign(state.game, seat)
            return None if isinstance(resigned, Illegal) else in_game(state, resigned)
        case _:
            assert_never(state.options.away)


def _succession(state: RoomState, absence: Absence, now: int) -> Decision | None:
    """A player who is here takes over from an owner who has been away for long; a tournament hosts its own tables."""
    if state.fixture is not None or not absence.without_host(state.owner, now):
        return None
    changed = succeeding(state, [player for player in state.people if absence.since(player) is None])
    return after(state, *changed) if changed else None
