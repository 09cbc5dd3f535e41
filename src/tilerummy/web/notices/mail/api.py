"""A guest is told by mail: they say where, the owner of the address confirms it and can end it, and a link brings the
guest to their game."""

from hashlib import sha256
from typing import Final

import msgspec
import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tilerummy.rooms.hosting import Rooms
from tilerummy.store import Outlet
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.api.guests import guest_of
from tilerummy.web.api.returning.arrival import admitted, arriving
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, read_body
from tilerummy.web.guests.last_game import last_game
from tilerummy.web.notices.api import NoticeApi, sensible
from tilerummy.web.notices.mail.links import CONFIRMS, OPENS, PAGE, Links, Opening, digest
from tilerummy.web.notices.mail.mails import mailbox
from tilerummy.web.notices.protocol import Kept, MailLink, MailOpened, NewMail
from tilerummy.web.security import origin_of
from tilerummy.web.sessions import Session, Sessions

_NAME: Final = 32
"""Digits in the id of an address's outlet."""
log = structlog.get_logger()


class MailApi:
    """The endpoints. What they answer never depends on whether others are told at an address."""

    def __init__(self, notices: NoticeApi, rooms: Rooms, sessions: Sessions, spending: Spending, links: Links) -> None:
        self._notices = notices
        self._rooms = rooms
        self._store = rooms.store
        self._sessions = sessions
        self._spending = spending
        self._links = links

    async def ask(self, request: Request) -> Response:
        """POST: the guest wants to be told at an address, whose owner is asked first; or wants it otherwise there."""
        session = self._notices.session(request)
        asked = await read_body(request, NewMail)
        wishes, now = sensible(asked.wishes), self._rooms.now()
        kept = msgspec.json.encode(Kept(wishes, origin_of(request), address=asked.address))
        outlet = Outlet(
            _name(session.player, asked.address), session.player, "mail", None, kept, wishes.kinds, None, now
        )
        before = await self._store.outlet(outlet.id)
        if before is not None and before.confirmed is not None:
            await self._store.keep_outlet(outlet, limits.OUTLETS)
            return await self._notices.shown(session.player, session)
        if not self._spending.mail_questions.spend(session.player, address_of(request), 1):
            raise HttpRefusal(429, "mail-asked-often")
        # what others asked of the address is not told: the guest waits for a mail as if it were theirs
        if not self._spending.mailboxes.take(mailbox(asked.address)):
            log.warning("mailbox-asked-often")
            kept_there = await self._store.keep_outlet(outlet, limits.OUTLETS)
        else:
            kept_there = await self._store.ask_outlet(outlet, limits.OUTLETS, now)
        if not kept_there:
            raise HttpRefusal(409, "outlets-full", most=limits.OUTLETS)
        return await self._notices.shown(session.player, session)

    async def confirm(self, request: Request) -> Response:
        """POST: the owner of an address wants to be told there."""
        token = await self._token(request)
        found = await self._links.confirmed(token)
        outlet = None if found is None else await self._store.outlet(found[0])
        if found is None or outlet is None or outlet.made != found[1]:
            raise self._unknown(request)
        if outlet.confirmed is None:
            if outlet.made + CONFIRMS * 1000 <= self._rooms.now():
                raise HttpRefusal(410, "mail-link-ended")
            await self._store.confirm_outlet(outlet.id, self._rooms.now())
        return reply({})

    async def stop(self, request: Request) -> Response:
        """POST: nothing more is sent to the address."""
        await self._end(request, await self._token(request))
        return reply({})

    async def unsubscribe(self, request: Request) -> Response:
        """POST: the same by one press of a mail program, which has no cookie (RFC 8058). GET: the page that asks."""
        token = request.query_params.get("token", "")
        if request.method == "GET":
            return RedirectResponse(f"{PAGE}#stop.{token}", 303)
        await self._end(request, token)
        return reply({})

    async def look(self, request: Request) -> Response:
        """POST: where a link leads, and whose games it brings; it stays as it is."""
        opening, outlet = await self._opening(request, await self._token(request))
        if guest_of(request, self._sessions) == outlet.player:
            return reply(MailOpened(_path(opening), own=True, last=None))
        return reply(MailOpened(_path(opening), own=False, last=await last_game(self._rooms, outlet.player)))

    async def take(self, request: Request) -> Response:
        """POST: this browser is the guest of the link from now on; nobody uses the link again."""
        token, player = await self._token(request), guest_of(request, self._sessions)
        if player is None:
            raise HttpRefusal(401, "no-session")
        opening, outlet = await self._opening(request, token)
        arrival, until = arriving(request, self._sessions, outlet.player), opening.made + OPENS * 1000
        if not await self._store.use_link(digest(token), until, outlet.id, arrival.kept, self._rooms.now()):
            raise HttpRefusal(410, "mail-link-used")
        return admitted(request, self._sessions, arrival)

    async def _end(self, request: Request, token: str) -> None:
        ident = await self._links.stopped(token)
        if ident is None:
            raise self._unknown(request)
        outlet = await self._store.outlet(ident)
        # it says yes as well to who presses again
        if outlet is not None:
            await self._store.end_outlet(outlet.player, outlet.id)

    async def _opening(self, request: Request, token: str) -> tuple[Opening, Outlet]:
        """What a link opens, and for whom. Raises HttpRefusal where it brings nobody back: the guest's own browser
        needs none that counts."""
        opening = await self._links.opened(token)
        outlet = None if opening is None else await self._store.outlet(opening.outlet)
        if opening is None or outlet is None:
            raise self._unknown(request)
        if guest_of(request, self._sessions) == outlet.player:
            return opening, outlet
        made = Session(outlet.player, opening.made, id=outlet.id, era=opening.era)
        over = opening.made + OPENS * 1000 <= self._rooms.now()
        if (
            over
            or outlet.confirmed is None
            or opening.made <= outlet.confirmed
            or not self._sessions.revocations.stands(made)
        ):
            raise HttpRefusal(410, "mail-link-ended")
        if await self._store.link_used(digest(token)):
            raise HttpRefusal(410, "mail-link-used")
        return opening, outlet

    async def _token(self, request: Request) -> str:
        if not self._spending.unknown_links.of(address_of(request)).has(1):
            raise HttpRefusal(429, "too-fast")
        return (await read_body(request, MailLink)).token

    def _unknown(self, request: Request) -> HttpRefusal:
        self._spending.unknown_links.take(address_of(request))
        return HttpRefusal(404, "mail-link-unknown")


def _name(player: str, address: str) -> str:
    """The id of an address's outlet: each guest has one of their own there."""
    return sha256(f"{player} {address.lower()}".encode()).hexdigest()[:_NAME]


def _path(opening: Opening) -> str:
    return f"/t/{opening.game}"
