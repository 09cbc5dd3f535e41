"""Circles on a real server: founded, joined by a link, played in, seen by their members and by nobody else."""

from collections.abc import Iterator, Sequence

import pytest

from tests.circles.meeting import ask, founded, joined, played, seen
from tests.web.harness import FREE_PASSES, Guest, Message, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def people(server: Server) -> Iterator[Sequence[Guest]]:
    with Guest(server.address) as ann, Guest(server.address) as bob, Guest(server.address) as eve:
        yield ann, bob, eve


def test_an_evening_of_a_circle(people: Sequence[Guest]) -> None:
    ann, bob, eve = people
    address = founded(ann)
    key = seen(ann, address)["circle"]["invitation"]
    invited = bob.http.get(f"{address}/invitation", headers={"X-Tilerummy-Key": key}).json()
    assert invited == {"name": "Tuesday club", "members": 1, "role": "member", "called": None, "keeper": False}
    joined(bob, address, "Bob", ann)
    circle = seen(bob, address)["circle"]
    assert [(one["name"], one["keeper"]) for one in circle["members"]] == [("Ann", True), ("Bob", False)]
    assert (circle["you"], circle["keeper"], circle["keepers"]) == (2, False, None)
    assert circle["season"]["table"] == []
    assert bob.http.get("/api/circles").json() == [{"id": circle["id"], "name": "Tuesday club"}]
    table = {"seats": 2, "house": FREE_PASSES, "limit": None, "hints": False}
    assert "seq" in ask(ann, address, "table", table=table)
    assert seen(bob, address)["circle"]["table"]["seats"] == 2
    room = ask(ann, address, "open")["room"]
    (waiting,) = seen(bob, address)["tables"]
    assert (waiting["room"], waiting["names"], waiting["free"]) == (room, ["Ann", None], 1)
    with eve.join(room) as stranger:
        assert stranger.ask("sit", name="Eve")["code"] == "members-only"
    for _ in range(2):
        assert ask(bob, address, "sit-down", room=room)["room"] == room
    with ann.join(room):
        assert [one["here"] for one in seen(bob, address)["circle"]["members"]] == [True, False]
    played((ann, bob), room)
    shown = seen(ann, address)
    assert shown["tables"] == []
    lines = {line["member"]: line for line in shown["circle"]["season"]["table"]}
    assert {number: (line["games"], line["won"]) for number, line in lines.items()} == {1: (1, 0), 2: (1, 1)}
    (game,) = shown["circle"]["games"]
    assert (game["room"], game["names"]) == (room, ["Ann", "Bob"])
    assert [lines[1]["points"], lines[2]["points"]] == game["scores"]
    assert ann.http.get(f"/api/rooms/{room}/replay").status_code == 200
    with ann.join(room) as again:
        assert again.ask("rematch")["t"] == "accepted"
        following = again.until(lambda state: bool(state["next"]))["next"]
    assert [one["room"] for one in seen(bob, address)["tables"]] == [following]


def test_who_is_forgotten_is_in_no_circle_and_what_is_kept_says_in_which_one_is(people: Sequence[Guest]) -> None:
    ann, bob, _ = people
    address = founded(ann)
    joined(bob, address, "Bob", ann)
    room = ask(ann, address, "open")["room"]
    assert ask(bob, address, "sit-down", room=room)["room"] == room
    played((ann, bob), room)
    (kept,) = bob.http.get("/api/session/kept").json()["circles"]
    assert (kept["name"], kept["called"], kept["member"]) == ("Tuesday club", "Bob", True)
    assert len(seen(ann, address)["circle"]["season"]["table"]) == 2
    assert bob.http.post("/api/session/forget").json() == {"games": 1}
    shown = seen(ann, address)["circle"]
    assert [one["name"] for one in shown["members"]] == ["Ann"]
    assert [line["member"] for line in shown["season"]["table"]] == [1]
    assert shown["games"][0]["names"] == ["Ann", "N. N."]
    assert "Bob" not in ann.http.get(address).text
    assert ann.http.post("/api/session/forget").json() == {"games": 1}


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ({"seats": 9, "edition": "original"}, "malformed"),
        ({"seats": 8, "edition": "original"}, "seats-do-not-fit"),
        ({"seats": 2, "edition": "none"}, "unknown-edition"),
        ({"seats": 2, "edition": "original", "computers": ["steady"]}, "circle-table-people"),
        ({"seats": 2, "edition": "original", "name": "Ann"}, "circle-table-people"),
    ],
)
def test_a_table_that_cannot_be_is_refused(people: Sequence[Guest], table: Message, code: str) -> None:
    ann, *_ = people
    address = founded(ann)
    assert ask(ann, address, "table", table=table)["code"] == code
    assert ann.http.get(address, params={"season": "2026-5"}).json()["code"] == "malformed"
