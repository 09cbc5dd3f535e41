"""The judge over HTTP, asked about positions of no game."""

from typing import Any

import httpx

from tests.web.harness import Guest


def ask(guest: Guest, position: str, table: list[str], *, opening: tuple[str, ...] = (), **body: Any) -> httpx.Response:
    preview = {"t": "preview", "n": 3, "on": 7, "opening": list(opening), "table": table}
    return guest.http.post("/api/judge", json={"edition": "original", "position": position, "preview": preview, **body})


def test_a_legal_arrangement_is_called_legal(ann: Guest) -> None:
    word = ask(ann, "b4 b5 b6 | b7 k1", ["b4 b5 b6 b7"]).json()
    assert (word["t"], word["n"], word["on"], word["legal"], word["played"]) == ("previewed", 3, 7, True, ["b7"])


def test_every_meld_gets_its_own_word(ann: Guest) -> None:
    word = ask(ann, "b4 b5 b6 | b8 k1", ["b4 b5 b6 b8"]).json()
    assert not word["legal"]
    assert [meld["legal"] for meld in word["melds"]] == [False]
    assert word["melds"][0]["violations"]


def test_an_opening_counts_its_points(ann: Guest) -> None:
    nines = ["r9 b9 k9"]
    word = ask(ann, " | r9 b9 k9 y1 y2 y3 | unopened", nines, opening=tuple(nines)).json()
    assert (word["legal"], word["points"], word["needed"]) == (False, 27, 30)


def test_what_is_no_question_is_refused(ann: Guest) -> None:
    refused = {
        "no-position": ask(ann, "b4 b5 x6 | b7", []),
        "notation": ask(ann, "b4 b5 b6 | b7", ["b4 b5 z"]),
        "unknown-edition": ask(ann, "b4 b5 b6 | b7", [], edition="chess"),
        "malformed": ask(ann, "b4 b5 b6 | b7", [], more=1),
    }
    for code, answer in refused.items():
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    # the table of a position is legal, and its tiles are in the box
    assert ask(ann, "b4 b5 b7 | b8", []).json()["code"] == "no-position"
    assert ask(ann, " | b8 b8 b8", []).json()["code"] == "no-position"
