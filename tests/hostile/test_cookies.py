"""Cookies that are stolen, planted, old or made up. The client speaks as a trusted proxy, and so chooses the scheme."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from itsdangerous import Signer

from tests.hostile.raw import eventually
from tests.web.harness import PATIENCE, Guest, Message, Server, Table, serving

DAY = 24 * 3600 * 1000
HTTPS = {"X-Forwarded-Proto": "https"}
PLAIN, SECURE = "tilerummy", "__Host-tilerummy"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"TILERUMMY_TRUSTED_PROXY": "127.0.0.1", "TILERUMMY_PUBLIC_HOST": "rummy.example"}
    with serving(tmp_path_factory.mktemp("data"), environment=settings) as running:
        yield running


class Browser:
    """Sends just the cookies it is told to, over http or https."""

    def __init__(self, server: Server, *cookies: str, secure: bool = True) -> None:
        self.server = server
        self.headers = {**(HTTPS if secure else {}), "Cookie": "; ".join(cookies)}

    def session(self) -> httpx.Response:
        """The answer to a visit."""
        return httpx.post(f"{self.server.address}/api/session", headers=self.headers, verify=False)

    def player(self) -> str | None:
        """Whose rooms this browser may make; None for nobody's."""
        body = {"seats": 2, "edition": "original"}
        made = httpx.post(f"{self.server.address}/api/rooms", json=body, headers=self.headers, verify=False)
        return None if made.status_code == 401 else owner(self.server, made.json()["room"])

    def join(self, room: str) -> Table:
        """A table that has been welcomed."""
        with Guest(self.server.address, session=False) as guest:
            table = guest.connect(room, headers=self.headers)
        table.send({"t": "join", "v": 1, "since": None})
        table.expect("welcome")
        return table


def owner(server: Server, room: str) -> str:
    """Who made a room, as the server keeps it."""
    return server.kept(f"select actor from event where game_id = '{room}' and seq = 1")


def given(answer: httpx.Response) -> str:
    """The cookie an answer brings, as it is sent back."""
    assert answer.status_code == 200, answer.text
    return answer.headers["set-cookie"].split(";")[0]


def of_an_older_server(server: Server, player: str) -> str:
    """The cookie of a guest who was here before cookies had a time."""
    return f"{PLAIN}={Signer(server.key, salt='tilerummy.guest').sign(player).decode()}"


def dated(server: Server, player: str, age: int, more: str = ".session.0") -> str:
    """A cookie that was issued so many ms ago; `more` has the session's name and its era."""
    signer = Signer(server.key, salt=f"tilerummy.session.{SECURE}")
    return f"{SECURE}={signer.sign(f'{player}.{time.time_ns() // 1_000_000 - age}{more}').decode()}"


def command(server: Server, *words: str) -> "subprocess.CompletedProcess[str]":
    """`tilerummy guests`, beside the running server."""
    told = [sys.executable, "-m", "tilerummy", "--lang", "en", "guests", words[0], *server.store]
    return subprocess.run([*told, *words[1:]], capture_output=True, text=True, timeout=PATIENCE)


def test_over_https_only_a_cookie_counts_that_nobody_else_can_plant(server: Server) -> None:
    planted = given(Browser(server, secure=False).session())
    own = given(Browser(server).session())
    assert planted.startswith(f"{PLAIN}=")
    assert own.startswith(f"{SECURE}=")
    assert Browser(server, planted).player() is None
    assert Browser(server, planted.replace(PLAIN, SECURE)).player() is None
    assert (
        Browser(server, own, planted).player()
        == Browser(server, own).player()
        == Browser(server, planted, own).player()
    )
    # a visit makes a new guest, not the one of the planted cookie
    assert Browser(server, planted).session().json() != Browser(server, planted, secure=False).session().json()


def test_with_the_cookies_of_two_guests_one_is_neither(server: Server) -> None:
    own, planted = (given(Browser(server, secure=False).session()) for _ in range(2))
    for cookies in ((own, planted), (planted, own)):
        both = Browser(server, *cookies, secure=False)
        assert both.player() is None
        answer = both.session()
        assert (answer.status_code, answer.json()["code"]) == (409, "two-sessions")
        assert "set-cookie" not in answer.headers
    assert Browser(server, own, f"{PLAIN}=made.up.{'x' * 27}", own, secure=False).player() is not None


@pytest.mark.parametrize("secure", [True, False])
def test_a_guest_of_an_older_server_keeps_the_seat_and_gets_a_dated_cookie(server: Server, secure: bool) -> None:
    old = of_an_older_server(server, f"guest-of-old-{secure}")
    before = Browser(server, old, secure=secure)
    player = before.player()
    assert player == f"guest-of-old-{secure}"
    renewed = before.session()
    # a renewal that never arrived is asked for again
    renewed = before.session()
    assert renewed.json()["player"] == player
    assert Browser(server, given(renewed), secure=secure).player() == player


def test_whoever_planted_an_old_cookie_loses_it_when_its_renewal_is_used(server: Server) -> None:
    planted = of_an_older_server(server, "eve-of-old")
    hers = given(Browser(server, planted).session())
    with Guest(server.address) as host:
        room = host.make(name="Host")
    with Browser(server, planted).join(room) as watching:
        victims = given(Browser(server, planted).session())
        assert Browser(server, victims).player() == "eve-of-old"
        assert watching.closed() == 4401
    # other servers hear of it a moment later
    eventually(lambda: Browser(server, planted).player() is None)
    eventually(lambda: Browser(server, hers).player() is None)
    eventually(lambda: Browser(server, planted).session().json()["player"] != "eve-of-old")


def test_a_visit_renews_a_cookie_in_time_and_none_lives_for_ever(server: Server) -> None:
    fresh, ripe, dead = (dated(server, "ann", days * DAY) for days in (1, 30, 401))
    assert "set-cookie" not in Browser(server, fresh).session().headers
    renewed = Browser(server, ripe).session()
    assert renewed.json()["player"] == "ann"
    assert Browser(server, given(renewed)).player() == Browser(server, ripe).player() == "ann"
    assert Browser(server, dead).player() is None
    # of a session without a name
    older = Browser(server, dated(server, "ann", DAY, ""))
    assert older.player() == "ann"
    assert Browser(server, given(older.session())).player() == "ann"


def test_a_revoked_guest_is_put_out_of_a_running_server_and_stays_out(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        with Guest(server.address) as ann, Guest(server.address) as eve:
            room = ann.make(name="Ann")
            with ann.join(room) as hers, eve.join(room) as evil:
                assert evil.ask("sit", name="Eve")["t"] == "accepted"
                eves = next(guest for guest in listed(server, room) if guest["name"] == "Eve")
                assert eves["rooms"] == [room]
                with eve.connect(room) as waiting:
                    done = command(server, "revoke", "--", eves["player"])
                    assert (done.returncode, eves["player"] in done.stdout) == (0, True)
                    assert evil.closed() == 4401
                    assert waiting.closed() == 4401
                    assert [json.loads(frame)["t"] for frame in waiting.frames] == ["error"]
                assert hers.ask("fill", seat=1, level="gentle")["code"] == "seat-taken"
            server.stop()
            server.start()
            assert eve.http.post("/api/rooms", json={"seats": 2, "edition": "original"}).status_code == 401
            assert ann.http.get("/api/rooms").json()[0]["room"] == room
            assert eve.http.post("/api/session").json()["player"] != eves["player"]
            assert eve.make()
    finally:
        server.stop()


def listed(server: Server, room: str) -> list[Message]:
    """The guests of a room, as the command lists them."""
    done = command(server, "list", "--room", room, "--json")
    assert done.returncode == 0, done.stderr
    guests: list[Message] = json.loads(done.stdout)
    return guests
