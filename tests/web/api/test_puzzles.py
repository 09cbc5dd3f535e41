"""Puzzles over HTTP: the day's and any other; what solves one, the analysis tells."""

from tests.web.harness import Guest
from tilerummy import editions
from tilerummy.puzzles.book import packaged


def test_everybody_has_the_same_puzzle_today_and_the_next_is_named(ann: Guest, bob: Guest) -> None:
    today = ann.http.get("/api/puzzles/original").json()
    assert today == bob.http.get("/api/puzzles/original").json()
    assert today["day"] is not None
    again = ann.http.get(f"/api/puzzles/original/{today['id']}").json()
    assert again == today
    following = ann.http.get(f"/api/puzzles/original/{today['next']}").json()
    assert (following["day"], following["number"]) == (None, today["number"] % today["count"] + 1)


def test_the_solution_is_what_the_puzzle_asks_for(ann: Guest) -> None:
    for edition in ("original", "twist"):
        shown = ann.http.get(f"/api/puzzles/{edition}").json()
        assert "laid" not in shown
        asked = {"edition": edition, "position": shown["position"], "wish": {"asked": "best"}}
        (solved,) = ann.http.post("/api/analysis", json=asked).json()["plays"]
        assert len(solved["played"]) == shown["tiles"]
        assert len(solved["steps"]) >= 2
        preview = {"t": "preview", "n": 1, "on": 1, "opening": [], "table": solved["table"]}
        body = {"edition": edition, "position": shown["position"], "preview": preview}
        word = ann.http.post("/api/judge", json=body).json()
        assert (word["legal"], sorted(word["played"])) == (True, sorted(solved["played"]))


def test_what_is_not_there_is_said(ann: Guest) -> None:
    book = packaged(editions.load("original"))
    assert book is not None
    for path, code in (
        ("chess", "unknown-edition"),
        ("chess/abc", "unknown-edition"),
        ("original/abc", "unknown-puzzle"),
        (f"twist/{book.puzzles[0].id}", "unknown-puzzle"),
    ):
        answer = ann.http.get(f"/api/puzzles/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, code)
