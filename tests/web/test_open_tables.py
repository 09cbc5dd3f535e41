"""Tables that strangers find, and rounds of games that go on over rematches."""

from typing import Any

from tests.web.harness import Guest, Message, Server

OPEN = {"chat": "players", "live": False, "open": True, "away": "wait", "away_seconds": 120}


def open_rooms(guest: Guest) -> list[str]:
    """What a guest finds."""
    return [listed["room"] for listed in guest.http.get("/api/rooms/open").json()]


def test_an_open_table_is_found_while_its_host_is_there_and_a_seat_is_free(ann: Guest, bob: Guest) -> None:
    room, private = ann.make(seats=2, name="Ann", options=OPEN), ann.make(seats=2, name="Ann")
    assert open_rooms(bob) == []
    with ann.join(room) as first, ann.join(private):
        (listed,) = bob.http.get("/api/rooms/open").json()
        assert (listed["room"], listed["host"], listed["free"]) == (room, "Ann", 1)
        assert (listed["names"], listed["turn"], listed["limit"]) == (["Ann", None], None, None)
        # The one who sits there finds it among their own.
        assert open_rooms(ann) == []
        with bob.join(room) as second:
            second.ask("sit", name="Bob")
            assert open_rooms(bob) == []
            first.ask("start")
            (mine,) = bob.http.get("/api/rooms").json()
            assert mine["turn"] == mine["names"][first.state["turn"]]
    with ann.join(room), Guest(ann.address) as eve:
        assert open_rooms(eve) == []


def test_a_round_counts_its_games_over_rematches(ann: Guest, server: Server) -> None:
    """Two players play two games to a round by this edition; the totals run on in the next round."""
    room: Any = ann.make(edition="twist", seats=2, computers=["gentle"], name="Ann", start=True)
    rounds: list[Message] = []
    scores: list[int] = []
    for _ in range(3):
        with ann.join(room) as table:
            rounds.append(table.state["round"])
            table.ask("resign")
            table.until(lambda state: state["phase"] == "over")
            rounds.append(table.state["round"])
            scores.append(table.state["result"]["scores"][0])
            assert table.state["seats"][0]["total"] == sum(scores)
            table.ask("rematch", id=f"after-{room}")
            room = table.state["next"]
    assert [(one["game"], one["games"]) for one in rounds] == [(1, 2), (1, 2), (2, 2), (2, 2), (1, 2), (1, 2)]
    assert [one["points"][0] for one in rounds] == [0, scores[0], scores[0], scores[0] + scores[1], 0, scores[2]]
    assert [one["won"] for one in rounds] == [[0, 0], [0, 1], [0, 1], [0, 2], [0, 0], [0, 1]]
    assert [one["winners"] for one in rounds] == [[], [], [], [1], [], []]


def test_without_rounds_in_the_edition_there_is_none(ann: Guest) -> None:
    with ann.join(ann.make(name="Ann")) as table:
        assert table.state["round"] is None
