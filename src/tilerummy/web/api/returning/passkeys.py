"""A guest's passkeys: made in one browser, they bring the guest back in others, until they are removed."""

import asyncio
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Final, TypeVar

import structlog
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rooms.hosting import Rooms
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Challenge, Passkey
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.api.guests import guest_of
from tilerummy.web.api.returning.arrival import admitted, arriving
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, maker, read_body, row_maker
from tilerummy.web.guests import browsers
from tilerummy.web.guests.authenticators import ALGORITHMS, Place, read_answer, read_new, to_bytes, to_text
from tilerummy.web.guests.last_game import last_game
from tilerummy.web.guests.protocol import (
    NewPasskey,
    PasskeyAnswer,
    PasskeyChallenge,
    PasskeyNamed,
    PasskeyShown,
    PasskeysShown,
    PasskeyWanted,
)
from tilerummy.web.hosts import name_of
from tilerummy.web.security import origin_of
from tilerummy.web.sessions import Sessions

T = TypeVar("T")
CHALLENGE_BYTES: Final = 32
"""Random bytes that are to be signed: what nobody guesses, and nobody gets twice."""
log = structlog.get_logger()


class PasskeyApi:
    """The endpoints. Of a passkey only its public key is kept: who reads the store cannot use it."""

    def __init__(self, rooms: Rooms, sessions: Sessions, spending: Spending) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._sessions = sessions
        self._budget = spending.budget
        self._tries = spending.recoveries

    async def passkeys(self, request: Request) -> Response:
        """GET: the guest's passkeys. POST: one more, that an authenticator has made."""
        player = guest_of(request, self._sessions)
        if request.method == "GET":
            return await self._shown(player)
        player = maker(request, player, self._budget, limits.SHEET_COST)
        asked = await read_body(request, NewPasskey)
        challenge, kept = await self._challenge(player), await self._store.passkeys_of(player)
        made = await _checked(lambda: read_new(asked, challenge, _place(request)))
        handle, now = _handle(kept, challenge), self._rooms.now()
        new = Passkey(made.id, player, handle, made.public_key, made.sign_count, asked.name, now)
        if not await self._store.keep_passkey(new, limits.PASSKEYS):
            raise HttpRefusal(409, "passkey-known")
        return await self._shown(player, 201)

    async def wanted(self, request: Request) -> Response:
        """POST: what an authenticator needs to make one more."""
        player = maker(request, guest_of(request, self._sessions), self._budget, limits.ROW_COST)
        kept = await self._store.passkeys_of(player)
        if len(kept) >= limits.PASSKEYS:
            raise HttpRefusal(409, "passkeys-full", most=limits.PASSKEYS)
        challenge, last = await self._new_challenge(player), await last_game(self._rooms, player)
        handle, known = to_text(_handle(kept, challenge)), tuple(to_text(one.id) for one in kept)
        told = browsers.told(request.headers.get("user-agent", ""))
        name = None if last is None else last.name
        return reply(PasskeyWanted(to_text(challenge), handle, name, ALGORITHMS, known, *told))

    async def challenge(self, request: Request) -> Response:
        """POST: what is to be signed by a passkey that brings its guest to this browser."""
        player = maker(request, guest_of(request, self._sessions), self._budget, limits.ROW_COST)
        return reply(PasskeyChallenge(to_text(await self._new_challenge(player))))

    async def take(self, request: Request) -> Response:
        """POST: this browser is the passkey's guest from now on."""
        player = guest_of(request, self._sessions)
        if player is None:
            raise HttpRefusal(401, "no-session")
        answer = await read_body(request, PasskeyAnswer)
        if not self._tries.spend(player, address_of(request), 1):
            log.warning("passkey-tries-refused")
            raise HttpRefusal(429, "too-fast")
        challenge = await self._challenge(player)
        passkey = await self._store.passkey(await _checked(lambda: to_bytes(answer.id)))
        # what ends sessions up to the time of the passkey ends it too
        if passkey is None or not self._sessions.revocations.stands(self._sessions.new(passkey.player, passkey.made)):
            raise _unknown()
        sign_count = await _checked(lambda: read_answer(answer, passkey, challenge, _place(request)))
        if passkey.player == player:
            raise HttpRefusal(409, "passkey-own")
        arrival = arriving(request, self._sessions, passkey.player)
        if not await self._store.use_passkey(passkey.id, sign_count, arrival.kept, self._rooms.now()):
            raise _unknown()
        return admitted(request, self._sessions, arrival)

    async def rename(self, request: Request) -> Response:
        """POST: a passkey has another name."""
        player, asked = self._changing(request), await read_body(request, PasskeyNamed)
        if not await self._store.name_passkey(player, _ident(request), asked.name):
            raise _unknown()
        return await self._shown(player)

    async def end(self, request: Request) -> Response:
        """POST: a passkey counts no more. The browsers that it made this guest's stay so."""
        player = self._changing(request)
        if not await self._store.end_passkey(player, _ident(request)):
            raise _unknown()
        return await self._shown(player)

    def _changing(self, request: Request) -> str:
        player = guest_of(request, self._sessions)
        if player is None:
            raise HttpRefusal(401, "no-session")
        row_maker(request, player, self._budget)
        return player

    async def _shown(self, player: str | None, status: int = 200) -> Response:
        kept = [] if player is None else await self._store.passkeys_of(player)
        return reply(
            PasskeysShown(tuple(PasskeyShown(to_text(one.id), one.name, one.made, one.used) for one in kept)), status
        )

    async def _new_challenge(self, player: str) -> bytes:
        now, value = self._rooms.now(), secrets.token_bytes(CHALLENGE_BYTES)
        await self._store.keep_challenge(Challenge(player, value, now + limits.CHALLENGE_SECONDS * 1000), now)
        return value

    async def _challenge(self, player: str) -> bytes:
        """What this guest's browser was to have signed. Raises HttpRefusal where that is over."""
        challenge = await self._store.take_challenge(player, self._rooms.now())
        if challenge is None:
            raise HttpRefusal(410, "passkey-late")
        return challenge


def _place(request: Request) -> Place:
    """Where the guest is; the host was looked at on the way here."""
    return Place(origin_of(request), name_of(request.headers.get("host", "")) or "")


def _handle(kept: list[Passkey], challenge: bytes) -> bytes:
    """Under what authenticators know the guest: one handle for all, at first one that was drawn with the challenge."""
    return kept[0].handle if kept else sha256(challenge).digest()


async def _checked(read: Callable[[], T]) -> T:
    """What was read in a thread: the library is loaded there at first use. Raises HttpRefusal."""
    try:
        return await asyncio.to_thread(read)
    except Refusal as refusal:
        raise HttpRefusal(422, refusal.code, **refusal.params) from None


def _ident(request: Request) -> bytes:
    try:
        return to_bytes(request.path_params["passkey"])
    except Refusal:
        raise _unknown() from None


def _unknown() -> HttpRefusal:
    return HttpRefusal(404, "passkey-unknown")
