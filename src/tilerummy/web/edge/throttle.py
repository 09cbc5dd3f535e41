"""Around everything: how often one address may ask at all."""

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tilerummy.rates import Rates
from tilerummy.web.addresses import address_of
from tilerummy.web.protocol import Problem

_TOO_FAST = msgspec.json.encode(Problem("too-fast", {}, ()))


class Throttle:
    """ASGI middleware that answers 429, or refuses a socket, before anything else looks at the request."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self._app = app
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, unless the address has asked too often."""
        if scope["type"] == "lifespan" or self._rates.take(address_of(HTTPConnection(scope))):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1013})
        else:
            headers = {"Cache-Control": "no-store", "Retry-After": "10"}
            await Response(_TOO_FAST, 429, headers, "application/json")(scope, receive, send)
