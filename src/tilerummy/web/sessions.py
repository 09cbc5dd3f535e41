"""Guests: a signed cookie with a random id. The key lives in the data folder, readable by its owner alone."""

import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "tilerummy"
KEY_FILE = "session.key"
LIFETIME = 400 * 24 * 3600
"""Seconds a guest's cookie lasts: as long as browsers allow."""


class Sessions:
    """Knows guests by their cookies."""

    def __init__(self, key: bytes) -> None:
        self._signer = Signer(key, salt="tilerummy.guest")

    def player(self, connection: HTTPConnection) -> str | None:
        """The guest's id, None without a cookie that we signed."""
        cookie = connection.cookies.get(COOKIE)
        if cookie is None:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def admit(self, response: Response, player: str, secure: bool) -> None:
        """Put the guest's cookie on a response."""
        response.set_cookie(
            COOKIE,
            self._signer.sign(player).decode(),
            max_age=LIFETIME,
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def new_player() -> str:
    """A fresh guest's id (128 bits)."""
    return secrets.token_urlsafe(16)


def load_key(folder: Path) -> bytes:
    """The signing key of a data folder, made on first use. Raises OSError when it can be neither read nor made."""
    path = folder / KEY_FILE
    if not path.exists():
        # Written whole under another name first: a start killed midway leaves no half key behind.
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    return path.read_bytes()
