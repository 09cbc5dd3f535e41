"""A guest's browsers: which they are, ending one or all others, and the guest that was in this one before."""

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rates import Budget
from tilerummy.rooms.hosting import Rooms
from tilerummy.web.answers import reply
from tilerummy.web.api.guests import guest_of
from tilerummy.web.errors import HttpRefusal, row_maker
from tilerummy.web.guests.last_game import last_game
from tilerummy.web.guests.protocol import Back, Device, DevicesEnded, DevicesShown
from tilerummy.web.revocations import nameless
from tilerummy.web.sessions import Session, Sessions


class DeviceApi:
    """The endpoints. What they end counts no more at once here, and within a second at other servers."""

    def __init__(self, rooms: Rooms, sessions: Sessions, budget: Budget) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._sessions = sessions
        self._budget = budget

    async def devices(self, request: Request) -> Response:
        """GET: the guest's browsers, and who can be brought back."""
        player, here = guest_of(request, self._sessions), self._sessions.session(request)
        known = [] if player is None else await self._store.sessions_of(player)
        shown = tuple(
            Device(one.id, one.browser, one.system, one.made, one.seen, here is not None and one.id == here.id)
            for one in known
        )
        aside = self._sessions.aside(request)
        if aside is None:
            return reply(DevicesShown(shown, None, None))
        return reply(DevicesShown(shown, aside.until, await last_game(self._rooms, aside.session.player)))

    async def end(self, request: Request) -> Response:
        """POST: the session of another browser ends, for ever."""
        session, ident = self._session(request), request.path_params["session"]
        if ident == session.id:
            raise HttpRefusal(409, "session-own")
        if not await self._store.end_session(session.player, ident):
            raise HttpRefusal(404, "unknown-session")
        self._sessions.revocations.learn(ident)
        return reply(DevicesEnded(1))

    async def end_others(self, request: Request) -> Response:
        """POST: the sessions of all other browsers end, for ever, and the link to another one."""
        session = self._session(request)
        ended = await self._store.end_sessions_but(
            session.player, session.id, nameless(session.player), self._rooms.now()
        )
        await self._sessions.revocations.look()
        return reply(DevicesEnded(ended))

    async def back(self, request: Request) -> Response:
        """POST: this browser is the guest again who was here before; the session of who is here now ends."""
        guest_of(request, self._sessions)
        here, aside = self._sessions.session(request), self._sessions.aside(request)
        if aside is None:
            raise HttpRefusal(404, "nobody-before")
        if here is not None and await self._store.end_session(here.player, here.id):
            self._sessions.revocations.learn(here.id)
        answer = reply(Back(aside.session.player))
        self._sessions.admit(answer, request, aside.session)
        self._sessions.drop_aside(answer, request)
        return answer

    def _session(self, request: Request) -> Session:
        """The session that asks. Raises HttpRefusal: one of the forms before sessions had names gets one by a visit."""
        player, session = guest_of(request, self._sessions), self._sessions.session(request)
        if player is None or session is None:
            raise HttpRefusal(401, "no-session")
        row_maker(request, player, self._budget)
        if not session.id:
            raise HttpRefusal(404, "unknown-session")
        return session
