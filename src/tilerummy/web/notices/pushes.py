"""Notices to browsers, by the push services that these name."""

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from tilerummy.store import Notice, Store
from tilerummy.web.notices.outgoing import Outgoing
from tilerummy.web.notices.protocol import Kept, Outcome
from tilerummy.web.notices.wording import Message

if TYPE_CHECKING:
    from tilerummy.web.notices.push import Vapid

LIFETIME: Final = 3 * 24 * 3600
"""Seconds that a push service keeps a notice for a browser that is away."""
TOPIC: Final = 32
"""Characters in the name under which a later notice replaces one that waits at the push service."""
_SECRET: Final = "vapid"


class Pushes:
    """The way to browsers. The server's key is made on first use, and kept in the store: the servers that share it are
    the same to browsers."""

    def __init__(self, store: Store, outgoing: Outgoing, now: Callable[[], int]) -> None:
        self.outgoing = outgoing
        self._store = store
        self._now = now
        self._vapid: Vapid | None = None

    async def vapid(self) -> "Vapid":
        """The server's key. Raises StorageFailure."""
        if self._vapid is None:
            # loaded on first use: it takes a tenth of a second
            from tilerummy.web.notices.push import Vapid, new_private_key

            self._vapid = Vapid(await self._store.secret(_SECRET, new_private_key()))
        return self._vapid

    async def close(self) -> None:
        """Let go of the connections."""
        await self.outgoing.close()

    async def send(self, _: Notice, kept: Kept, message: Message) -> Outcome:
        """Try to tell a browser. Raises StorageFailure."""
        if kept.push is None or not self.outgoing.takes(kept.push.endpoint):
            return Outcome("gone", "not-public")
        from tilerummy.web.notices.push import BadTarget, encrypted, read_target

        vapid, push = await self.vapid(), kept.push
        try:
            body = encrypted(msgspec.json.encode(message), read_target(push.p256dh, push.auth))
        except BadTarget:
            return Outcome("gone", "bad-key")
        service = urlsplit(push.endpoint)
        headers: dict[bytes | str, bytes | str] = {
            "Authorization": vapid.authorization(
                f"{service.scheme}://{service.netloc}", _contact(kept.origin), self._now() // 1000
            ),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFETIME),
            "Topic": hashlib.sha256(message.path.encode()).hexdigest()[:TOPIC],
            "Urgency": "normal",
        }
        return await self.outgoing.tell(push.endpoint, headers, body)


def _contact(origin: str) -> str:
    """Where the push service finds the server's owner: the page itself, or nowhere where it has no public name."""
    return origin if origin.startswith("https:") else "mailto:nobody@invalid.invalid"
