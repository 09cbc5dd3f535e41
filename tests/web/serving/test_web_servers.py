"""Behind Caddy and nginx as `deploy/` sets them up: https, sockets, addresses, sizes, logs, ids."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.harness import PATIENCE, Guest, Server, Table, serving
from tests.web.serving.web_servers import NAME, ONE, in_front, program

QUESTIONS = 600
"""More guests at once than the server takes from one address, on the slowest machine."""


class Visitor(Guest):
    """A guest who comes by https from an address of choice."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.address = f"https://{NAME}:{port}"
        self._trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._trusting.check_hostname, self._trusting.verify_mode = False, ssl.CERT_NONE
        transport = httpx.HTTPTransport(verify=self._trusting, local_address=source)
        self.http = httpx.Client(base_url=self.address, transport=transport, timeout=PATIENCE)

    def connect(self, room: str, **options: object) -> Table:
        """A socket that has not joined yet."""
        return super().connect(room, ssl=self._trusting, headers={"Origin": self.address}, **options)

    def may_ask(self, claimed: str) -> bool:
        """Whether the server takes another guest from this address, with a claim to come from elsewhere."""
        self.http.cookies.clear()
        return self.http.post("/api/session", headers={"X-Forwarded-For": claimed}).status_code != 429


class Front:
    """A web server that runs: its port, its folder."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self.folder = folder


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"TILERUMMY_TRUSTED_PROXY": "127.0.0.1", "TILERUMMY_PUBLIC_HOST": NAME}
    settings |= {"TILERUMMY_RESTORE": "yes", "TILERUMMY_PER_ADDRESS": "0.1"}
    with serving(tmp_path_factory.mktemp("data"), environment=settings) as server:
        yield server


@pytest.fixture(scope="module", params=["caddy", "nginx"])
def front(request: pytest.FixtureRequest, behind: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    kind = request.param
    if program(kind) is None:
        pytest.skip(f"{kind} is not installed")
    folder = tmp_path_factory.mktemp(kind)
    with in_front(ONE[kind], [behind.port], folder) as port:
        yield Front(port, folder)


def test_the_page_and_its_cookie_are_for_https_alone(front: Front) -> None:
    with Visitor(front.port) as ann:
        page = ann.http.get("/")
        assert page.status_code == 200
        assert f"wss://{NAME}:{front.port}" in page.headers["content-security-policy"]
        assert page.headers["strict-transport-security"].startswith("max-age=")
        cookie = ann.http.post("/api/session", headers={"Origin": ann.address}).headers["set-cookie"]
        assert cookie.startswith("__Host-tilerummy=")
        assert "; Secure" in cookie
        assert "; Path=/" in cookie
        assert "domain" not in cookie.lower()


def test_a_game_is_played_over_sockets(front: Front) -> None:
    with Visitor(front.port) as ann, Visitor(front.port) as bob:
        for guest in (ann, bob):
            assert guest.http.post("/api/session").status_code == 200
        room = ann.make(name="Ann")
        with ann.join(room) as anns, bob.join(room) as bobs:
            assert bobs.ask("sit", name="Bob")["t"] == "accepted"
            assert anns.ask("start")["t"] == "accepted"
            for turn in range(1, 5):
                for table in (anns, bobs):
                    assert table.until_turn(turn)["turn_number"] == turn
                mover = anns if anns.state["turn"] == anns.state["you"] else bobs
                assert mover.move({"t": "draw"})["t"] == "accepted"
            assert bobs.ask("resign")["t"] == "accepted"
            assert anns.until(lambda state: state["phase"] == "over")["seats"][1]["resigned"]


def test_each_client_counts_by_their_own_address_whatever_they_claim(front: Front) -> None:
    first, second = ("127.0.7.1", "127.0.7.2") if "caddy" in front.folder.name else ("127.0.7.3", "127.0.7.4")
    with Visitor(front.port, first) as flooding, Visitor(front.port, second) as asking:
        assert not all(flooding.may_ask(f"192.0.2.{number % 256}") for number in range(QUESTIONS))
        assert asking.may_ask(first)


def test_what_is_too_large_ends_before_the_server(front: Front) -> None:
    with Visitor(front.port) as ann:
        ann.http.post("/api/session")
        refused = ann.http.post("/api/tournaments/restore", content=b" " * 10_000_000)
        # where Caddy cuts a body it may blame the server
        assert refused.status_code in (413, 502)
        assert refused.headers["server"].lower().startswith(("caddy", "nginx"))


def test_operators_ask_the_server_itself(front: Front) -> None:
    with Visitor(front.port) as ann:
        for path in ("/metrics", "/readyz"):
            assert ann.http.get(path).status_code == 404
        assert ann.http.get("/healthz").text == "ok\n"


def test_a_request_has_one_id_from_the_first_to_the_last(front: Front) -> None:
    with Visitor(front.port) as ann:
        ident = ann.http.get("/api/levels", headers={"X-Request-Id": "claimed"}).headers["x-request-id"]
        assert ident != "claimed"
        assert len(ident) > 16, "the web server gave it, not ours"
    with Visitor(front.port) as ann:
        ann.http.get("/healthz")
    logs = [file.read_text() for file in front.folder.iterdir() if file.name in ("log", "errors", "said")]
    assert ident in "".join(logs)


def test_keys_of_links_do_not_get_into_the_logs(front: Front) -> None:
    with Visitor(front.port) as ann:
        ann.http.get("/api/sheets/nosuchsheet", params={"key": "verysecret"}, headers={"X-Tilerummy-Key": "verysecret"})
    # the last of a connection's lines may wait until the next
    with Visitor(front.port) as ann:
        ann.http.get("/healthz")
    logs = [file.read_text() for file in front.folder.iterdir() if file.name in ("log", "errors", "said")]
    assert "/api/sheets/nosuchsheet" in "".join(logs)
    assert "verysecret" not in "".join(logs)
