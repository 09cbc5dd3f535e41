"""Events of referees that come from outside: whether a command could have brought them about."""

from typing import Final

from tilerummy.tournament.events.referee import CallEnded, RefereeCalled, Ruled, RulingRevoked
from tilerummy.tournament.fields import END_OF_TIME
from tilerummy.tournament.referee import decisions
from tilerummy.tournament.state import Tournament

_REFEREES: Final = ("referee", "desk", "organiser")


def ruled(event: Ruled, state: Tournament) -> bool:
    """Whether a player was given or taken points so. Raises Refusal or LookupError where that cannot be."""
    again = decisions.rule(state, event.number, event.stage, event.points, event.reason, event.rule, event.by)
    return event.by in _REFEREES and again == event


def revoked(event: RulingRevoked, state: Tournament) -> bool:
    """Whether that was revoked so. Raises Refusal or LookupError where that cannot be."""
    return event.by in _REFEREES and decisions.revoke(state, event.ruling, event.reason, event.by) == event


def called(event: RefereeCalled, state: Tournament) -> bool:
    """Whether a table called then. Raises Refusal or LookupError where it cannot."""
    return 0 <= event.at < END_OF_TIME and decisions.call(state, event.table, event.at) == (event,)


def call_ended(event: CallEnded, state: Tournament) -> bool:
    """Whether a table's call ended. Raises Refusal or LookupError where there is none."""
    return decisions.end_call(state, event.table) == (event,)
