"""Days on which the rounds of a league may be played."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Annotated, Final

import msgspec

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.events.seeds import Dated
from tilerummy.tournament.state import Event, RoundDates, Tournament

MOST_DATES = 400
"""Rounds of an event whose days are said."""
_EPOCH: Final = date(1970, 1, 1)
Dates = Annotated[tuple[RoundDates, ...], msgspec.Meta(max_length=MOST_DATES)]


def dated(state: Tournament, dates: Sequence[RoundDates]) -> tuple[Event, ...]:
    """All dates of the event. Raises Refusal with everything wrong."""
    ordered = tuple(sorted(dates, key=lambda one: (one.stage, one.round)))
    if wrong := faults_of(state, ordered):
        raise Refusal(*wrong)
    return (Dated(ordered),)


def on_its_day(state: Tournament, happened: tuple[Event, ...], now: int, *, sure: bool) -> tuple[Event, ...]:
    """What happens to the round that is not closed. Raises Refusal where its first day has not come at the instant
    `now` (ms), by the calendar of Greenwich, unless one is `sure`."""
    one = of_round(state)
    if one is not None and not sure and (_EPOCH + timedelta(milliseconds=now)).isoformat() < one.first:
        raise refuse("unlikely-early", first=one.first, round=one.round + 1)
    return happened


def of_round(state: Tournament) -> RoundDates | None:
    """The days of the round that is not closed."""
    if state.now is None:
        return None
    stage, number = state.now
    here = state.stages[stage].index, number
    return next((one for one in state.dates if (one.stage, one.round) == here), None)


def faults_of(state: Tournament, dates: Sequence[RoundDates]) -> list[Fault]:
    """Rounds that are not there or twice, days that are none, ends before beginnings, and rounds that overlap."""
    wrong = [_fault("no-round-for-days", one) for one in dates if not _is_there(state, one)]
    unread = [one for one in dates if not (_is_day(one.first) and _is_day(one.last))]
    wrong += [_fault("not-a-day", one) for one in unread]
    wrong += [_fault("dates-backwards", one) for one in dates if one not in unread and one.last < one.first]
    for one, other in pairwise(dates):
        if (one.stage, one.round) == (other.stage, other.round):
            wrong.append(_fault("dates-twice", other))
        elif one not in unread and other not in unread and other.first <= one.last:
            params = {"first": other.first, "before": one.round + 1, "last": one.last}
            wrong.append(Fault("dates", "dates-overlap", {"round": other.round + 1, **params}))
    return wrong


def _is_there(state: Tournament, one: RoundDates) -> bool:
    stages = state.format.stages
    return 0 <= one.stage < len(stages) and 0 <= one.round < stages[one.stage].rounds


def _is_day(said: str) -> bool:
    try:
        return date.fromisoformat(said).isoformat() == said
    except ValueError:
        return False


def _fault(code: str, one: RoundDates) -> Fault:
    return Fault("dates", code, {"round": one.round + 1, "first": one.first, "last": one.last})
