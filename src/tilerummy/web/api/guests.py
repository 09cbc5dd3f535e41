"""What guests ask about themselves: to be the same guest in another browser, and to be forgotten."""

import secrets
from hashlib import sha256
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rooms.events import kind_of
from tilerummy.rooms.hosting import Rooms
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Handover
from tilerummy.web import limits
from tilerummy.web.api.rooms import reply
from tilerummy.web.errors import HttpRefusal, maker, read_body, row_maker
from tilerummy.web.protocol import (
    BrowserKept,
    Forgotten,
    HandoverAsked,
    HandoverMade,
    HandoverShown,
    HandoverTaken,
    NewHandover,
)
from tilerummy.web.rates import Budget
from tilerummy.web.sessions import Sessions

TOKEN_BYTES: Final = 24
"""Random bytes of a link to another browser: what nobody guesses."""


class GuestApi:
    """The endpoints. Of a link only the digest of its token is kept: who reads the store cannot use it."""

    def __init__(self, rooms: Rooms, sessions: Sessions, budget: Budget) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._sessions = sessions
        self._budget = budget

    async def hand_over(self, request: Request) -> Response:
        """POST: a link to another browser, in the place of the one before."""
        player = maker(request, self._guest(request), self._budget, limits.ROOM_COST)
        asked = await read_body(request, NewHandover, limits.HANDOVER)
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._rooms.now()
        until = now + limits.HANDOVER_SECONDS * 1000
        await self._store.keep_handover(Handover(_digest(token), player, msgspec.json.encode(asked.kept), now, until))
        return reply(HandoverMade(token, until), 201)

    async def look(self, request: Request) -> Response:
        """POST: whether this browser can use a link, which stays as it is."""
        return reply(HandoverShown((await self._open(request)).until))

    async def take(self, request: Request) -> Response:
        """POST: this browser is the link's guest from now on, and nobody uses the link again.

        The session is of the link's time: what ends sessions up to then ends it too.
        """
        handover = await self._open(request)
        if not await self._store.take_handover(handover.token, self._rooms.now()):
            raise HttpRefusal(410, "handover-used")
        session = self._sessions.new(handover.player, handover.made)
        if not self._sessions.revocations.stands(session):
            raise HttpRefusal(410, "handover-ended", minutes=limits.HANDOVER_SECONDS // 60)
        kept = msgspec.json.decode(handover.body, type=BrowserKept)
        answer = reply(HandoverTaken(handover.player, kept))
        self._sessions.admit(answer, request, session)
        return answer

    async def forget(self, request: Request) -> Response:
        """POST: the guest, wholly or not at all. One who is not known is forgotten already."""
        player, games = self._guest(request), 0
        if player is not None:
            maker(request, player, self._budget, limits.RESTORE_COST)
            try:
                games = await self._rooms.forget(player)
            except Refusal as refusal:
                raise HttpRefusal(409, refusal.code, **refusal.params) from None
            self._sessions.revocations.learn(player)
        answer = reply(Forgotten(games))
        self._sessions.dismiss(answer, request)
        return answer

    def _guest(self, request: Request) -> str | None:
        """The guest who asks. Raises HttpRefusal for a bot, and for cookies of several guests."""
        known = self._sessions.found(request)
        if len(known) > 1:
            raise HttpRefusal(409, "two-sessions")
        if known and kind_of(known[0].player) == "computer":
            raise HttpRefusal(403, "not-for-bots")
        return known[0].player if known else None

    async def _open(self, request: Request) -> Handover:
        """The link that is asked for. Raises HttpRefusal where it cannot be used here."""
        player = self._guest(request)
        row_maker(request, player, self._budget)
        asked = await read_body(request, HandoverAsked)
        handover = await self._store.handover(_digest(asked.token))
        if handover is None:
            raise HttpRefusal(404, "handover-unknown")
        if handover.taken is not None:
            raise HttpRefusal(410, "handover-used")
        made = self._sessions.new(handover.player, handover.made)
        if handover.until <= self._rooms.now() or not self._sessions.revocations.stands(made):
            raise HttpRefusal(410, "handover-ended", minutes=limits.HANDOVER_SECONDS // 60)
        if handover.player == player:
            raise HttpRefusal(409, "handover-own")
        return handover


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()
