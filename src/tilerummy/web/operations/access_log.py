"""An id for every request and socket, in every line of the log about it and in the answer; a line for each at `info`.

A line tells the route, never the query, a cookie or a key.
"""

import re
import secrets
from collections.abc import Iterable
from time import perf_counter

import structlog
from starlette.datastructures import MutableHeaders
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from tilerummy import metrics

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
NOWHERE = "none"
"""The route of a request that was refused before anybody looked where it leads."""
log = structlog.get_logger()


class AccessLog:
    """ASGI middleware that names each request and socket, counts it and tells of it."""

    def __init__(self, app: ASGIApp, routes: Iterable[Route | WebSocketRoute]) -> None:
        self._app = app
        self._routes: dict[object, str] = {route.endpoint: route.path for route in routes}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, with an id."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        ident, begun, status = _id_of(scope), perf_counter(), 500

        async def send_named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = ident
            await send(message)

        with bound_contextvars(request=ident):
            try:
                await self._app(scope, receive, send_named)
            finally:
                route = self._route(scope)
                metrics.REQUESTS.inc(route, str(status))
                log.info("request", method=scope["method"], route=route, status=status, ms=_ms_since(begun))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = perf_counter()
        with bound_contextvars(connection=_id_of(scope)):
            try:
                await self._app(scope, receive, send)
            finally:
                log.info("socket", route=self._route(scope), ms=_ms_since(begun))

    def _route(self, scope: Scope) -> str:
        return self._routes.get(scope.get("endpoint"), NOWHERE)


def _id_of(scope: Scope) -> str:
    """The id that a trusted proxy gave, a new one otherwise."""
    given = scope.get("request_id")
    return given if given and _ID.fullmatch(given) else secrets.token_hex(8)


def _ms_since(begun: float) -> float:
    return round((perf_counter() - begun) * 1000, 1)
