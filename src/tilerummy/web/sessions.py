"""Guests: a signed cookie with a random id. The key lives in the data folder, readable by its owner alone; servers that
share a store are told theirs.

A browser keeps the cookies of a host name for all its ports, and takes some for it from its sub-domains. Over https
only a cookie counts that a sub-domain cannot plant (`__Host-`). Cookies of the form before this one lack that name and
a time: each counts until its renewal is used for the first time, so that no two browsers are the same guest by it.
"""

import os
import secrets
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tilerummy.rooms.events import BOT
from tilerummy.store.sessions import mark
from tilerummy.web.revocations import Revocations
from tilerummy.web.security import is_secure

COOKIE: Final = "tilerummy"
"""The cookie's name over http."""
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""Its name over https: browsers take this one from https alone, for this one host, and from none of its sub-domains."""
KEY_FILE: Final = "session.key"
KEY_BYTES: Final = 32
"""Bytes of a key that signs cookies, at least: what nobody guesses."""
LIFETIME: Final = 400 * 24 * 3600
"""Seconds a cookie counts: as long as browsers keep one."""
ASIDE: Final = 24 * 3600
"""Seconds in which the guest can be brought back who was in a browser before another one was."""
RENEWAL: Final = 28 * 24 * 3600
"""Seconds after which a visit brings a new cookie: who comes once a year keeps their seats, and tabs that open at once
seldom get one each."""
KEY_LENGTH: Final = 200
"""Characters in a bot's key, at most."""
LENGTHS: Final = range(30, 129)
"""Characters in a cookie of ours: no signature is computed for others, so that a request full of them stays cheap."""
ID_BYTES: Final = 12
"""Random bytes in the name of a session."""
_HEIR: Final = "heir"


class Session(NamedTuple):
    """What a cookie tells: the guest's id; when it was issued (ms; 0 for the form without a time); `heir`: it was
    issued for one of that form; the session's own `id`, one for each browser, and its `era` (`Revocations`), empty and
    0 in the forms before; `owner`: of a bot's key, the `mark` of the guest who made it, in older keys their id."""

    player: str
    issued: int
    heir: bool = False
    id: str = ""
    era: int = 0
    owner: str | None = None


class Aside(NamedTuple):
    """The session that was in a browser before, and until when it can be brought back (ms)."""

    session: Session
    until: int


class Sessions:
    """Knows guests by their cookies."""

    def __init__(self, keys: Sequence[bytes], revocations: Revocations) -> None:
        """The first of the `keys` signs; what another one has signed counts too."""
        self.revocations = revocations
        oldest_first = keys[::-1]
        # A cookie signed for http counts for nothing over https: there it would have been planted.
        self._signers = {
            name: Signer(oldest_first, salt=f"tilerummy.session.{name}") for name in (COOKIE, SECURE_COOKIE)
        }
        self._aside = {name: Signer(oldest_first, salt=f"tilerummy.aside.{name}") for name in (COOKIE, SECURE_COOKIE)}
        self._timeless = Signer(oldest_first, salt="tilerummy.guest")
        self._bots = Signer(oldest_first, salt="tilerummy.bot")

    def session(self, connection: HTTPConnection) -> Session | None:
        """The guest's session, None without a cookie that counts, and for cookies of several guests."""
        found = self.found(connection)
        return found[0] if len(found) == 1 else None

    def player(self, connection: HTTPConnection) -> str | None:
        """The guest's id, None where there is no session."""
        session = self.session(connection)
        return session.player if session else None

    def found(self, connection: HTTPConnection) -> list[Session]:
        """Every guest the cookies of a connection stand for, by the newest of their sessions: more than one where
        another site planted a cookie beside the guest's own. Beside a bot's key no cookie counts."""
        if (key := bearer(connection)) is not None:
            return self._bot_of(key)
        by_player: dict[str, Session] = {}
        for session in sorted(self._counting(connection), key=lambda session: session.issued):
            by_player[session.player] = session
        for session in by_player.values():
            if session.heir:
                # The renewal has arrived: nobody needs what it renewed.
                self.revocations.retire(session.player, session.issued)
        return list(by_player.values())

    def due(self, session: Session) -> bool:
        """Whether the guest is to get a new cookie: in time, and in place of one of an older form."""
        return session.owner is None and (not session.id or _now() - session.issued > RENEWAL * 1000)

    def new(self, player: str, issued: int | None = None) -> Session:
        """A session that a guest has not had, issued at that time (ms) or now."""
        return Session(player, _now() if issued is None else issued, heir=False, id=_new_id(), era=self.revocations.era)

    def renewed(self, session: Session) -> Session:
        """The same session as of now."""
        new = self.new(session.player)
        return new._replace(id=session.id or new.id, heir=session.issued == 0)

    def new_bot(self, owner: str) -> Session:
        """The session of a bot that a guest makes."""
        return self.new(BOT + secrets.token_hex(16))._replace(owner=mark(owner))

    def admit(self, response: Response, connection: HTTPConnection, session: Session) -> None:
        """Put the session's cookie on a response."""
        secure = is_secure(connection)
        name = _name(secure=secure)
        value = self._signers[name].sign(_text(session)).decode()
        response.set_cookie(name, value, max_age=LIFETIME, httponly=True, samesite="lax", secure=secure)
        if secure and session.heir:
            response.delete_cookie(COOKIE)

    def set_aside(self, response: Response, connection: HTTPConnection) -> None:
        """Keep the session that is here so that it can be brought back, with a response that puts another one in its
        place. One that is aside already stays: it is who was here before all others."""
        session, secure = self.session(connection), is_secure(connection)
        if session is None or self.aside(connection) is not None:
            return
        name = _name(secure=secure)
        value = self._aside[name].sign(f"{_now() + ASIDE * 1000}.{_text(session)}").decode()
        response.set_cookie(_aside_name(name), value, max_age=ASIDE, httponly=True, samesite="lax", secure=secure)

    def aside(self, connection: HTTPConnection) -> Aside | None:
        """The session that can be brought back in place of the one that is here."""
        name, here = _name(secure=is_secure(connection)), self.player(connection)
        for value in _values(connection, _aside_name(name)):
            try:
                until, _, text = self._aside[name].unsign(value).decode().partition(".")
            except (BadSignature, UnicodeError):
                continue
            found = Aside(_session(text), int(until))
            if found.until > _now() and found.session.player != here and self.revocations.stands(found.session):
                return found
        return None

    def drop_aside(self, response: Response, connection: HTTPConnection) -> None:
        """There is nobody to bring back any more."""
        secure = is_secure(connection)
        response.delete_cookie(_aside_name(_name(secure=secure)), httponly=True, samesite="lax", secure=secure)

    def dismiss(self, response: Response, connection: HTTPConnection) -> None:
        """Have the browser forget its cookies, with a response."""
        secure = is_secure(connection)
        for name in {COOKIE, _name(secure=secure)}:
            response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)

    def key(self, bot: Session) -> str:
        """The key by which a bot comes, as long as it is not revoked."""
        return self._bots.sign(f"{bot.player}.{bot.owner}.{bot.issued}.{bot.era}").decode()

    def _bot_of(self, key: str) -> list[Session]:
        try:
            player, owner, issued, *era = self._bots.unsign(key).decode().split(".")
        except (BadSignature, UnicodeError):
            return []
        session = Session(player, int(issued), era=int(era[0]) if era else 0, owner=owner)
        return [session] if self.revocations.stands(session) else []

    def _counting(self, connection: HTTPConnection) -> list[Session]:
        name = _name(secure=is_secure(connection))
        timed = [self._timed(name, value) for value in _values(connection, name)]
        plain = [self._without_time(value) for value in _values(connection, COOKIE)]
        counting = [session for session in timed + plain if session and self.revocations.stands(session)]
        # Beside a cookie that only we can have set, one without a time is what another site left there.
        certain = [session for session in counting if session.issued]
        return certain if name == SECURE_COOKIE and certain else counting

    def _timed(self, name: str, value: str) -> Session | None:
        try:
            session = _session(self._signers[name].unsign(value).decode())
        except (BadSignature, UnicodeError):
            return None
        return session if _now() - session.issued < LIFETIME * 1000 else None

    def _without_time(self, value: str) -> Session | None:
        try:
            return Session(self._timeless.unsign(value).decode(), 0)
        except (BadSignature, UnicodeError):
            return None


def new_guest() -> str:
    """The id of a guest who has not been here: fresh, of 128 bits."""
    return secrets.token_hex(16)


def bearer(connection: HTTPConnection) -> str | None:
    """The key that a connection comes with, right or wrong; None without one."""
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" and len(key) <= KEY_LENGTH else None


def load_key(folder: Path) -> bytes:
    """The signing key of a data folder, made on first use. Raises OSError when it can be neither read nor made."""
    path = folder / KEY_FILE
    if not path.exists():
        # Written whole under another name first: a start killed midway leaves no half key behind.
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    return path.read_bytes()


def keys_of(written: str) -> tuple[bytes, ...]:
    """Keys as the environment has them: hexadecimal, with commas between them. Raises ValueError."""
    keys = tuple(bytes.fromhex(key.strip()) for key in written.split(","))
    if any(len(key) < KEY_BYTES for key in keys):
        raise ValueError("a key is too short")
    return keys


def _text(session: Session) -> str:
    mark = [_HEIR] if session.heir else []
    return ".".join([session.player, str(session.issued), session.id, str(session.era), *mark])


def _session(text: str) -> Session:
    player, issued, *more = text.split(".")
    ident, era = more[:2] if len(more) > 1 else ("", "0")
    return Session(player, int(issued), _HEIR in more, ident, int(era))


def _aside_name(name: str) -> str:
    return f"{name}-before"


def _name(*, secure: bool) -> str:
    return SECURE_COOKIE if secure else COOKIE


def _values(connection: HTTPConnection, name: str) -> Iterator[str]:
    """All cookies of that name: a browser sends several where one host and a wider domain have set it."""
    for header in connection.headers.getlist("cookie"):
        for pair in header.split(";"):
            found, _, value = pair.strip().partition("=")
            if found == name and len(value) in LENGTHS:
                yield value.strip('"')


def _new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def _now() -> int:
    """Milliseconds since the epoch by the machine's clock, which the commands beside the server read too."""
    return time.time_ns() // 1_000_000
