"""Web servers in front of this one: what they forward counts, what anybody else claims does not."""

from collections.abc import Sequence
from typing import Final

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tilerummy.web.addresses import Address, parse
from tilerummy.web.settings import Network

_CLAIMS: Final = ("x-forwarded-for", "x-forwarded-proto", "forwarded")
log = structlog.get_logger()


class ForwardedHeaders:
    """ASGI middleware that takes the client's address and scheme from `X-Forwarded-For` and `X-Forwarded-Proto`, and
    the id of the request from `X-Request-Id` (`request_id` in the scope), where a trusted proxy sends them.
    `X-Forwarded-Host` and `Forwarded` are not used."""

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self._app = app
        self._trusted = trusted
        self._hinted = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, as if there were no proxy."""
        if scope["type"] in ("http", "websocket") and (peer := _peer(scope)) is not None:
            scope = self._seen_through(scope, peer)
        await self._app(scope, receive, send)

    def _seen_through(self, scope: Scope, peer: Address) -> Scope:
        headers = Headers(scope=scope)
        if not _within(peer, self._trusted):
            self._hint(headers, peer)
            return scope
        client = _client(peer, ",".join(headers.getlist("x-forwarded-for")).split(","), self._trusted)
        seen = {
            "client": (str(client), 0),
            "scheme": _scheme(scope, headers),
            "request_id": headers.get("x-request-id"),
        }
        return {**scope, **seen}

    def _hint(self, headers: Headers, peer: Address) -> None:
        """Say once that what looks like a proxy on this machine is not trusted."""
        if not self._hinted and peer.is_loopback and any(name in headers for name in _CLAIMS):
            self._hinted = True
            log.warning("forwarded-headers-ignored", peer=str(peer), option=f"--trusted-proxy {peer}")


def _peer(scope: Scope) -> Address | None:
    client = scope.get("client")
    return parse(client[0]) if client else None


def _within(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def _client(peer: Address, entries: Sequence[str], trusted: Sequence[Network]) -> Address:
    """The right-most address that is no trusted proxy. What stands left of it, or of what is no address, is hearsay."""
    found = peer
    for entry in reversed(entries):
        address = parse(_without_port(entry.strip()))
        if address is None:
            break
        found = address
        if not _within(address, trusted):
            break
    return found


def _without_port(entry: str) -> str:
    if entry.startswith("["):
        return entry[1:].partition("]")[0]
    return entry.partition(":")[0] if entry.count(":") == 1 else entry


def _scheme(scope: Scope, headers: Headers) -> str:
    """What the nearest proxy says, `ws` and `wss` for sockets; where it says nothing, what the connection is."""
    claimed = headers.getlist("x-forwarded-proto")
    said = claimed[-1].rpartition(",")[2].strip().lower() if claimed else ""
    if said not in ("http", "https"):
        return str(scope["scheme"])
    return said.replace("http", "ws") if scope["type"] == "websocket" else said
