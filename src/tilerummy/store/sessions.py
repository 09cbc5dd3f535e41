"""What stores keep of guests' sessions: which there are, which have ended, and links by which others are made."""

import hashlib
from typing import Final, Protocol

import msgspec

LAST: Final = (1 << 63) - 1
"""The latest time that databases can hold: what is revoked until then is revoked for ever."""
ERA: Final = "era"
"""The name under which `revocations` has how many eras have ended."""
DEVICES: Final = 50
"""Sessions of a guest that are listed, those seen last."""


def mark(player: str) -> str:
    """What stands for a guest where others may read along: it does not tell the id."""
    return hashlib.sha256(player.encode()).hexdigest()[:32]


class GuestSession(msgspec.Struct, frozen=True):
    """A browser in which a guest is known: the session's id, names of `browser` and `system` (empty where they are not
    known), when it was `made` and last `seen` (ms)."""

    id: str
    player: str
    browser: str
    system: str
    made: int
    seen: int


class Handover(msgspec.Struct, frozen=True):
    """A guest's link to another browser: the SHA-256 of its `token`, what else travels as `body`; when it was `made`,
    `until` when it counts and when it was `taken` (ms).

    `asker`: the guest who asks to use it, in a browser of that name and system, and the `code` that both sides see;
    `agreed`: what the link's guest said to that, 1 or 0; `session`: the id of the session it became.
    """

    token: bytes
    player: str
    body: bytes
    made: int
    until: int
    taken: int | None = None
    asker: str | None = None
    code: str | None = None
    browser: str | None = None
    system: str | None = None
    agreed: int | None = None
    session: str | None = None


class Recovery(msgspec.Struct, frozen=True):
    """A guest's recovery sheet: the argon2id hash of its words as `secret`, when it was `made` and last `used` (ms),
    then in a browser of that name and system."""

    player: str
    secret: bytes
    made: int
    used: int | None = None
    browser: str | None = None
    system: str | None = None


class SessionStore(Protocol):
    """The part of a store that keeps them. Every method may raise StorageFailure."""

    async def revoke(self, name: str, before: int = LAST) -> None:
        """Sessions of that name (a guest, a bot, one session, `*` for anybody) that were issued before that time (ms)
        count no more; without a time none ever does again. Never takes back an earlier word."""
        ...

    async def end_era(self) -> None:
        """No session, bot's key, recovery sheet, passkey or link to another browser that there is counts any more,
        whatever its time says."""
        ...

    async def revocations(self) -> dict[str, int]:
        """What `revoke` kept: per name the time before which sessions do not count; and how many eras have ended."""
        ...

    async def keep_session(self, session: GuestSession) -> None:
        """Keep a session that has not ended; of one that is kept already, when it was seen."""
        ...

    async def sessions_of(self, player: str) -> list[GuestSession]:
        """The guest's sessions that have not ended, those seen last first, at most `DEVICES`."""
        ...

    async def end_session(self, player: str, ident: str) -> bool:
        """A guest's session never counts again; False where there is none of that id."""
        ...

    async def end_sessions_but(self, player: str, ident: str, nameless: str, now: int) -> int:
        """No session of the guest but this one ever counts again, nor do those that have the name of all without one
        of their own; their recovery sheet, their passkeys and their links to other browsers are gone, those in mails
        too. How many were known."""
        ...

    async def keep_handover(self, handover: Handover, most: int) -> bool:
        """Keep a guest's link in the place of the one before, and end those whose time is over; False where more than
        `most` bytes would travel by all links, and nothing has changed for the guest."""
        ...

    async def end_handovers(self, now: int) -> None:
        """What travels by links whose time is over is kept no longer, and a day later the links themselves."""
        ...

    async def handover(self, token: bytes) -> Handover | None:
        """The link with a token of that digest."""
        ...

    async def handover_of(self, player: str) -> Handover | None:
        """The last link of a guest."""
        ...

    async def ask_handover(self, token: bytes, asker: str, code: str, browser: str, system: str, now: int) -> bool:
        """A browser asks to use a link; False where another one did, where it was used or has ended."""
        ...

    async def answer_handover(self, player: str, code: str, now: int, *, agreed: bool) -> bool:
        """The guest of a link says whether who showed this code may use it; False where that is over or said."""
        ...

    async def take_handover(self, token: bytes, asker: str, session: str, now: int, seen: int) -> bool:
        """Use up a link that its guest agreed to, keep what travels by it no longer, and keep the asker's session of
        that id; False where it was used or has ended, also by the end of its guest's sessions."""
        ...

    async def keep_recovery(self, player: str, secret: bytes, made: int) -> bool:
        """Keep a guest's recovery sheet in the place of the one before; False for a guest who is forgotten."""
        ...

    async def recovery(self, secret: bytes) -> Recovery | None:
        """The recovery sheet whose words have that hash."""
        ...

    async def recovery_of(self, player: str) -> Recovery | None:
        """The recovery sheet of a guest."""
        ...

    async def use_recovery(self, secret: bytes, session: GuestSession, now: int) -> bool:
        """Keep a session of the sheet's guest that it has brought; False where the sheet counts no more."""
        ...
