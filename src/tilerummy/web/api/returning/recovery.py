"""A guest's recovery sheet: words on paper that make any browser this guest's, until there is a newer sheet."""

from typing import Final

import structlog
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rooms.hosting import Rooms
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Recovery
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.api.guests import guest_of
from tilerummy.web.api.returning.arrival import admitted, arriving
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, maker, read_body
from tilerummy.web.guests.last_game import last_game
from tilerummy.web.guests.protocol import RecoveryAsked, RecoveryMade, RecoveryShown, RecoveryState
from tilerummy.web.guests.slow_hash import SlowHash
from tilerummy.web.guests.words import new_words, read_words
from tilerummy.web.sessions import Sessions

ALL: Final = ""
"""The key under which the tries of everybody are counted together."""
log = structlog.get_logger()


class RecoveryApi:
    """The endpoints. Of a sheet only a slow hash of its words is kept: who reads the store cannot use it."""

    def __init__(self, rooms: Rooms, sessions: Sessions, spending: Spending) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._sessions = sessions
        self._budget = spending.budget
        self._tries, self._all_tries = spending.recoveries, spending.all_recoveries
        self._hash = SlowHash()

    async def recovery(self, request: Request) -> Response:
        """GET: whether the guest has a sheet. POST: a sheet, in the place of the one before; its words this once."""
        player = guest_of(request, self._sessions)
        if request.method == "GET":
            kept = None if player is None else await self._store.recovery_of(player)
            return reply(_state(kept))
        player, words, now = maker(request, player, self._budget, limits.SHEET_COST), new_words(), self._rooms.now()
        if not await self._store.keep_recovery(player, await self._hashed(words), now):
            raise HttpRefusal(401, "no-session")
        return reply(RecoveryMade(words, now), 201)

    async def look(self, request: Request) -> Response:
        """POST: whose games a sheet brings."""
        sheet = await self._sheet(request)
        return reply(RecoveryShown(await last_game(self._rooms, sheet.player)))

    async def take(self, request: Request) -> Response:
        """POST: this browser is the sheet's guest from now on; the sheet counts on."""
        sheet = await self._sheet(request)
        arrival = arriving(request, self._sessions, sheet.player)
        if not await self._store.use_recovery(sheet.secret, arrival.kept, self._rooms.now()):
            raise HttpRefusal(404, "recovery-unknown")
        return admitted(request, self._sessions, arrival)

    async def _sheet(self, request: Request) -> Recovery:
        """The sheet whose words are told. Raises HttpRefusal where it cannot be used here."""
        player = guest_of(request, self._sessions)
        if player is None:
            raise HttpRefusal(401, "no-session")
        asked = await read_body(request, RecoveryAsked)
        try:
            words = read_words(asked.words)
        except Refusal as refusal:
            raise HttpRefusal(422, refusal.code, **refusal.params) from None
        if not self._tries.spend(player, address_of(request), 1) or not self._all_tries.take(ALL):
            log.warning("recovery-tries-refused")
            raise HttpRefusal(429, "too-fast")
        sheet = await self._store.recovery(await self._hashed(words))
        # what ends sessions up to the time of the sheet ends it too
        if sheet is None or not self._sessions.revocations.stands(self._sessions.new(sheet.player, sheet.made)):
            raise HttpRefusal(404, "recovery-unknown")
        if sheet.player == player:
            raise HttpRefusal(409, "recovery-own")
        return sheet

    async def _hashed(self, words: tuple[str, ...]) -> bytes:
        try:
            return await self._hash.of(words)
        except Refusal as refusal:
            raise HttpRefusal(503, refusal.code, **refusal.params) from None


def _state(kept: Recovery | None) -> RecoveryState:
    if kept is None:
        return RecoveryState(None, None, "", "")
    return RecoveryState(kept.made, kept.used, kept.browser or "", kept.system or "")
