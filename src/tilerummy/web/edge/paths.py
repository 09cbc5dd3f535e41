"""Addresses that name nothing: no id, key or number has a zero byte, and PostgreSQL takes none."""

from typing import Final

import msgspec
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from tilerummy.web.protocol import Problem

_WRITTEN: Final = b"%00"


class PlainPaths:
    """ASGI middleware that answers 404 where there is a zero in a path or its query."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse."""
        known = scope["type"] in ("http", "websocket")
        if not known or not ("\0" in scope["path"] or _WRITTEN in scope["query_string"]):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(1008)(scope, receive, send)
        else:
            problem = msgspec.json.encode(Problem("unknown-address", {}, ()))
            await Response(problem, 404, media_type="application/json")(scope, receive, send)
