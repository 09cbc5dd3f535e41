"""Places in the hall: who comes onto the list, who waits, and who moves in where somebody has gone."""

from collections.abc import Sequence
from itertools import islice

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.checkin.hall import MOST_WAITING, Waiting
from tilerummy.tournament.events.checkin import Capped, LeftQueue, Queued
from tilerummy.tournament.events.people import Entered
from tilerummy.tournament.events.rounds import Joined
from tilerummy.tournament.lists.entrants import MOST_NUMBER, Entrant
from tilerummy.tournament.sign_ups import Asking
from tilerummy.tournament.state import Event, Tournament, fold

People = Sequence[tuple[str, str]]
"""People by name and category."""


def entered(state: Tournament, found: People, browsers: tuple[str, ...] = ()) -> tuple[Event, ...]:
    """People with numbers of their own, and in the stage under way; `browsers`: see `Entered`."""
    numbers = _free_numbers(state, len(found))
    entrants = tuple(Entrant(number, name, category) for number, (name, category) in zip(numbers, found, strict=True))
    joined = (Joined(tuple(entrant.number for entrant in entrants)),) if state.stages else ()
    return (Entered(entrants, browsers), *joined)


def placed(state: Tournament, found: People, browsers: tuple[str, ...] = (), *, beyond: bool) -> tuple[Event, ...]:
    """People enter as far as there are places, and wait from there on; `beyond` the cap all enter. Raises Refusal."""
    free = len(found) if beyond else free_places(state)
    some, others = found[:free], found[free:]
    happened = entered(state, some, browsers[:free]) if some else ()
    if not others:
        return happened
    if len(state.hall.waiting) + len(others) > MOST_WAITING:
        raise refuse("too-many-waiting", most=MOST_WAITING)
    marks = browsers[free:] or ("",) * len(others)
    waiting = tuple(Asking(name, category, mark) for (name, category), mark in zip(others, marks, strict=True))
    return (*happened, Queued(waiting))


def free_places(state: Tournament) -> int:
    """How many more may enter: none where people wait."""
    return 0 if state.hall.waiting else _room(state)


def require_not_waiting(state: Tournament, found: People) -> None:
    """Raises Refusal with each of these people who waits already."""
    names = [name for name, _ in found if state.hall.named(name)]
    if names:
        raise Refusal(*(Fault("", "name-waits", {"name": name}) for name in names))


def filled(state: Tournament, happened: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events, and after them those who move in where places are free: in order, while nobody has seen tables; from
    a check-in that is over only who was there."""
    after = fold(state, happened)
    if not after.hall.waiting or not _moves_in(after):
        return happened
    came = after.check_in.here if after.check_in.phase == "closed" else None
    first = [one for one in after.hall.waiting if came is None or one.ticket in came][: _room(after)]
    return (*happened, *_admitted(after, first)) if first else happened


def cap(state: Tournament, cap_: int | None) -> tuple[Event, ...]:
    """Limit how many may play, or no longer. Nobody is sent away; where there is more room, people move in."""
    return () if cap_ == state.hall.cap else filled(state, (Capped(cap_),))


def take_in(state: Tournament, tickets: Sequence[int]) -> tuple[Event, ...]:
    """Enter people who wait, though there is no place. Raises Refusal where one of them waits no more."""
    return _admitted(state, _waiting(state, tickets))


def leave_queue(state: Tournament, tickets: Sequence[int]) -> tuple[Event, ...]:
    """Take people off the waiting list. Raises Refusal where one of them waits no more."""
    return (LeftQueue(tuple(one.ticket for one in _waiting(state, tickets))),)


def _waiting(state: Tournament, tickets: Sequence[int]) -> list[Waiting]:
    found = [state.hall.one(ticket) for ticket in dict.fromkeys(tickets)]
    there = [one for one in found if one is not None]
    if len(there) < len(found):
        raise refuse("waits-no-more", count=len(found) - len(there))
    return there


def _admitted(state: Tournament, waiting: Sequence[Waiting]) -> tuple[Event, ...]:
    return entered(state, [(one.name, one.category) for one in waiting])


def _room(state: Tournament) -> int:
    """How many fewer play than may."""
    cap_ = MOST_NUMBER if state.hall.cap is None else state.hall.cap
    return max(0, cap_ - len(state.entrants.keys() - state.withdrawn))


def _moves_in(state: Tournament) -> bool:
    """Whether who waits may still come in by themselves: nobody has seen a table."""
    if not state.stages:
        return True
    rounds = state.stages[0].rounds
    late = state.format.late != "never" and len(state.stages) == 1
    return late and bool(rounds) and rounds[0].phase == "planned"


def _free_numbers(state: Tournament, count: int) -> list[int]:
    """The numbers after the highest given, and where those run out the lowest that nobody has."""
    after = max(state.entrants, default=0) + 1
    higher = list(range(after, min(after + count, MOST_NUMBER + 1)))
    gaps = (number for number in range(1, after) if number not in state.entrants)
    return higher + list(islice(gaps, count - len(higher)))
