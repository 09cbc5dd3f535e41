"""Score sheets on a real server: written by a key, read by a link, resent, watched, taken home."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.web.harness import PATIENCE, Guest, Server, serving

Message = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    with Guest(server.address) as guest:
        yield guest


def made(guest: Guest, **body: Any) -> tuple[str, str]:
    """A sheet's address and key."""
    answer = guest.http.post("/api/sheets", json={"edition": "twist", "players": ["Ann", "Bob", "Cas"], **body})
    assert answer.status_code == 201, answer.text
    return f"/api/sheets/{answer.json()['sheet']}", answer.json()["key"]


def test_a_sheet_from_the_first_game_to_the_file(guest: Guest) -> None:
    address, key = made(guest, games=3)
    write = {"t": "write", "id": "a", "game": 0, "out": 1, "left": [{"value": 12}, {}, {"tiles": ["D", "k3"]}]}
    for _ in range(2):
        assert guest.http.post(f"{address}?key={key}", json=write).json() == {"seq": 2}
    shown = guest.http.get(address).json()
    assert (shown["writes"], shown["round_length"], shown["planned"]) == (False, 3, 3)
    assert shown["games"][0]["points"] == [-12, 45, -33]
    assert [line["player"] for line in shown["standing"]] == [1, 0, 2]
    socket_address = guest.address.replace("http", "ws", 1) + address
    with connect(f"{socket_address}/watch?key={key}", open_timeout=PATIENCE) as socket:
        assert json.loads(socket.recv(PATIENCE))["shown"]["seq"] == 2
        better = {**write, "id": "b", "left": [{"value": 13}, {}, {"tiles": ["D", "k3"]}]}
        assert guest.http.post(f"{address}?key={key}", json=better).status_code == 200
        picture = json.loads(socket.recv(PATIENCE))["shown"]
    assert (picture["writes"], picture["before"], picture["games"][0]["points"]) == (True, [1], [-13, 46, -33])
    rename = {"t": "rename", "id": "c", "players": ["Ann", "Bob B.", "Cas"]}
    assert guest.http.post(f"{address}?key={key}", json=rename).status_code == 200
    assert guest.http.get(f"{address}/csv").text == ",Ann,Bob B.,Cas\r\n1,-13,46,-33\r\n=,-13,46,-33\r\n"
    assert guest.http.post(f"{address}?key={key}", json={"t": "strike", "id": "d"}).status_code == 200
    assert guest.http.get(address).json()["games"] == []


def test_what_cannot_be_is_said(guest: Guest) -> None:
    assert guest.http.post("/api/sheets", json={"edition": "whist", "players": []}).json()["code"] == "unknown-edition"
    answer = guest.http.post("/api/sheets", json={"edition": "twist", "players": ["Ann", "Ann", " ", "D", "E"]})
    codes = [fault["code"] for fault in answer.json()["faults"]]
    assert codes == ["players-do-not-fit", "name-entered", "name-empty"]
    address, key = made(guest)
    strike = {"t": "strike", "id": "a"}
    assert guest.http.post(address, json=strike).status_code == 403
    assert guest.http.get(f"{address}?key=guess").status_code == 403
    assert guest.http.get("/api/sheets/nothing").status_code == 404
    assert guest.http.post(f"{address}?key={key}", json=strike).json()["faults"][0]["code"] == "no-such-game"
    assert guest.http.post(f"{address}?key={key}", json={"t": "write"}).json()["code"] == "malformed"
