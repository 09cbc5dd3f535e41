"""The links in mails: signed, so that nothing of them is kept but which were used.

Each says what it is for and for which outlet; those that confirm or open also since when they count.
"""

import hashlib
import secrets
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer

from tilerummy.store import Outlet, Store

CONFIRMS: Final = 24 * 3600
"""Seconds in which an address can be confirmed."""
OPENS: Final = 3 * 24 * 3600
"""Seconds in which the link of a notice makes another browser the guest: who is away for a weekend comes back by it."""
PAGE: Final = "/mail"
"""The page of the links. What is after its # is in no log, and a program that opens links ahead presses no button."""
UNSUBSCRIBE: Final = "/api/notices/unsubscribe"
"""Where mail programs unsubscribe with one press."""
_SECRET: Final = "mail"
_KEY_BYTES: Final = 32


class Opening(NamedTuple):
    """The link of a notice to an outlet: to which game, made when (ms), in which era of sessions."""

    outlet: str
    game: str
    made: int
    era: int


class Links:
    """Signs them, and knows them again. The key is made on first use, and kept in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._signers: dict[str, Signer] = {}

    async def confirming(self, outlet: Outlet) -> str:
        """The path by which the owner of an address confirms it."""
        return f"{PAGE}#confirm.{await self._sign('confirm', outlet.id, outlet.made)}"

    async def stopping(self, outlet: Outlet) -> tuple[str, str]:
        """The paths by which nothing more is sent there: of the page, and for mail programs."""
        token = await self._sign("stop", outlet.id)
        return f"{PAGE}#stop.{token}", f"{UNSUBSCRIBE}?token={token}"

    async def opening(self, outlet: Outlet, game: str, now: int, era: int) -> str:
        """The path by which a game is opened as the outlet's guest."""
        return f"{PAGE}#open.{await self._sign('open', outlet.id, game, now, era)}"

    async def confirmed(self, token: str) -> tuple[str, int] | None:
        """The outlet that a link confirms, by its id and when it was made; None for no such link."""
        found = await self._read("confirm", token)
        return None if found is None else (found[0], int(found[1]))

    async def stopped(self, token: str) -> str | None:
        """The outlet that a link ends."""
        found = await self._read("stop", token)
        return None if found is None else found[0]

    async def opened(self, token: str) -> Opening | None:
        """What a link opens."""
        found = await self._read("open", token)
        return None if found is None else Opening(found[0], found[1], int(found[2]), int(found[3]))

    async def _sign(self, purpose: str, *values: object) -> str:
        return (await self._signer(purpose)).sign(".".join(map(str, values))).decode()

    async def _read(self, purpose: str, token: str) -> list[str] | None:
        try:
            return (await self._signer(purpose)).unsign(token).decode().split(".")
        except (BadSignature, UnicodeError):
            return None

    async def _signer(self, purpose: str) -> Signer:
        if purpose not in self._signers:
            key = await self._store.secret(_SECRET, secrets.token_bytes(_KEY_BYTES))
            salt = f"tilerummy.mail.{purpose}"
            self._signers[purpose] = Signer(key, salt=salt, digest_method=hashlib.sha256)
        return self._signers[purpose]


def digest(token: str) -> bytes:
    """By which a used link is known again."""
    return hashlib.sha256(token.encode()).digest()
