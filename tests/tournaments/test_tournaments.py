"""Tournaments on a real server: roles by links, resends, two phones at a table, watchers, backup."""

import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.web.harness import PATIENCE, Guest, Server, picture, serving, unconfirmed

Message = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def desk(server: Server) -> Iterator["Club"]:
    with Guest(server.address) as guest:
        yield Club(guest.http, "belgian-tournament")


class Club:
    """A club's laptop and the phones of its players: what a seat says at the table comes from a phone of its own."""

    def __init__(self, http: httpx.Client, format_: str, *, initials: bool = False) -> None:
        self.http = http
        made = http.post("/api/tournaments", json={"name": "Autumn", "format": format_, "initials": initials})
        assert made.status_code == 201, made.text
        self.made: Message = made.json()
        self.address = f"/api/tournaments/{self.made['tournament']}"
        self.organiser, self.desk = self.made["organiser"], self.made["desk"]
        self._commands = 0
        self._browsers: dict[int, str] = {}

    def browser(self, seat: int) -> str:
        """The cookie of the phone at a seat."""
        if seat not in self._browsers:
            cookies = httpx.post(self.http.base_url.join("/api/session"), timeout=PATIENCE, verify=False).cookies
            self._browsers[seat] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return self._browsers[seat]

    def see(self, key: str = "") -> Message:
        answer = self.http.get(self.address, headers={"X-Tilerummy-Key": key})
        assert answer.status_code == 200, answer.text
        found: Message = answer.json()
        return found

    def ask(self, kind: str, key: str | None = None, **fields: Any) -> httpx.Response:
        self._commands += 1
        body = {"t": kind, "id": fields.pop("id", f"c{self._commands}"), **fields}
        headers = {"Cookie": self.browser(fields["seat"])} if "seat" in fields else {}
        path = f"{self.address}?key={self.organiser if key is None else key}"
        return self.http.post(path, json=body, headers=headers)

    def do(self, kind: str, key: str | None = None, **fields: Any) -> int:
        answer = self.ask(kind, key, **fields)
        assert answer.status_code == 200, answer.text
        seq: int = answer.json()["seq"]
        return seq

    def codes(self, kind: str, key: str | None = None, **fields: Any) -> list[str]:
        answer = self.ask(kind, key, **fields)
        assert answer.status_code in (403, 422), answer.text
        return [fault["code"] for fault in answer.json()["faults"]]

    def open_round(self, players: int) -> list[str]:
        """Enter players, start the first round; the keys of the tables."""
        self.do("enter", text="\n".join(f"{number}. Player {number:03}" for number in range(1, players + 1)))
        for step in ("begin", "publish", "start"):
            self.do(step)
        keys: list[str] = self.see(self.organiser)["table_keys"]
        return keys


def test_a_resend_is_answered_and_not_repeated(desk: Club) -> None:
    first = desk.do("enter", text="Ann", id="same")
    assert desk.do("enter", text="Ann", id="same") == first
    assert len(desk.see()["entrants"]) == 1


def test_the_public_sees_published_rounds_and_a_table_its_own_results(desk: Club) -> None:
    desk.do("enter", text="\n".join(f"Player {number}" for number in range(1, 9)))
    desk.do("begin")
    assert desk.see()["stages"][0]["rounds"] == []
    assert len(desk.see(desk.desk)["stages"][0]["rounds"]) == 1
    keys = desk.see(desk.organiser)["table_keys"]
    desk.do("publish")
    assert desk.see()["stages"][0]["rounds"][0]["tables"] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert desk.codes("report", keys[0], table=1, game=1, scores=[1, -1, 0, 0], seat=1) == ["round-not-playing"]
    desk.do("start")

    report: Message = {"table": 1, "game": 1, "scores": [30, -10, -10, -10]}
    assert desk.codes("report", keys[1], **report, seat=1) == ["another-table"]
    assert desk.codes("report", keys[0], **{**report, "scores": [30, -10, -10, -9]}, seat=1) == ["not-zero-sum"]
    desk.do("report", keys[0], **report, seat=1)
    assert [result["confirmed"] for result in desk.see(keys[0])["results"]] == [None]
    assert desk.see(keys[1])["results"] == []
    assert (desk.see()["results"], desk.see()["reported"]) == ([], [1, 0])
    desk.do("report", keys[0], **report, seat=3)
    assert [result["confirmed"] for result in desk.see(keys[0])["results"]] == ["seat:3"]
    assert desk.codes("report", keys[0], **{**report, "scores": [-10, 30, -10, -10]}, seat=2) == ["confirmed-already"]


def test_hidden_standings_are_revealed_from_the_last_place_on(desk: Club) -> None:
    keys = desk.open_round(4)
    desk.do("hide", hidden=True)
    desk.do("report", keys[0], table=1, game=1, scores=[30, -10, -5, -15], seat=1)
    desk.do("close", listed=unconfirmed(desk.see(desk.organiser)))
    assert (desk.see()["ranking"], desk.see()["stages"][0]["standings"]) == ([], [])
    assert len(desk.see(desk.organiser)["ranking"]) == 4
    desk.do("reveal", places=1)
    assert [line["number"] for line in desk.see()["ranking"]] == [4]
    for places in (4, 6):
        desk.do("reveal", places=places)
        assert [line["number"] for line in desk.see()["ranking"]] == [1, 3, 2, 4]


def test_watchers_are_told(desk: Club) -> None:
    address = str(desk.http.base_url).replace("http", "ws", 1).rstrip("/") + desk.address
    with connect(f"{address}/watch?key={desk.desk}", open_timeout=PATIENCE) as socket:
        first = picture(socket)
        desk.do("enter", text="Ann")
        second = picture(socket)
    assert (first["entrants"], first["role"]) == ([], "desk")
    assert second["seq"] == first["seq"] + 1
    assert [one["name"] for one in second["entrants"]] == ["Ann"]
    for wrong in ("/watch?key=guess", "x/watch"):
        with pytest.raises(InvalidStatus):
            connect(address + wrong, open_timeout=PATIENCE)


def test_an_own_link_is_told_of_its_person_with_every_change(desk: Club) -> None:
    desk.do("enter", text="Ann\nBob")
    desk.do("open-check-in")
    links = desk.http.get(f"{desk.address}/own-links?key={desk.desk}").json()["links"]
    address = str(desk.http.base_url).replace("http", "ws", 1).rstrip("/") + desk.address
    said = []
    with connect(f"{address}/watch?parts&key={links[0]['key']}", open_timeout=PATIENCE) as socket:
        for ticket in (None, 2, 1):
            if ticket is not None:
                desk.do("check-in", ticket=ticket)
            said.append(json.loads(socket.recv(PATIENCE))["own"])
    assert [(one["name"], one["here"]) for one in said] == [("Ann", False), ("Ann", False), ("Ann", True)]
    assert "own" not in desk.http.get(f"{desk.address}?parts=0").json()


@pytest.mark.one_process("another server may not know what was shown, and sends the whole picture")
def test_who_asks_for_parts_is_sent_what_has_changed(desk: Club) -> None:
    address = str(desk.http.base_url).replace("http", "ws", 1).rstrip("/") + desk.address
    with connect(f"{address}/watch?parts&key={desk.desk}", open_timeout=PATIENCE) as socket:
        first = json.loads(socket.recv(PATIENCE))
        desk.do("enter", text="Ann")
        second = json.loads(socket.recv(PATIENCE))
    assert (first["whole"], first["parts"]["entrants"]) == (True, [])
    seq = first["parts"]["seq"]
    assert not second["whole"]
    assert second["parts"].keys() == {"seq", "entrants.0000", "checkin.tickets.0000"}
    assert (second["parts"]["seq"], second["parts"]["entrants.0000"]["name"]) == (seq + 1, "Ann")
    again = desk.http.get(f"{desk.address}?parts={seq}&key={desk.desk}").json()
    assert again == {"whole": False, "parts": second["parts"]}
    for never in ("0", "x", "9" * 5_000):
        assert desk.http.get(f"{desk.address}?parts={never}&key={desk.desk}").json()["whole"]


def test_a_correction_reaches_the_next_stage_and_the_last_step_is_taken_back(desk: Club) -> None:
    desk.open_round(20)
    for table in range(1, 6):
        for game in range(1, 4):
            desk.do("report", desk.desk, table=table, game=game, scores=[45, -10, -15, -20])
    desk.do("close", listed=unconfirmed(desk.see(desk.organiser)))
    fix = {"stage": 0, "round": 0, "table": 5, "game": 1, "scores": [-30, 60, -15, -15], "reason": "misread"}
    desk.do("correct", desk.desk, **fix)
    shown = desk.see(desk.organiser)
    assert 18 in {number for table in shown["stages"][1]["rounds"][0]["tables"] for number in table}
    assert shown["overtaken"] == []
    assert shown["undo"]["what"] == "correct"
    desk.do("undo", desk.desk, step=shown["undo"]["step"])
    assert desk.see(desk.desk)["undo"] is None, "the desk does not take back what the organiser did"
    desk.do("publish")
    desk.do("correct", desk.desk, **fix)
    assert desk.see(desk.desk)["overtaken"] == [{"stage": 1, "round": -1, "coming": [18], "going": [10]}]
    assert desk.see()["overtaken"] == []
    desk.do("reseat")
    assert {move["number"] for move in desk.see()["stages"][1]["rounds"][0]["moved"]} >= {10, 18}
    told = desk.http.get(f"{desk.address}/journal?key={desk.organiser}").json()["entries"]
    assert sorted({one["code"] for one in told} & {"recut", "undone"}) == ["recut", "undone"]


def test_a_card_opens_by_its_typed_code(desk: Club) -> None:
    keys = desk.open_round(8)
    letters = keys[1].partition(".")[2]
    for typed in (letters[:8], f" {letters[:4].upper()}-{letters[4:8]} "):
        assert desk.http.post(f"{desk.address}/card", json={"code": typed}).json() == {"key": keys[1]}
    for typed in ("", letters[:7], "aaaaaaaa", letters):
        assert desk.http.post(f"{desk.address}/card", json={"code": typed}).status_code == 404


def test_everybody_reads_the_event_as_plain_pages(desk: Club) -> None:
    desk.open_round(8)
    site = f"/site/{desk.made['tournament']}"
    page = desk.http.get(site, headers={"Accept-Language": "nl"}, follow_redirects=True)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "Player 001" in page.text
    assert "Tafel 1" in page.text
    assert desk.http.get(f"{site}/style.css").headers["content-type"].startswith("text/css")
    with zipfile.ZipFile(io.BytesIO(desk.http.get(f"{site}/site.zip").content)) as packed:
        assert {"index.html", "results.csv"} <= set(packed.namelist())
    with zipfile.ZipFile(io.BytesIO(desk.http.get(f"{site}/site.zip?lang=fr").content)) as packed:
        assert '<html lang="fr"' in packed.read("index.html").decode()
    for unknown in (f"{site}/x", f"{site}/../../etc/passwd", "/site/none/"):
        assert desk.http.get(unknown).status_code == 404


def test_a_tournament_goes_on_from_its_backup_on_another_machine(desk: Club, tmp_path: Path) -> None:
    keys = desk.open_round(9)
    desk.do("report", keys[0], table=1, game=1, scores=[30, -10, -20], seat=1)
    saved = desk.http.get(desk.address + "/backup", headers={"X-Tilerummy-Key": desk.organiser}).content
    assert desk.http.get(desk.address + "/backup?key=" + desk.desk).status_code == 403
    assert desk.http.post("/api/tournaments/restore", content=saved).status_code == 409
    branch = desk.http.post("/api/tournaments/restore?branch", content=saved).json()
    assert branch["tournament"] != desk.made["tournament"]
    beside = f"/api/tournaments/{branch['tournament']}"
    answer = desk.http.post(f"{beside}?key={branch['organiser']}", json={"t": "withdraw", "id": "w", "number": 9})
    assert answer.status_code == 200
    assert not any(one["withdrawn"] for one in desk.see(desk.organiser)["entrants"])
    with serving(tmp_path) as other, Guest(other.address) as guest:
        for broken, line in (
            (b"", 1),
            (saved[:-40], 9),
            (saved.replace(b'"seq":3', b'"seq":4'), 4),
            (b"{}\n" + saved, 1),
        ):
            answer = guest.http.post("/api/tournaments/restore", content=broken)
            assert (answer.status_code, answer.json()["code"]) == (422, "not-a-backup")
            assert answer.json()["params"]["line"] <= line
        assert guest.http.post("/api/tournaments/restore", content=saved).json() == desk.made
        moved = httpx.Client(base_url=other.address, timeout=PATIENCE, verify=False)
        moved.post("/api/session")
        there = moved.get(desk.address, headers={"X-Tilerummy-Key": desk.organiser}).json()
        assert there == desk.see(desk.organiser)
        body = {"t": "report", "id": "x", "table": 1, "game": 1, "scores": [30, -10, -20], "seat": 2}
        assert moved.post(f"{desk.address}?key={keys[0]}", json=body).status_code == 200
        moved.close()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "A"}, "one-format"),
        ({"name": "A", "format": "x"}, "unknown-format"),
        ({"name": " ", "format": "open-league"}, "name-empty"),
        ({"name": "A" * 81, "format": "open-league"}, "name-too-long"),
        ({"name": "A", "toml": "id = 1"}, "format-faults"),
        ({"name": "A", "format": "open-league", "more": 1}, "malformed"),
    ],
)
def test_what_is_no_tournament(server: Server, body: Message, code: str) -> None:
    with Guest(server.address) as guest:
        answer = guest.http.post("/api/tournaments", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_what_is_no_command(desk: Club) -> None:
    for body in (b"", b"{", b'{"t":"juggle","id":"1"}', b'{"t":"begin"}', b'{"t":"enter","id":"1","text":7}'):
        answer = desk.http.post(f"{desk.address}?key={desk.organiser}", content=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert desk.ask("enter", text="x" * 70_000).status_code == 413
    assert desk.see()["seq"] == 1


def test_formats_to_choose_from(server: Server) -> None:
    with Guest(server.address) as guest:
        listed = guest.http.get("/api/formats").json()
    assert listed[0]["id"] == "belgian-tournament"
    assert listed[0]["stages"] == ["qualifying", "semifinal", "final"]


def test_of_two_arbiters_at_once_one_is_told_and_a_lot_stands_in_the_backup(desk: Club) -> None:
    desk.open_round(12)
    for table in (1, 2, 3):
        for game, scores in enumerate(([60, -10, -20, -30], [-5, 45, -20, -20], [30, -10, -10, -10]), start=1):
            desk.do("report", table=table, game=game, scores=scores)
    listed = unconfirmed(desk.see(desk.organiser))

    def both(kind: str, **fields: Any) -> list[str]:
        """Two ask the same at once: what they are told."""
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda at: desk.ask(kind, id=f"{kind}-{at}", **fields), range(2)))
        return sorted("" if one.status_code == 200 else one.json()["faults"][0]["code"] for one in answers)

    assert both("close", listed=listed) == ["", "no-round-to-close"]
    (tie,) = desk.see(desk.organiser)["between"]["ties"]
    assert (tie["numbers"], tie["places"], desk.see()["between"]["ties"]) == ([3, 7, 11], 2, [])
    assert both("settle", equal=[3, 7, 11], how="drawn-lot", reason="agreed") == ["", "lot-drawn"]
    (settled,) = desk.see(desk.organiser)["stages"][0]["line"]["settled"]
    entries = desk.http.get(desk.address + "/journal", headers={"X-Tilerummy-Key": desk.organiser}).json()
    drawn = [one["params"] for one in entries["entries"] if one["code"] == "settled-drawn-lot"]
    assert [(one["seed"], one["reason"]) for one in drawn] == [(settled["seed"], "agreed")]
    saved = desk.http.get(desk.address + "/backup", headers={"X-Tilerummy-Key": desk.organiser}).content
    branch = desk.http.post("/api/tournaments/restore?branch", content=saved).json()
    headers = {"X-Tilerummy-Key": branch["organiser"]}
    beside = desk.http.get(f"/api/tournaments/{branch['tournament']}", headers=headers).json()
    assert beside["stages"][0]["line"]["settled"] == [settled]
