"""`/healthz`: is it alive? `/readyz`: shall it get visitors? `/metrics`: how is it? The last two are for operators."""

import asyncio
from collections.abc import Awaitable, Callable
from ipaddress import ip_network
from typing import Final

import structlog
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tilerummy import built
from tilerummy.rooms.hosting import Rooms
from tilerummy.store import StorageFailure
from tilerummy.web.addresses import parse
from tilerummy.web.hosts import name_of
from tilerummy.web.operations.drain import Drain
from tilerummy.web.settings import WebSettings

ANSWERS_WITHIN: Final = 1.0
"""Seconds within which the store of a server that is ready answers."""
_OWN: Final = (ip_network("127.0.0.0/8"), ip_network("::1"))
_CLAIMS: Final = ("x-forwarded-for", "x-forwarded-proto", "forwarded", "via")
_FRESH: Final = {"Cache-Control": "no-store"}
Endpoint = Callable[[Request], Awaitable[Response]]
log = structlog.get_logger()


class Health:
    """How one server is."""

    def __init__(self, rooms: Rooms, drain: Drain, registry: CollectorRegistry) -> None:
        self._rooms = rooms
        self._drain = drain
        self._registry = registry
        self._version = built.version()

    async def alive(self, _: Request) -> Response:
        """`ok`, or 503 with what is wrong; beside it the version and the commit."""
        answer = _word(self._rooms.trouble)
        answer.headers["Tilerummy-Version"] = self._version
        return answer

    async def ready(self, _: Request) -> Response:
        """`ok`, or 503 with why nobody should be sent here."""
        return _word("draining" if self._drain.begun else await self._trouble_of_store())

    async def metrics(self, _: Request) -> Response:
        """All counts, in Prometheus' text format."""
        return Response(generate_latest(self._registry), 200, {**_FRESH, "Content-Type": CONTENT_TYPE_LATEST})

    async def _trouble_of_store(self) -> str | None:
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                return None if await self._rooms.store.at_head() else "migrations-missing"
        except TimeoutError:
            return "storage-slow"
        except StorageFailure as failure:
            return failure.code


class Operators:
    """Those who may look at a server: its own machine and the networks named for it, each by themselves and not through
    a proxy, before which everybody looks the same. What comes from a trusted proxy on another machine, or under a name
    of the page, came through one, whatever it says of itself."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._networks = (*_OWN, *settings.operators)
        self._hinted = False

    def only(self, endpoint: Endpoint) -> Endpoint:
        """The endpoint, which refuses everybody else with 403."""

        async def answered(request: Request) -> Response:
            if self._may_look(request):
                return await endpoint(request)
            return PlainTextResponse("not-from-here\n", 403, _FRESH)

        return answered

    def _may_look(self, request: Request) -> bool:
        if request.client is None or any(name in request.headers for name in _CLAIMS):
            return False
        address = parse(request.client.host)
        if name_of(request.headers.get("host", "")) in self._settings.names:
            return False
        if self._settings.trusts(request.client.host) and not (address is not None and address.is_loopback):
            return False
        if address is not None and any(address in network for network in self._networks):
            return True
        if address is not None and address.is_private and not self._hinted:
            self._hinted = True
            log.warning("operator-unknown", peer=str(address), variable="TILERUMMY_METRICS_FROM")
        return False


def _word(wrong: str | None) -> Response:
    return PlainTextResponse(f"{wrong or 'ok'}\n", 503 if wrong else 200, _FRESH)
