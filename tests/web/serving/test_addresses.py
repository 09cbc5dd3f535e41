"""Where a client comes from: as limits count it, and through proxies."""

import asyncio
from ipaddress import ip_network

import pytest
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from structlog.testing import capture_logs

from tilerummy.coded import SettingError
from tilerummy.web.addresses import address_of, counted
from tilerummy.web.proxies import ForwardedHeaders
from tilerummy.web.settings import web_settings

TRUSTED = [ip_network(network) for network in ("127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48")]


def through(peer: str | None, kind: str = "http", **headers: str) -> tuple[str, str]:
    """The address and the scheme of a request from that peer."""
    found: list[tuple[str, str]] = []

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        found.append((address_of(HTTPConnection({**scope, "type": "http"})), scope["scheme"]))

    async def nothing(*_: object) -> dict[str, object]:
        return {}

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "client": (peer, 1) if peer else None, "headers": raw, "path": "/"}
    scope["scheme"] = "ws" if kind == "websocket" else "http"
    asyncio.run(ForwardedHeaders(app, TRUSTED)(scope, nothing, nothing))  # type: ignore[arg-type]
    return found[0]


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:DB8:0:0:ffff::", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_line_counts_as_one(host: str, address: str) -> None:
    assert counted(host) == address


@pytest.mark.parametrize(
    ("peer", "claimed", "address"),
    [
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("2001:db8:ffff::5", "2001:db8::1", "2001:db8::/64"),
        ("127.0.0.1", "192.0.2.9, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "192.0.2.9,198.51.100.1 , 10.1.2.3", "198.51.100.1"),
        ("127.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("127.0.0.1", "[2001:db8::1]:4711", "2001:db8::/64"),
        ("127.0.0.1", "192.0.2.9, unknown, 10.1.2.3", "10.1.2.3"),
        ("127.0.0.1", "unknown", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "10.1.2.3, 10.1.2.4", "10.1.2.3"),
        (None, "198.51.100.1", ""),
    ],
)
def test_the_last_that_is_no_trusted_proxy_is_the_client(peer: str | None, claimed: str, address: str) -> None:
    assert through(peer, x_forwarded_for=claimed)[0] == address


@pytest.mark.parametrize(
    ("peer", "claimed", "http", "websocket"),
    [
        ("127.0.0.1", "https", "https", "wss"),
        ("127.0.0.1", "https, http", "http", "ws"),
        ("127.0.0.1", "HTTPS", "https", "wss"),
        ("127.0.0.1", "javascript", "http", "ws"),
        ("192.0.2.7", "https", "http", "ws"),
    ],
)
def test_the_scheme_is_what_the_nearest_trusted_proxy_says(peer: str, claimed: str, http: str, websocket: str) -> None:
    assert through(peer, x_forwarded_proto=claimed)[1] == http
    assert through(peer, "websocket", x_forwarded_proto=claimed)[1] == websocket


def test_a_proxy_on_this_machine_that_is_not_trusted_is_told_of() -> None:
    with capture_logs() as logs:
        through("::1", x_forwarded_for="192.0.2.9")
        through("192.0.2.7", x_forwarded_for="192.0.2.9")
        through("::1")
    assert [line["option"] for line in logs] == ["--trusted-proxy ::1"]


@pytest.mark.parametrize(
    ("proxies", "names", "code"),
    [
        (["localhost"], ["a.example"], "bad-proxy"),
        (["10.0.0.1/8"], ["a.example"], "bad-proxy"),
        (["0.0.0.0/0"], ["a.example"], "bad-proxy"),
        (["::/0"], ["a.example"], "bad-proxy"),
        ([], ["https://a.example"], "bad-name"),
        ([], ["a.example:443"], "bad-name"),
        ([], ["*.example"], "bad-name"),
        ([], [""], "bad-name"),
        (["10.0.0.0/8"], [], "proxy-without-name"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused(proxies: list[str], names: list[str], code: str) -> None:
    with pytest.raises(SettingError) as refused:
        web_settings(proxies, names, "127.0.0.1")
    assert refused.value.code == code
