"""A line for each request and socket, all lines about one of them under the same id, and no secret in any."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.raw import eventually
from tests.web.harness import Guest, Server, serving

PROXY = ("--trusted-proxy", "127.0.0.1", "--public-host", "localhost")


class Told:
    """A server that tells everything, and what it has told."""

    def __init__(self, server: Server, log: Path) -> None:
        self.server = server
        self._log = log

    def lines(self, event: str, **fields: Any) -> list[dict[str, Any]]:
        """The lines of an event with these fields, once there are any."""
        found: list[dict[str, Any]] = []

        def look() -> bool:
            found[:] = [line for line in map(json.loads, self.text().splitlines()) if line["event"] == event]
            found[:] = [line for line in found if line.items() >= fields.items()]
            return bool(found)

        eventually(look)
        return found

    def text(self) -> str:
        """All of it, but for a line that is being written."""
        return self._log.read_text().rpartition("\n")[0]


@pytest.fixture(scope="module", params=[(), PROXY], ids=["direct", "behind"])
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    folder = tmp_path_factory.mktemp("told")
    log = folder / "log"
    with serving(folder / "data", options=request.param, log=log, environment={"TILERUMMY_LOG": "info"}) as server:
        yield Told(server, log)


def test_each_request_is_one_line_with_its_id(told: Told) -> None:
    with Guest(told.server.address) as ann:
        room = ann.make(name="Ann")
        for _ in range(3):
            ident = ann.http.get(f"/api/rooms/{room}/card").headers["x-request-id"]
            (line,) = told.lines("request", request=ident)
            assert (line["method"], line["route"], line["status"]) == ("GET", "/api/rooms/{room}/card", 200)
            assert line["room"] == room
            assert 0 < line["ms"] < 60_000
        unknown = ann.http.get("/api/nonsense?key=secret")
        (line,) = told.lines("request", request=unknown.headers["x-request-id"])
        assert (line["route"], line["status"]) == ("/api/{path:path}", 404)
        strange = ann.http.get("/", headers={"Host": "evil.example"})
        ident = strange.headers["x-request-id"]
        assert told.lines("request", request=ident)[0]["status"] == 421
        assert told.lines("unknown-host", request=ident)


def test_a_socket_has_an_id_and_a_room(told: Told) -> None:
    with Guest(told.server.address) as ann:
        room = ann.make(name="Ann")
        with ann.join(room):
            pass
        (line,) = told.lines("socket", room=room)
        assert line["route"] == "/api/rooms/{room}/socket"
        assert line["connection"]
        assert "request" not in line


def test_no_secret_is_in_any_line(told: Told) -> None:
    with Guest(told.server.address) as ann:
        (cookie,) = ann.http.cookies.values()
        sheet = ann.http.get("/api/sheets/nosuchsheet?key=verysecret", headers={"X-Tilerummy-Key": "verysecret"})
        assert told.lines("request", request=sheet.headers["x-request-id"], sheet="nosuchsheet")
        room = ann.make(name="Annabelle")
        with ann.join(room) as table:
            table.ask("say", text="a silent word")
        assert told.lines("socket", room=room)
    for secret in ("verysecret", cookie, "Annabelle", "silent", "203.0.113.7"):
        assert secret not in told.text()
