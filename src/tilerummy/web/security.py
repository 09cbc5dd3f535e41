"""Before every request: the Host check; around every response: a strict content policy and its companions; before every
change: the Origin check."""

import re
from typing import Final

import msgspec
import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from tilerummy.messages import text
from tilerummy.web.hosts import Hosts
from tilerummy.web.protocol import Problem
from tilerummy.web.static_files import reader_language

_HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
_ANY_HOST: Final = "/healthz"
"""Answers under any name: who watches over a server may only know where it is, and there is nothing to steal."""
HTTPS_SECONDS: Final = 365 * 24 * 3600
"""Seconds a browser that came by https comes by nothing else (Strict-Transport-Security): the year that is usual."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
_ASSETS: Final = "/assets/"
_INTERFACE: Final = "/api/"
"""Under which nothing is kept by browsers and proxies, keys and racks as little as lists, unless an answer says so."""
_NEAR_HOST: Final = ("/readyz", "/metrics")
"""Answer also under every name that nobody outside can make lead here, such as the address of one worker of many."""
log = structlog.get_logger()


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the client came by https, to this server or to a trusted proxy."""
    return connection.scope["scheme"] in ("https", "wss")


def origin_of(connection: HTTPConnection) -> str:
    """The origin of our own page where the client is, as browsers write it; the host was looked at on the way here."""
    scheme = "https" if is_secure(connection) else "http"
    return _without_usual_port(f"{scheme}://{connection.headers.get('host', '')}")


def own_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own page, by scheme, name and port. Programs send no Origin; browsers always do
    where it matters."""
    origin = connection.headers.get("origin")
    return origin is None or _without_usual_port(origin) == origin_of(connection)


def _without_usual_port(origin: str) -> str:
    usual = {"http": ":80", "https": ":443"}.get(origin.partition(":")[0].lower(), "")
    return origin.lower().removesuffix(usual)


def content_policy(host: str, path: str = "/") -> str:
    """The page may load its own files and nothing else. Not every browser counts sockets of the same host as 'self'.

    Only what runs by the policy of an asset may compile WebAssembly: workers, such as the solver's, and no page.

    No style attributes either: the table places tiles through the document's object model, which needs no permission.
    """
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    scripts = "'self' 'wasm-unsafe-eval'" if path.startswith(_ASSETS) else "'self'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; "
        "img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
        f"connect-src 'self'{sockets}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


class KnownHosts:
    """ASGI middleware that refuses requests and handshakes under a name that is not this server's."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts
        self._hinted = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse with 421."""
        if scope["type"] not in ("http", "websocket") or scope["path"] == _ANY_HOST:
            await self._app(scope, receive, send)
            return
        host, *others = Headers(scope=scope).getlist("host") or [""]
        if others:
            two = WebSocketClose(1008) if scope["type"] == "websocket" else Response(status_code=400)
            await two(scope, receive, send)
            return
        if self._hosts.accepts(host) or (scope["path"] in _NEAR_HOST and self._hosts.is_near(host)):
            await self._app(scope, receive, send)
            return
        self._hint(host)
        refusal = WebSocketClose(1008) if scope["type"] == "websocket" else _refusal(Request(scope))
        await refusal(scope, receive, send)

    def _hint(self, host: str) -> None:
        if not self._hinted:
            self._hinted = True
            log.warning("unknown-host", host=host[:255], option="--public-host NAME")


def _refusal(request: Request) -> Response:
    """For a program a Problem, for a person a sentence."""
    if request.url.path.startswith(_INTERFACE):
        return Response(msgspec.json.encode(Problem("unknown-host", {}, ())), 421, media_type="application/json")
    return PlainTextResponse(text(reader_language(request), "cli.web-unknown-host") + "\n", 421)


class SecurityHeaders:
    """ASGI middleware that puts the headers on every HTTP response."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, with the headers added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        added = self._headers(HTTPConnection(scope))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(added)
                if scope["path"].startswith(_INTERFACE):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _headers(self, connection: HTTPConnection) -> dict[str, str]:
        host = connection.headers.get("host", "")
        policy = content_policy(host if self._hosts.accepts(host) else "", connection.scope["path"])
        headers = {**_HEADERS, "Content-Security-Policy": policy}
        if is_secure(connection):
            headers["Strict-Transport-Security"] = f"max-age={HTTPS_SECONDS}"
        return headers
