"""Requests that no browser sends, at every address there is: zeros, brackets without end, two hosts; and no answer
that a cache keeps."""

from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from starlette.routing import Route

from tests.hostile.raw import opened
from tests.servers.postgresql import Postgresql
from tests.web.harness import PATIENCE, Guest, Server, serving
from tilerummy.web.api import routes

OPEN = ("of_links", "of_nothing")
"""Pictures that anybody may keep, and what answers every other address."""
AREAS: list[Any] = [area for name, area in vars(routes).items() if name.startswith("of_") and name not in OPEN]
ADDRESSES = [
    (method, route.path)
    for area in AREAS
    for route in area(*(MagicMock() for _ in signature(area).parameters))
    if isinstance(route, Route)
    for method in sorted((route.methods or set()) & {"GET", "POST"})
]


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    environment = {"TILERUMMY_PER_ADDRESS": "10"}
    with serving(tmp_path_factory.mktemp("data"), environment=environment) as server, Guest(server.address) as ann:
        yield ann


def test_an_id_with_a_zero_names_nothing(guest: Guest) -> None:
    tried = [(method, path) for method, path in ADDRESSES if "{" in path]
    assert len(tried) > 15
    for method, path in tried:
        for odd in ("%00", "a%00b"):
            parts = [odd if part.startswith("{") else part for part in path.split("/")]
            answer = guest.http.request(method, "/".join(parts))
            assert answer.status_code == 404, (path, answer.text)
    assert guest.http.get("/api/rooms/finished?before=1-%00").status_code == 404


def test_brackets_without_end_are_refused_everywhere(guest: Guest) -> None:
    for body in ("[" * 2_000, '{"a":' * 2_000, '{"t":"started","edition":' + "[" * 2_000):
        for method, path in ADDRESSES:
            if method == "POST":
                answer = guest.http.post(path.replace("{", "").replace("}", ""), content=body)
                assert answer.status_code < 500, (path, answer.text)
    assert guest.http.post("/api/session").status_code == 200  # the one before was forgotten on the way
    record = f'{{"t":"record","version":1,"edition":"original","edition_hash":"","engine":"","players":[]}}\n{body}'
    answer = guest.http.post("/api/records/analysis", content=record)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-record")


def test_no_answer_of_the_interface_is_kept_by_anybody(guest: Guest) -> None:
    room = guest.make(name="Ann")
    made = guest.http.post("/api/tournaments", json={"name": "x", "format": "table-points"}).json()
    known = {"room": room, "tournament": made["tournament"], "edition": "original", "sheet": "none"}
    key = {"X-Tilerummy-Key": made["organiser"]}
    for method, path in ADDRESSES:
        if path.startswith("/api/") and method == "GET":
            names = {"puzzle": "x", "session": "x", "bot": "x", "circle": "x", "club": "x", "person": "x", **known}
            answer = guest.http.get(path.format_map(names), headers=key)
            assert answer.headers["cache-control"] == "no-store", path
    backup = guest.http.get(f"/api/tournaments/{made['tournament']}/backup", headers=key)
    assert backup.status_code == 200


def test_a_request_names_one_host(guest: Guest) -> None:
    own = guest.http.base_url.netloc.decode()
    server = Server(None, port=int(own.rpartition(":")[2]))
    for path in ("/", "/healthz", "/api/editions"):
        with opened(server, f"GET {path} HTTP/1.1\r\nHost: {own}\r\nHost: {own}\r\n\r\n".encode()) as line:
            line.settimeout(PATIENCE)
            assert line.recv(64).startswith(b"HTTP/1.1 400")


def test_postgresql_is_asked_for_no_zero(tmp_path: Path, postgresql: Postgresql) -> None:
    environment = {"TILERUMMY_SESSION_KEYS": "00" * 32}
    server = Server(None, options=("--store", postgresql.database()), environment=environment).start()
    try:
        with Guest(server.address) as ann:
            for path in ("/site/%00/", "/api/tournaments/%00", "/api/sheets/a%00b", "/api/rooms/%00/replay"):
                assert ann.http.get(path).status_code == 404
            assert ann.http.post("/api/sessions/%00/end").status_code == 404
    finally:
        server.stop()
