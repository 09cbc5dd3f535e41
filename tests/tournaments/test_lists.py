"""What desk and organiser take home and look up: CSV that is no formula, and who did what."""

import csv
import io
from collections.abc import Iterator

import pytest

from tests.tournaments.test_tournaments import Club
from tests.web.harness import Guest, Message, Server, serving, unconfirmed

NAMES = ["Ann", "=SUM(A1)", "+Bob", "-Cas", "@Dee", "'t Hof", 'Eve "E", van', "Zoë"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def desk(server: Server) -> Iterator[Club]:
    with Guest(server.address) as guest:
        yield Club(guest.http, "belgian-tournament")


def start(desk: Club) -> None:
    desk.do("enter", text="\n".join(NAMES))
    for step in ("begin", "publish", "start"):
        desk.do(step)


def read(desk: Club, what: str) -> list[list[str]]:
    answer = desk.http.get(f"{desk.address}/{what}.csv?key={desk.desk}")
    assert answer.status_code == 200, answer.text
    assert answer.text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(answer.text[1:])))


def test_results_go_out_and_come_back_and_no_name_becomes_a_formula(desk: Club) -> None:
    start(desk)
    text = "".join(f"{1 + at // 4};1;{at + 1};{30 if at % 4 == 0 else -10}\n" for at in range(8))
    desk.do("reports", desk.desk, text=text)
    rows = read(desk, "results")
    assert rows[0] == ["stage", "round", "table", "game", "number", "name", "points"]
    assert [row[5] for row in rows[1:]] == ["Ann", "'=SUM(A1)", "'+Bob", "'-Cas", "'@Dee", "'t Hof", NAMES[6], "Zoë"]
    assert [row[6] for row in rows[1:]] == ["30", "-10", "-10", "-10"] * 2
    home = desk.http.get(f"{desk.address}/results.csv?key={desk.desk}").text
    before = desk.see(desk.desk)["seq"]
    assert desk.do("reports", desk.desk, text=home) == before, "what is known changes nothing"
    desk.do("reports", text=home.replace(",-10\r\n", ",-10 \r\n"))
    assert {result["confirmed"] for result in desk.see(desk.desk)["results"]} == {"organiser"}
    answer = desk.ask("reports", desk.desk, text="1;2;Ann;5\n1;2;Nobody;-5\n1;x;Zoë;1\n")
    assert [(fault["key"], fault["code"]) for fault in answer.json()["faults"]] == [
        ("1", "not-zero-sum"),
        ("1", "score-missing"),
        ("1", "score-missing"),
        ("1", "score-missing"),
        ("1", "nobody-played"),
        ("2", "no-such-name"),
        ("3", "no-whole-number"),
    ]
    assert len(desk.see(desk.desk)["results"]) == 2
    for game in (2, 3):
        desk.do("reports", text=text.replace(";1;", f";{game};"))
    desk.do("close", listed=unconfirmed(desk.see(desk.organiser)))
    standing = read(desk, "standings")
    assert [row[:6] for row in standing[1:3]] == [
        ["qualifying", "1", "1", "Ann", "", "90"],
        ["qualifying", "2", "5", "'@Dee", "", "90"],
    ]


def understood(desk: Club, what: str, text: str, key: str | None = None) -> Message:
    """What the desk is told of a list, of which nothing is taken."""
    before = desk.see(desk.organiser)["seq"]
    body = {"what": what, "text": text}
    answer = desk.http.post(f"{desk.address}/reading?key={desk.desk if key is None else key}", json=body)
    assert answer.status_code == 200, answer.text
    assert desk.see(desk.organiser)["seq"] == before
    found: Message = answer.json()
    return found


def test_the_desk_sees_what_a_list_of_players_says_before_anything_is_taken(desk: Club) -> None:
    text = "sep=;\r\nName;Club\r\nAnn;Gent\r\nBob;\r\nCas;Gent;\r\nDee\r\nEva;Aalst\r\n"
    assert understood(desk, "entrants", text) == {
        "count": 5,
        "first": [["Ann", "Gent"], ["Bob", ""], ["Cas", "Gent"]],
        "odd": [{"line": 6, "text": "Dee", "code": "cells"}],
        "faults": [],
    }
    # who has no club has an empty cell, though most have none
    assert not understood(desk, "entrants", "Name;Club\nAnn;Gent\nBob;\nCas;\n")["odd"]
    foreign = understood(desk, "entrants", "Jméno;Příjmení;Klub\nJan;Novák;Brno\nEva;Malá;Brno\n")
    assert foreign["odd"] == [{"line": 1, "text": "Jméno · Příjmení · Klub", "code": "heading"}]
    strange = understood(desk, "entrants", "Ann\n<b>Bob</b>\nCas,Dee\nJansen, Piet\n")
    assert [(one["line"], one["code"]) for one in strange["odd"]] == [(2, "signs"), (3, "signs")]
    desk.do("enter", text="Ann")
    wrong = understood(desk, "entrants", "Ann\nBob\n")
    assert [(fault["key"], fault["code"]) for fault in wrong["faults"]] == [("1", "name-entered")]
    assert understood(desk, "entrants", "\n".join(f"Player;{at};x;" for at in range(40)))["count"] == 1


def test_the_desk_sees_what_a_list_of_results_says_before_anything_is_taken(desk: Club) -> None:
    assert understood(desk, "results", "1;1;Ann;5")["faults"][0]["code"] == "not-begun"
    start(desk)
    text = "".join(f"1;1;{at + 1};{30 if at == 0 else -10}\n" for at in range(4))
    told = understood(desk, "results", text)
    assert (told["count"], told["faults"]) == (1, [])
    assert told["first"] == [["1", "1", "Ann", "30"], ["1", "1", "=SUM(A1)", "-10"], ["1", "1", "+Bob", "-10"]]
    wrong = understood(desk, "results", text + "1;2;Nobody;5")
    assert [(fault["key"], fault["code"]) for fault in wrong["faults"]] == [("5", "no-such-name")]


def test_lists_are_not_read_without_end(desk: Club) -> None:
    body = {"what": "entrants", "text": "Zed"}
    path = f"{desk.address}/reading?key={desk.desk}"
    assert any(desk.http.post(path, json=body).status_code == 429 for _ in range(500))


def test_only_staff_has_a_list_read(desk: Club) -> None:
    start(desk)
    body = {"what": "entrants", "text": "Zed"}
    for key in ("", desk.see(desk.organiser)["table_keys"][0], "guess"):
        assert desk.http.post(f"{desk.address}/reading?key={key}", json=body).status_code == 403


def test_a_ceremony_is_one_line_of_the_journal(desk: Club) -> None:
    desk.do("enter", text="Ann\nBob\nCas")
    for step in ("begin", "publish", "start"):
        desk.do(step)
    desk.do("report", table=1, game=1, scores=[3, -1, -2])
    desk.do("close", listed=unconfirmed(desk.see(desk.organiser)))
    desk.do("hide", hidden=True)
    for places in range(4):
        desk.do("reveal", places=places)
    entries = desk.http.get(f"{desk.address}/journal?key={desk.desk}").json()["entries"]
    assert [entry["params"]["count"] for entry in entries if entry["code"] == "revealed"] == [3]


def test_the_journal_says_who_changed_what_and_why(desk: Club) -> None:
    start(desk)
    keys = desk.see(desk.organiser)["table_keys"]
    for game in (1, 2, 3):
        for table in (1, 2):
            desk.do("report", keys[table - 1], table=table, game=game, scores=[3, -1, -1, -1], seat=1)
    desk.do("report", keys[0], table=1, game=1, scores=[-1, 3, -1, -1], seat=1)
    desk.do("report", keys[0], table=1, game=2, scores=[-1, 3, -1, -1], seat=2)
    place: Message = {"stage": 0, "round": 0, "table": 1}
    desk.do("correct", desk.desk, **place, game=2, scores=[3, -1, -1, -1], reason="score form")
    desk.do("close", listed=unconfirmed(desk.see(desk.organiser)))
    desk.do("correct", **place, game=1, scores=[0, 2, -1, -1], reason="counted again")
    desk.do("withdraw", number=8)
    desk.do("substitute", number=8, name="Ivo", ranked=True)
    entries = desk.http.get(f"{desk.address}/journal?key={desk.desk}").json()["entries"]
    told = [(entry["by"], entry["code"]) for entry in reversed(entries)]
    assert told == [
        ("organiser", "entered"),
        ("organiser", "published"),
        ("organiser", "started"),
        ("table:1", "reported"),
        ("table:1", "disputed"),
        ("desk", "corrected"),
        ("organiser", "closed"),
        ("organiser", "corrected"),
        ("organiser", "withdrew"),
        ("organiser", "moved"),
        ("organiser", "substituted"),
        ("organiser", "returned"),
        ("organiser", "moved"),
    ]
    assert next(entry["params"] for entry in entries if entry["code"] == "corrected") == {
        "stage": "qualifying",
        "round": 1,
        "table": 1,
        "game": 1,
        "before": "Ann −1, =SUM(A1) +3, +Bob −1, -Cas −1",
        "after": "Ann 0, =SUM(A1) +2, +Bob −1, -Cas −1",
        "reason": "counted again",
    }
