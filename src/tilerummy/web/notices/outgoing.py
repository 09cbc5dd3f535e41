"""The requests that this server makes to others: to public addresses by https alone.

Guests say where their pushes go; none of them reaches into the server's own network by that. What the name stands for
is looked at when the connection is made, so that no second answer of a name server leads elsewhere.
"""

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from tilerummy.web.notices.protocol import Outcome

if TYPE_CHECKING:
    from tilerummy.web.notices.client import Client

_TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
_HTTPS: Final = 443
_GONE: Final = (404, 410)


class NotPublic(Exception):
    """The name stands for an address that is not for everybody."""


class Answer(NamedTuple):
    """The status of another server, and after how many seconds it wants to be asked again, 0 where it does not say."""

    status: int
    after: int


class Outgoing:
    """The client. `near`: origins (`http://host:port`) that may be asked although they are not public, by the word of
    the server's owner."""

    def __init__(self, near: Iterable[str] = ()) -> None:
        self._near = frozenset(near)
        self._client: Client | None = None

    def takes(self, url: str) -> bool:
        """Whether it may be asked, as far as the address itself says."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return False
        host = parts.hostname or ""
        if not url.isascii() or not url.isprintable() or " " in url or parts.username is not None:
            return False
        if f"{parts.scheme}://{parts.netloc}" in self._near:
            return True
        return parts.scheme == "https" and port in (None, _HTTPS) and "." in host.rstrip(".") and not _is_address(host)

    async def post(self, url: str, headers: Mapping[bytes | str, bytes | str], content: bytes) -> Answer:
        """Post to an address that it takes. Raises NotPublic, and OSError for what cannot be reached."""
        if self._client is None:
            # loaded on first use: it takes a third of a second
            from tilerummy.web.notices.client import Client

            self._client = Client({(parts.hostname or "", parts.port or 80) for parts in map(urlsplit, self._near)})
        return await self._client.post(url, headers, content)

    async def tell(self, url: str, headers: Mapping[bytes | str, bytes | str], content: bytes) -> Outcome:
        """Post a notice, and say how that ended."""
        try:
            answer = await self.post(url, headers, content)
        except NotPublic:
            return Outcome("gone", "not-public")
        except OSError as error:
            return Outcome("failed", str(error))
        if 200 <= answer.status < 300:
            return Outcome("told")
        if answer.status in _GONE:
            return Outcome("gone", str(answer.status))
        return Outcome("failed", str(answer.status), answer.after)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None:
            await self._client.close()


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the open Internet, and leads to no other one that is not."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour is not None or any(address in network for network in _TRANSLATED):
            return False
    return address.is_global and not address.is_multicast


def _is_address(host: str) -> bool:
    """Whether it is no name: a browser and the system read `127.1` and `0x7f.1` as addresses too."""
    last = host.rstrip(".").rpartition(".")[2]
    return ":" in host or last[:1].isdigit()
