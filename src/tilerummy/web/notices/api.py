"""Where a guest is told of their games: in this browser, and wherever else they said so."""

from hashlib import sha256

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rates import Budget
from tilerummy.rooms.correspondence.calendar import checked_zone
from tilerummy.rooms.hosting import Rooms
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Outlet
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.api.guests import guest_of
from tilerummy.web.errors import HttpRefusal, read_body, row_maker
from tilerummy.web.notices.protocol import (
    Kept,
    NewPush,
    NewService,
    NoticesShown,
    OutletAsked,
    OutletShown,
    PushRenewed,
    PushTarget,
    Wishes,
)
from tilerummy.web.notices.pushes import Pushes
from tilerummy.web.notices.services import WEBHOOK, Services, service_of
from tilerummy.web.security import origin_of
from tilerummy.web.sessions import Session, Sessions

_decode = msgspec.json.Decoder(Kept).decode


class NoticeApi:
    """The endpoints."""

    def __init__(
        self, rooms: Rooms, sessions: Sessions, budget: Budget, pushes: Pushes, services: Services, *, mail: bool
    ) -> None:
        """`mail`: whether the server sends mails."""
        self._rooms = rooms
        self._store = rooms.store
        self._sessions = sessions
        self._budget = budget
        self._pushes = pushes
        self._services = services
        self._mail = mail

    async def notices(self, request: Request) -> Response:
        """GET: where the guest is told. POST: they want to be told in this browser."""
        if request.method == "GET":
            session = self._sessions.session(request)
            return await self.shown(guest_of(request, self._sessions), session)
        session = self.session(request)
        asked = await read_body(request, NewPush)
        return await self._keep_push(request, session, asked.push, sensible(asked.wishes))

    async def renew(self, request: Request) -> Response:
        """POST: this browser's pushes go elsewhere from now on, as it wanted them before."""
        session = self.session(request)
        asked = await read_body(request, PushRenewed)
        before = await self._store.outlet(_name(asked.before))
        if before is None or before.player != session.player:
            raise HttpRefusal(404, "unknown-outlet")
        answer = await self._keep_push(request, session, asked.push, _decode(before.body).wishes)
        if asked.push.endpoint != asked.before:
            await self._store.end_outlet(session.player, before.id)
        return answer

    async def service(self, request: Request) -> Response:
        """POST: the guest wants to be told by a service, or wants it otherwise there."""
        session = self.session(request)
        asked = await read_body(request, NewService)
        if not self._services.takes(asked.address):
            if service_of(asked.address) == WEBHOOK:
                raise HttpRefusal(422, "service-not-public")
            raise HttpRefusal(422, "service-unknown")
        kept = msgspec.json.encode(Kept(sensible(asked.wishes), origin_of(request), address=asked.address))
        ident, now = _name(f"{session.player} {asked.address}"), self._rooms.now()
        outlet = Outlet(ident, session.player, "service", None, kept, asked.wishes.kinds, now, now)
        return await self._keep(outlet, session)

    async def end(self, request: Request) -> Response:
        """POST: the guest is told nothing there any more."""
        session = self.session(request)
        asked = await read_body(request, OutletAsked)
        if not await self._store.end_outlet(session.player, asked.id):
            raise HttpRefusal(404, "unknown-outlet")
        return await self.shown(session.player, session)

    async def _keep_push(self, request: Request, session: Session, push: PushTarget, wishes: Wishes) -> Response:
        from tilerummy.web.notices.push import BadTarget, read_target

        if not self._pushes.outgoing.takes(push.endpoint):
            raise HttpRefusal(422, "push-not-public")
        try:
            read_target(push.p256dh, push.auth)
        except BadTarget:
            raise HttpRefusal(422, "push-key") from None
        kept, now = msgspec.json.encode(Kept(wishes, origin_of(request), push=push)), self._rooms.now()
        outlet = Outlet(_name(push.endpoint), session.player, "push", session.id, kept, wishes.kinds, now, now)
        return await self._keep(outlet, session)

    async def _keep(self, outlet: Outlet, session: Session) -> Response:
        if not await self._store.keep_outlet(outlet, limits.OUTLETS):
            raise HttpRefusal(409, "outlets-full", most=limits.OUTLETS)
        return await self.shown(session.player, session)

    async def shown(self, player: str | None, session: Session | None) -> Response:
        """Where the guest is told."""
        outlets = [] if player is None else await self._store.outlets_of(player)
        shown = tuple(_shown(outlet, session) for outlet in outlets)
        return reply(NoticesShown((await self._pushes.vapid()).public, shown, self._mail, self._services.examples))

    def session(self, request: Request) -> Session:
        """The session of the guest who asks. Raises HttpRefusal."""
        player, session = guest_of(request, self._sessions), self._sessions.session(request)
        if player is None or session is None or not session.id:
            raise HttpRefusal(401, "no-session")
        row_maker(request, player, self._budget)
        return session


def _shown(outlet: Outlet, session: Session | None) -> OutletShown:
    kept = _decode(outlet.body)
    here = session is not None and outlet.session == session.id
    return OutletShown(outlet.id, outlet.kind, here, kept.address, outlet.confirmed is not None, kept.wishes)


def sensible(wishes: Wishes) -> Wishes:
    """The wishes. Raises HttpRefusal for a time zone that nobody knows."""
    try:
        checked_zone(wishes.zone)
    except Refusal as refusal:
        raise HttpRefusal(422, refusal.code, **refusal.params) from None
    return wishes


def _name(endpoint: str) -> str:
    """The id of the outlet at an endpoint: a browser is that of one guest at a time."""
    return sha256(endpoint.encode()).hexdigest()
