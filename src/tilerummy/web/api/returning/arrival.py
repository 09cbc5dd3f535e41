"""A guest comes back: this browser gets a session of theirs, and the guest of before stays aside for a day."""

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.store import GuestSession
from tilerummy.web.answers import reply
from tilerummy.web.guests import browsers
from tilerummy.web.guests.devices import this_hour
from tilerummy.web.guests.protocol import Back
from tilerummy.web.sessions import Session, Sessions


class Arrival(NamedTuple):
    """The session, as the cookie and as the store are to have it."""

    session: Session
    kept: GuestSession


def arriving(request: Request, sessions: Sessions, player: str) -> Arrival:
    """A session of that guest in the browser that asks."""
    session = sessions.new(player)
    told = browsers.told(request.headers.get("user-agent", ""))
    return Arrival(session, GuestSession(session.id, session.player, *told, session.issued, this_hour()))


def admitted(request: Request, sessions: Sessions, arrival: Arrival) -> Response:
    """The answer that makes the browser that guest's, once the store has the session."""
    answer = reply(Back(arrival.session.player))
    sessions.set_aside(answer, request)
    sessions.admit(answer, request, arrival.session)
    return answer
