"""A guest in another browser: a link, whose games it brings, and the word of the first browser, without which nothing
happens."""

import secrets
from hashlib import sha256
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rooms.hosting import Rooms
from tilerummy.store import Handover
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.api.guests import guest_of
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, maker, read_body, row_maker, size_cost
from tilerummy.web.guests import browsers
from tilerummy.web.guests.devices import this_hour
from tilerummy.web.guests.last_game import last_game
from tilerummy.web.guests.protocol import (
    BrowserKept,
    HandoverAnswer,
    HandoverAsked,
    HandoverMade,
    HandoverShown,
    HandoverState,
    HandoverTaken,
    NewHandover,
    Stage,
)
from tilerummy.web.sessions import Sessions

TOKEN_BYTES: Final = 24
"""Random bytes of a link to another browser: what nobody guesses."""


class HandoverApi:
    """The endpoints. Of a link only the digest of its token is kept: who reads the store cannot use it."""

    def __init__(self, rooms: Rooms, sessions: Sessions, spending: Spending) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._sessions = sessions
        self._budget = spending.budget
        self._unknown = spending.unknown_links

    async def handovers(self, request: Request) -> Response:
        """GET: how the guest's last link stands. POST: a link to another browser, in the place of the one before."""
        if request.method == "GET":
            player = guest_of(request, self._sessions)
            return reply(self._state(None if player is None else await self._store.handover_of(player)))
        player = maker(request, guest_of(request, self._sessions), self._budget, limits.ROOM_COST + size_cost(request))
        asked = await read_body(request, NewHandover, limits.HANDOVER)
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._rooms.now()
        until = now + limits.HANDOVER_SECONDS * 1000
        made = Handover(_digest(token), player, msgspec.json.encode(asked.kept), now, until)
        if not await self._store.keep_handover(made, limits.HANDOVER_BYTES):
            raise HttpRefusal(503, "handovers-full", minutes=limits.HANDOVER_SECONDS // 60)
        return reply(HandoverMade(token, until), 201)

    async def answer(self, request: Request) -> Response:
        """POST: whether the browser that asks becomes this guest; answers how the link stands then."""
        player = guest_of(request, self._sessions)
        if player is None:
            raise HttpRefusal(401, "no-session")
        asked = await read_body(request, HandoverAnswer)
        await self._store.answer_handover(player, asked.code, agreed=asked.agreed, now=self._rooms.now())
        return reply(self._state(await self._store.handover_of(player)))

    async def look(self, request: Request) -> Response:
        """POST: whose games a link brings, where this browser can use it; the link stays as it is."""
        player = guest_of(request, self._sessions)
        handover = await self._open(request, player)
        row_maker(request, player, self._budget)
        return reply(HandoverShown(handover.until, await last_game(self._rooms, handover.player)))

    async def take(self, request: Request) -> Response:
        """POST: this browser asks to be the link's guest and, once the first browser has agreed, is so from now on;
        nobody uses the link again.

        The session is of the link's time: what ends sessions up to then ends it too.
        """
        player = guest_of(request, self._sessions)
        if player is None:
            raise HttpRefusal(401, "no-session")
        handover = await self._open(request, player)
        if handover.agreed is None:
            return reply(HandoverTaken(await self._asked(request, player, handover), None, None))
        session = self._sessions.new(handover.player, handover.made)
        now = self._rooms.now()
        if not await self._store.take_handover(handover.token, player, session.id, now, this_hour()):
            raise HttpRefusal(410, "handover-used")
        if not self._sessions.revocations.stands(session):
            raise _ended()
        kept = msgspec.json.decode(handover.body, type=BrowserKept)
        answer = reply(HandoverTaken(None, handover.player, kept))
        self._sessions.set_aside(answer, request)
        self._sessions.admit(answer, request, session)
        return answer

    async def _asked(self, request: Request, player: str, handover: Handover) -> str:
        """The code of a browser that asks to use a link."""
        if handover.asker == player and handover.code is not None:
            return handover.code
        row_maker(request, player, self._budget)
        code = f"{secrets.randbelow(10**6):06}"
        told = browsers.told(request.headers.get("user-agent", ""))
        if not await self._store.ask_handover(handover.token, player, code, *told, self._rooms.now()):
            raise HttpRefusal(409, "handover-asked")
        return code

    async def _open(self, request: Request, player: str | None) -> Handover:
        """The link that is asked for. Raises HttpRefusal where it cannot be used here."""
        address = address_of(request)
        if not self._unknown.of(address).has(1):
            raise HttpRefusal(429, "too-fast")
        asked = await read_body(request, HandoverAsked)
        handover = await self._store.handover(_digest(asked.token))
        if handover is None:
            self._unknown.take(address)
            raise HttpRefusal(404, "handover-unknown")
        stage = self._state(handover).stage
        if stage == "used":
            raise HttpRefusal(410, "handover-used")
        if stage == "ended":
            raise _ended()
        if handover.player == player:
            raise HttpRefusal(409, "handover-own")
        if handover.asker not in (None, player):
            raise HttpRefusal(409, "handover-asked")
        if stage == "refused":
            raise HttpRefusal(410, "handover-refused")
        return handover

    def _state(self, handover: Handover | None) -> HandoverState:
        if handover is None:
            return HandoverState("none", 0, "", "", None)
        made = self._sessions.new(handover.player, handover.made)
        stage: Stage
        if handover.taken is not None:
            stage = "used"
        elif handover.agreed == 0:
            stage = "refused"
        elif handover.until <= self._rooms.now() or not self._sessions.revocations.stands(made):
            stage = "ended"
        else:
            stage = "agreed" if handover.agreed else "asked" if handover.asker else "open"
        return HandoverState(stage, handover.until, handover.browser or "", handover.system or "", handover.code)


def _ended() -> HttpRefusal:
    return HttpRefusal(410, "handover-ended", minutes=limits.HANDOVER_SECONDS // 60)


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()
