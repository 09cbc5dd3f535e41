"""Whom the owner has closed gets nowhere for that time, at no server of the store; nobody else notices."""

import json
import time
from contextlib import suppress
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.hostile.raw import eventually
from tests.servers.postgresql import Postgresql
from tests.web.api.test_guests import who
from tests.web.harness import PATIENCE, Guest, Server, Table, serving
from tilerummy.cli.main import main

HERE, ELSEWHERE = "203.0.113.7", "198.51.100.1"
PROXY = ("--trusted-proxy", "127.0.0.1", "--public-host", "127.0.0.1")
CLOSED = 4423
WAYS: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
    ("POST", "/api/session", {}),
    ("POST", "/api/rooms", {"edition": "original", "seats": 2}),
    ("POST", "/api/sheets", {"edition": "original", "players": ["Eve", "Mallory"]}),
    ("POST", "/api/tournaments", {"name": "Evening"}),
    ("POST", "/api/tournaments/none/signup", {"name": "Eve"}),
    ("POST", "/api/bots", {"name": "Mine"}),
    ("POST", "/api/handovers", {}),
    ("POST", "/api/handovers/look", {"token": "x" * 22}),
    ("GET", "/api/rooms", None),
    ("GET", "/api/editions", None),
)


def come_from(guest: Guest, address: str) -> None:
    """The guest comes by a web server, from that address."""
    guest.http.headers["X-Forwarded-For"] = address


def join(guest: Guest, room: str, address: str) -> Table:
    table = guest.connect(room, headers={"X-Forwarded-For": address})
    # who is closed may hear of it first
    with suppress(ConnectionClosed):
        table.send({"t": "join", "v": 1, "since": None})
    return table


def refused(answer: httpx.Response) -> bool:
    if answer.status_code != 403 or answer.json()["code"] != "closed":
        return False
    assert answer.json()["params"]["until"] > time.time() * 1000
    return True


def put_out(table: Table) -> None:
    """The socket is told why, then closed."""
    assert table.closed() == CLOSED
    said = json.loads(table.frames[-1])
    assert (said["t"], said["code"]) == ("error", "closed")


def end_of(socket: ClientConnection) -> int | None:
    """The code with which a socket is closed, whatever it says until then."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(PATIENCE)
    return socket.close_code


def watched(server: Server, path: str, address: str) -> ClientConnection:
    cut = f"{server.address.replace('http', 'ws', 1)}{path}"
    return connect(cut, additional_headers={"X-Forwarded-For": address}, open_timeout=PATIENCE)


def test_closed_guests_and_addresses_get_nowhere_at_any_server(postgresql: Postgresql) -> None:
    database, keys = postgresql.database(), {"TILERUMMY_SESSION_KEYS": "ab" * 32}
    options = (*PROXY, "--store", database)
    with (
        serving(None, options=options, environment=keys) as first,
        serving(None, options=options, environment=keys) as other,
        Guest(first.address) as ann,
        Guest(other.address) as eve,
        Guest(other.address, key=eve.bot()["key"]) as bot,
    ):
        for guest, address in ((ann, ELSEWHERE), (eve, HERE), (bot, ELSEWHERE)):
            come_from(guest, address)
        room = ann.make(name="Ann")
        sheet = ann.http.post("/api/sheets", json={"edition": "original", "players": ["Ann", "Bob"]}).json()["sheet"]
        path = f"/api/sheets/{sheet}/watch"
        for closing in (["--", who(eve)], ["--address", HERE]):
            with (
                join(ann, room, ELSEWHERE) as hers,
                join(eve, room, HERE) as his,
                watched(other, path, HERE) as pictures,
                watched(first, path, ELSEWHERE) as her_pictures,
            ):
                hers.expect("welcome")
                his.expect("welcome")
                by_guest = "--" in closing
                assert main(["guests", "close", "--for", "1h", "--store", database, *closing]) == 0
                put_out(his)
                if not by_guest:
                    assert end_of(pictures) == CLOSED
                    with Guest(first.address, session=False) as nobody, join(nobody, room, HERE) as onlooker:
                        put_out(onlooker)
                for method, address, body in WAYS:
                    assert refused(eve.http.request(method, address, json=body)), address
                if by_guest:
                    assert refused(bot.http.post("/api/session"))
                with join(eve, room, HERE) as again:
                    put_out(again)
                # the page itself tells it
                assert eve.http.get("/").status_code == 200
                # nobody else notices
                assert hers.ask("say", text=f"hello {by_guest}")["t"] == "accepted"
                assert hers.ask("fill", seat=1, level="gentle")["t"] in ("accepted", "refused")
                assert ann.http.get("/api/rooms").json()[0]["room"] == room
                her_pictures.ping().wait(PATIENCE)
            assert main(["guests", "reopen", "--store", database, *closing]) == 0
            eventually(lambda: not refused(eve.http.post("/api/session")))
