"""Pages from elsewhere: requests count under a name of the server, from its own page by scheme, name and port."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.harness import Guest, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def handshake(guest: Guest, room: str, **headers: str) -> int:
    """The status a handshake with these headers is answered with: 101 where it is welcome."""
    with guest.http.stream("GET", f"/api/rooms/{room}/socket", headers={**HANDSHAKE, **headers}) as answer:
        return answer.status_code


@pytest.mark.parametrize("scheme", ["https", "x", "HTTPS", "ftp"])
def test_another_scheme_is_another_origin(server: Server, scheme: str) -> None:
    with Guest(server.address) as ann:
        room = ann.make()
        origin = f"{scheme}://127.0.0.1:{server.port}"
        answer = ann.http.post("/api/rooms", json={"seats": 2, "edition": "original"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
        assert handshake(ann, room, Origin=origin) == 403
        assert handshake(ann, room, Origin=server.address) == 101


FOREIGN = ("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.1.20")
SPACED = pytest.param("a b", marks=pytest.mark.one_process("nginx refuses it itself"))


@pytest.mark.parametrize("host", [*FOREIGN, SPACED])
def test_a_name_that_was_made_to_lead_here_reaches_nothing(server: Server, host: str) -> None:
    with Guest(server.address) as ann:
        room = ann.make()
        as_the_browser_would = {"Host": host, "Origin": f"http://{host}"}
        assert ann.http.get("/", headers=as_the_browser_would).status_code == 421
        answer = ann.http.post("/api/session", headers=as_the_browser_would)
        assert (answer.status_code, answer.json()["code"]) == (421, "unknown-host")
        assert "set-cookie" not in answer.headers
        assert "connect-src 'self';" in answer.headers["content-security-policy"]
        assert handshake(ann, room, **as_the_browser_would) == 403
        assert ann.http.get("/healthz", headers=as_the_browser_would).text == "ok\n"


def test_a_home_network_finds_its_server_and_nobody_else_does(tmp_path: Path) -> None:
    with serving(tmp_path, options=("--host", "0.0.0.0")) as server, Guest(server.address) as ann:
        for host in ("192.168.1.20", "[fe80::1]", "living-room", "living-room.local", "localhost"):
            own = {"Host": f"{host}:{server.port}", "Origin": f"http://{host}:{server.port}"}
            assert ann.http.post("/api/session", headers=own).status_code == 200, host
        assert ann.http.get("/", headers={"Host": f"evil.example:{server.port}"}).status_code == 421
