"""The games of a guest that are over: a page of them at a time, of nobody else, and none that still runs."""

from tests.web.harness import Guest
from tests.web.test_matches import played


def test_a_finished_game_is_found_again_by_who_played_it(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
    assert ann.http.get("/api/rooms/finished").json() == {"games": [], "next": None}
    with ann.join(room) as table:
        on = table.until(lambda state: state["turn"] == state["you"])["seq"]
        table.ask("move", on=on, move={"t": "draw"})
    result = played(ann, room)["result"]
    found = ann.http.get("/api/rooms/finished").json()["games"]
    assert [one["room"] for one in found] == [room]
    game = found[0]
    assert (game["names"][game["you"]], game["scores"]) == ("Ann", result["scores"])
    assert game["levels"] == ["gentle" if seat != game["you"] else None for seat in range(2)]
    assert game["winners"] == result["winners"]
    assert game["turns"] == 1
    assert 0 < game["seconds"] < 60
    assert bob.http.get("/api/rooms/finished").json()["games"] == []


def test_what_comes_before_is_asked_for_by_what_was_said(ann: Guest) -> None:
    first, last = (ann.make(seats=2, computers=["gentle"], name="Ann", start=True) for _ in range(2))
    played(ann, first)
    played(ann, last)
    games = ann.http.get("/api/rooms/finished").json()["games"]
    assert [one["room"] for one in games[:2]] == [last, first]
    before = ann.http.get(f"/api/rooms/finished?before={games[0]['ended']}-{last}").json()["games"]
    assert before[0]["room"] == first
    assert ann.http.get("/api/rooms/finished?before=yesterday").status_code == 422
