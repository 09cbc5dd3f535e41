"""Score sheets on a real server: written by a key, read by a link, resent, watched, taken home."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.web.harness import PATIENCE, Guest, Server, picture, serving
from tilerummy.bus import LocalBus
from tilerummy.editions import load
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.hosting import MOST_KEEPERS, MOST_KNOWN, KeepSheet, Sheets
from tilerummy.store.folder import open_store

Message = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    with Guest(server.address) as guest:
        yield guest


SHEET = "a234567890bcdefghijk"
"""A link that its maker has chosen."""


def made(guest: Guest, **body: Any) -> tuple[str, str]:
    """A sheet's address and key."""
    answer = guest.http.post("/api/sheets", json={"edition": "twist", "players": ["Ann", "Bob", "Cas"], **body})
    assert answer.status_code == 201, answer.text
    return f"/api/sheets/{answer.json()['sheet']}", answer.json()["key"]


def test_a_sheet_from_the_first_game_to_the_file(guest: Guest) -> None:
    address, key = made(guest, games=3)
    write = {"t": "write", "id": "a", "game": 0, "out": 1, "left": [{"value": 12}, {}, {"tiles": ["D", "k3"]}]}
    for _ in range(2):
        assert guest.http.post(f"{address}?key={key}", json=write).json() == {"seq": 2, "key": None, "step": None}
    shown = guest.http.get(address).json()
    assert (shown["writes"], shown["rules"]["round_length"], shown["planned"]) == (False, 3, 3)
    assert shown["rules"]["penalty"] == 30
    assert shown["games"][0]["entry"] == {
        "id": "a",
        "out": 1,
        "values": [12, 0, 33],
        "counts": [None, None, 2],
        "points": [-12, 45, -33],
        "winners": [1],
        "unopened": [],
        "gone": [],
        "to_move": None,
    }
    assert [line["player"] for line in shown["standing"]] == [1, 0, 2]
    socket_address = guest.address.replace("http", "ws", 1) + address
    with connect(f"{socket_address}/watch?key={key}", open_timeout=PATIENCE) as socket:
        assert picture(socket)["seq"] == 2
        better = {**write, "id": "b", "over": "a", "left": [{"value": 13}, {}, {"tiles": ["D", "k3"]}]}
        assert guest.http.post(f"{address}?key={key}", json=better).status_code == 200
        seen = picture(socket)
    game = seen["games"][0]
    assert (seen["writes"], game["entry"]["points"]) == (True, [-13, 46, -33])
    assert [entry["id"] for entry in game["before"]] == ["a"]
    rename = {"t": "rename", "id": "c", "players": ["Ann", "=Bob", "Cas"]}
    assert guest.http.post(f"{address}?key={key}", json=rename).status_code == 200
    file = guest.http.get(f"{address}/csv", headers={"Accept-Language": "nl"}).content.decode()
    assert file == "\ufeffSpel,Ann,'=Bob,Cas\r\n1,-13,46,-33\r\nTotaal,-13,46,-33\r\nGewonnen,0,1,0\r\n"
    assert guest.http.post(f"{address}?key={key}", json={"t": "strike", "id": "d"}).status_code == 200
    assert guest.http.get(address).json()["games"] == []


def test_a_table_may_count_as_its_club_does(guest: Guest) -> None:
    """The rulebook stays the edition's; a word that says what the edition says is none."""
    changes = {"end.loss_cap": 25, "end.winner_bonus": 50, "end.tie": "fewest-tiles-then-shared"}
    address, key = made(guest, changes=changes)
    write = {"t": "write", "id": "a", "game": 0, "out": 1, "left": [{"value": 12}, {}, {"value": 63}]}
    assert guest.http.post(f"{address}?key={key}", json=write).is_success
    shown = guest.http.get(address).json()
    assert shown["games"][0]["entry"]["points"] == [-12, 87, -25]
    assert shown["rules"]["edition"] == "twist"
    assert (shown["rules"]["end"]["loss_cap"], shown["rules"]["end"]["winner_bonus"]) == (25, 50)
    same = guest.http.get(made(guest, changes={"end.loss_cap": None})[0]).json()
    assert same["rules"] == guest.http.get(made(guest)[0]).json()["rules"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"end.loss_cap": 5}, "edition-faults"),
        ({"end.winner_bonus": True}, "malformed"),
        ({"end.exhausted": "whole"}, "edition-faults"),
        ({"jokers.penalty": 20}, "malformed"),
    ],
)
def test_a_count_that_no_edition_has_is_refused(guest: Guest, changes: Message, code: str) -> None:
    body = {"edition": "twist", "players": ["Ann", "Bob"], "changes": changes}
    answer = guest.http.post("/api/sheets", json=body)
    assert (answer.status_code // 100, answer.json()["code"]) == (4, code)


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
    assert guest.http.post(f"{address}?key={key}", json=strike).json()["faults"][0]["code"] == "no-game-to-strike"
    strange = {"t": "write", "id": "b", "game": 0, "out": 1, "left": [{"tiles": ["zz"]}, {}, {"value": 3}]}
    assert guest.http.post(f"{address}?key={key}", json=strange).json()["faults"][0]["code"] == "no-such-tile"
    assert guest.http.post(f"{address}?key={key}", json={"t": "write"}).json()["code"] == "malformed"


def test_a_sheet_is_made_once_however_often_it_is_asked_for(server: Server, guest: Guest) -> None:
    address, key = made(guest, sheet=SHEET)
    assert address == f"/api/sheets/{SHEET}"
    assert guest.http.post(
        f"{address}?key={key}", json={"t": "rename", "id": "a", "players": ["A", "B", "C"]}
    ).is_success
    assert made(guest, sheet=SHEET) == (address, key)
    assert guest.http.get(address).json()["players"] == ["A", "B", "C"]
    with Guest(server.address) as stranger:
        body = {"edition": "twist", "players": ["Ann", "Bob"], "sheet": SHEET}
        answer = stranger.http.post("/api/sheets", json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "sheet-known")
    body = {"edition": "twist", "players": ["Ann", "Bob"], "sheet": "short"}
    assert guest.http.post("/api/sheets", json=body).json()["code"] == "malformed"


def test_two_phones_that_enter_the_same_game_are_both_heard(guest: Guest) -> None:
    address, key = made(guest)

    def send(command: Message) -> None:
        assert guest.http.post(f"{address}?key={key}", json=command).is_success

    send({"t": "write", "id": "mine", "game": 0, "out": 1, "left": [{"value": 12}, {}, {"value": 3}]})
    send({"t": "write", "id": "yours", "game": 0, "out": 1, "left": [{"value": 21}, {}, {"value": 3}]})
    game = guest.http.get(address).json()["games"][0]
    assert (game["entry"]["id"], [other["id"] for other in game["others"]]) == ("mine", ["yours"])
    send({"t": "drop", "id": "c", "entry": "yours"})
    game = guest.http.get(address).json()["games"][0]
    assert (game["entry"]["id"], game["others"], game["before"][0]["id"]) == ("mine", [], "yours")


def test_a_guest_cannot_fill_the_server_with_sheets(server: Server) -> None:
    with Guest(server.address) as greedy:
        body = {"edition": "twist", "players": ["Ann", "Bob"]}
        answers = [greedy.http.post("/api/sheets", json=body) for _ in range(40)]
    refused = [answer.json()["code"] for answer in answers if not answer.is_success]
    assert len(refused) >= 5
    assert set(refused) == {"too-fast"}


def test_who_comes_and_goes_and_when_and_where_by_command(guest: Guest) -> None:
    address, key = made(guest, about={"date": "2026-01-31", "place": "Gent"})

    def say(**command: Any) -> Any:
        return guest.http.post(f"{address}?key={key}", json=command)

    assert say(t="join", id="eve", name="Eve").json()["seq"] == 2
    assert say(t="join", id="eve", name="Eve").json()["seq"] == 2, "what is sent again is not repeated"
    assert say(t="leave", id="l", player=2, joined=["eve"]).status_code == 200
    assert say(t="about", id="n", note="by candle light").status_code == 200
    shown = guest.http.get(address).json()
    assert shown["about"] == {"date": "2026-01-31", "place": "Gent", "note": "by candle light"}
    assert (shown["players"], shown["came"], shown["home"]) == (["Ann", "Bob", "Cas", "Eve"], [["eve"]], [2])
    for command, code in (
        ({"t": "about", "date": "2026-02-30"}, "no-date"),
        ({"t": "about", "place": "x" * 61}, "place-too-long"),
        ({"t": "join", "name": "ANN", "joined": ["eve"]}, "name-on-sheet"),
        ({"t": "leave", "player": 4}, "unknown-player"),
    ):
        refused = say(id="x", **command)
        assert refused.status_code == 422
        assert [fault["code"] for fault in refused.json()["faults"]] == [code]
    for malformed in ({"t": "leave", "player": 8}, {"t": "about", "note": 7}, {"t": "join"}):
        assert say(id="x", **malformed).status_code == 422
    assert guest.http.get(address).json() == shown
    wrong = guest.http.post("/api/sheets", json={"edition": "twist", "players": ["A", "B"], "about": {"date": "soon"}})
    assert [fault["code"] for fault in wrong.json()["faults"]] == ["no-date"]


def test_a_guest_sees_what_counts_of_their_own_sheets_alone(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob, Guest(server.address, session=False) as nobody:
        addresses = [made(ann)[0], made(ann)[0]]
        made(bob)
        told = ann.http.get("/api/sheets")
        assert {f"/api/sheets/{one['id']}" for one in told.json()["evenings"]} == set(addresses)
        today = ann.http.get(addresses[0]).json()["about"]["date"]
        assert len(today) == 10
        assert {f"/api/sheets/{one}" for one in told.json()["keys"]} == set(addresses)
        assert nobody.http.get("/api/sheets").json() == {"evenings": [], "keys": {}}


def test_a_sheet_of_another_guest_is_found_among_ones_own_until_one_is_forgotten(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob, Guest(server.address, session=False) as nobody:
        address, key = made(ann)
        link = address.removeprefix("/api/sheets/")
        keep = {"t": "keep", "id": "keep1"}
        headers = {"X-Tilerummy-Key": key}
        assert bob.http.post(address, json=keep).status_code == 403
        assert nobody.http.post(address, json=keep, headers=headers).status_code == 401
        rows = ann.http.post(address, json=keep, headers=headers).json()["seq"]
        assert [
            bob.http.post(address, json={**keep, "id": f"b{at}"}, headers=headers).json()["seq"] for at in "12"
        ] == [rows + 1] * 2
        ann.http.post(address, json={"t": "about", "id": "about", "place": "Gent"}, headers=headers)
        known = bob.http.get("/api/sheets").json()
        assert [(one["id"], one["about"]["place"]) for one in known["evenings"]] == [(link, "Gent")]
        assert known["keys"] == {link: key}
        assert bob.http.get("/api/session/kept").json()["sheets"] == [f"sheet:{link}"]
        assert bob.http.post("/api/session/forget").json() == {"games": 0}
        assert ann.http.get(address).json()["about"]["place"] == "Gent"
        assert len(ann.http.get("/api/sheets").json()["evenings"]) == 1


def test_so_many_guests_find_a_sheet_among_theirs_and_no_more(tmp_path: Path) -> None:
    async def work() -> None:
        store = open_store(tmp_path)
        sheets = Sheets(store, LocalBus())
        sheet = await sheets.create(load("original"), ["Ann", "Bob"], None, "ann", 1)
        for at in range(MOST_KEEPERS):
            assert await sheets.keep_for(f"guest{at}", sheet, KeepSheet("keep"), 2) == at + 2
        with pytest.raises(Refusal, match="too-many-keepers"):
            await sheets.keep_for("late", sheet, KeepSheet("keep"), 2)
        others = [await sheets.create(load("original"), ["Ann", "Bob"], None, "ann", 3) for _ in range(MOST_KNOWN)]
        for one in others[1:]:
            await sheets.keep_for("guest0", one, KeepSheet("keep"), 4)
        with pytest.raises(Refusal, match="too-many-sheets"):
            await sheets.keep_for("guest0", others[0], KeepSheet("keep"), 4)
        assert len(await sheets.known_to("guest0")) == MOST_KNOWN
        await store.close()

    asyncio.run(work())
