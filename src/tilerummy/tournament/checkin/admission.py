"""Events before the first tables that come from outside: whether a command could have brought them about."""

from typing import Final

from tilerummy.rules.names import one_line, unseen
from tilerummy.tournament import players
from tilerummy.tournament.checkin import decisions, places
from tilerummy.tournament.checkin.hall import MOST_WAITING
from tilerummy.tournament.events import checkin
from tilerummy.tournament.fields import END_OF_TIME
from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.lists.entrants import MOST, is_name
from tilerummy.tournament.sign_ups import Asking
from tilerummy.tournament.state import Tournament


def opened(event: checkin.CheckInOpened, state: Tournament) -> bool:
    """Whether a check-in was opened or changed so. Raises Refusal once tables were shown."""
    until = event.until is None or 0 <= event.until < END_OF_TIME
    return until and decisions.open_check_in(state, event.until, -1, names=event.names) == (event,)


def closed(event: checkin.CheckInClosed, state: Tournament) -> bool:
    """Whether these were not in when it closed. Raises Refusal where it is not open."""
    return decisions.close_check_in(state)[:1] == (event,)


def checked_in(event: checkin.CheckedIn, state: Tournament) -> bool:
    """Whether that person came or went. Raises Refusal where they cannot."""
    return decisions.check_in(state, event.ticket, 0, here=event.here, own=False) == (event,)


def paid(event: checkin.Paid, state: Tournament) -> bool:
    """Whether that person paid. Raises Refusal for a ticket of nobody."""
    return decisions.pay(state, event.ticket, paid=event.paid) == (event,)


def capped(event: checkin.Capped, state: Tournament) -> bool:
    """Whether the hall was limited so."""
    fits = event.cap is None or 1 <= event.cap <= MOST_ENTRANTS
    return fits and places.cap(state, event.cap)[:1] == (event,)


def queued(event: checkin.Queued, state: Tournament) -> bool:
    """Whether these people could be put on the waiting list."""
    names = [one.name for one in event.people]
    marks = [one.browser for one in event.people if one.browser]
    fits = 0 < len(names) == len(set(names)) and len(names) + len(state.hall.waiting) <= MOST_WAITING
    own = len(set(marks)) == len(marks) and (not marks or _signed_up(state, event.people))
    # after the cap is lifted newcomers still queue behind the people who wait
    waits = state.hall.cap is not None or bool(state.hall.waiting)
    return fits and own and waits and all(_clean(state, one) for one in event.people)


def left_queue(event: checkin.LeftQueue, state: Tournament) -> bool:
    """Whether these people wait. Raises Refusal where one of them does not."""
    return bool(event.tickets) and places.leave_queue(state, event.tickets) == (event,)


ADMITTED: Final = (opened, closed, checked_in, paid, capped, queued, left_queue)


def _signed_up(state: Tournament, people: tuple[Asking, ...]) -> bool:
    """Whether all of them asked, or one signed up who is entered at once."""
    signing = state.sign_ups
    if all(signing.asking.get(one.browser) == one for one in people):
        return True
    mark, *more = (one.browser for one in people)
    return not more and players.may_sign_up(state, mark, accepting=False)


def _clean(state: Tournament, one: Asking) -> bool:
    category = one_line(one.category) == one.category and len(one.category) <= MOST and unseen(one.category) is None
    return is_name(one.name) and players.free_name(state, one.name, 0) == one.name and category
