"""Events between two stages that come from outside: whether a command could have brought them about."""

from tilerummy.tournament.closing.equals import equals_at_line, settle
from tilerummy.tournament.closing.reserves import move_up
from tilerummy.tournament.events.closing import MovedUp, Settled
from tilerummy.tournament.fields import MOST_REASON, MOST_SEED
from tilerummy.tournament.state import Tournament


def settled(event: Settled, state: Tournament) -> bool:
    """Whether equals were parted so. Raises Refusal or LookupError where they cannot be."""
    drawn = event.seed is not None
    lots = drawn == (event.how == "drawn-lot") and 0 <= (event.seed or 0) < MOST_SEED
    if len(event.reason) > MOST_REASON or not lots:
        return False
    tie = next((one for one in equals_at_line(state) if set(one.equal) == set(event.order)), None)
    won = event.order[: tie.places] if tie is not None else ()
    return settle(state, event.order, event.how, won, event.reason, lambda: event.seed or 0)[:1] == (event,)


def moved_up(event: MovedUp, state: Tournament) -> bool:
    """Whether the next in the standing moved up so. Raises Refusal or LookupError where nobody can."""
    return move_up(state, event.number)[:1] == (event,)
