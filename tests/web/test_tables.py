"""From an invitation to a rematch, over a real server: what people do at a table."""

import random

import pytest

from tests.web.computed import computed
from tests.web.harness import Guest, Message, Table
from tilerummy.rules.game import record as records


def test_play_now_against_the_computer_is_one_request(ann: Guest) -> None:
    room = ann.make(seats=3, computers=["gentle", "steady"], name="Ann", start=True)
    with ann.join(room) as table:
        state = table.until(lambda state: state["turn"] == 0)
        assert state["phase"] == "playing"
        assert state["you"] == 0
        assert state["owner"] is True
        assert [seat["kind"] for seat in state["seats"]] == ["person", "computer", "computer"]
        assert len({seat["name"] for seat in state["seats"]}) == 3
        assert len(state["rack"]) == state["seats"][0]["tiles"]
        assert table.move({"t": "draw"})["t"] == "accepted"
        table.until(lambda state: state["turn"] == 0 and state["turn_number"] > 2)


def test_friends_meet_by_link_and_the_owner_starts(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=4, name="Ann")
    with ann.join(room) as first, bob.join(room) as second:
        assert second.state["phase"] == "lobby"
        assert (second.state["you"], second.state["owner"]) == (None, False)
        assert second.ask("sit", name="  Bob\n  the   Builder ")["t"] == "accepted"
        assert second.state["seats"][1]["name"] == "Bob the Builder"
        assert first.ask("fill", seat=2, level="steady")["t"] == "accepted"
        assert first.ask("empty", seat=2)["t"] == "accepted"
        assert first.ask("fill", seat=3, level="gentle")["t"] == "accepted"
        assert first.ask("start")["t"] == "accepted"
        # The seat that stayed open is gone, the computer player moved up.
        state = first.state
        assert [seat["kind"] for seat in state["seats"]] == ["person", "person", "computer"]
        second.until(lambda state: state["phase"] == "playing")
        assert second.state["you"] == 1
        assert second.ask("leave")["code"] == "already-started"


def test_leaving_frees_the_seat_and_passes_the_room_on(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    with ann.join(room) as first, bob.join(room) as second:
        second.ask("sit", name="Bob")
        assert first.ask("leave")["t"] == "accepted"
        assert first.state["owner"] is False
        second.until(lambda state: state["owner"])
        assert second.state["seats"][0]["kind"] == "open"
        assert first.ask("leave")["code"] == "not-seated"


def told(table: Table, **fields: object) -> Message:
    """The next word about who is here that says this."""
    while not fields.items() <= (heard := table.expect("presence")).items():
        pass
    return heard


@pytest.mark.slow
def test_presence_tells_who_is_there(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    with ann.join(room) as first:
        with bob.join(room) as second:
            alone = {"t": "presence", "seats": [True, False], "away": [None, None], "watching": 1}
            assert told(first, watching=1) == alone
            second.ask("sit", name="Bob")
            assert told(first, seats=[True, True]) == {**alone, "seats": [True, True], "watching": 0}
        gone = told(first, seats=[True, False])
        assert gone["away"][0] is None
        assert gone["away"][1] > 0


def test_my_rooms_are_those_that_go_on(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    listed = ann.http.get("/api/rooms").json()
    assert [entry["room"] for entry in listed] == [room]
    assert listed[0]["names"] == ["Ann", None]
    assert listed[0]["phase"] == "lobby"
    assert bob.http.get("/api/rooms").json() == []
    with bob.join(room) as second, ann.join(room) as first:
        second.ask("sit", name="Bob")
        first.ask("start")
        mover = first.state["turn"]
        turns = [guest.http.get("/api/rooms").json()[0]["your_turn"] for guest in (ann, bob)]
        assert turns == [mover == 0, mover == 1]
        assert second.ask("resign")["t"] == "accepted"
    assert ann.http.get("/api/rooms").json() == []


@pytest.mark.parametrize("edition", ["original", "sabra"])
def test_a_whole_game_between_people_its_record_and_a_rematch_with_totals(ann: Guest, bob: Guest, edition: str) -> None:
    room = ann.make(edition=edition, seats=2, name="Ann")
    chance = random.Random(7)
    with ann.join(room) as first, bob.join(room) as second, Guest(ann.address, session=False) as watcher:
        second.ask("sit", name="Bob")
        assert watcher.http.get(f"/api/rooms/{room}/record").status_code == 409
        first.ask("start")
        assert watcher.http.get(f"/api/rooms/{room}/record").status_code == 409
        tables = (first, second)
        while first.state["phase"] == "playing":
            seq = first.state["seq"]
            second.catch_up(seq)
            mover = tables[first.state["turn"]]
            answer = mover.move(computed(mover.state, "steady", chance))
            assert answer["t"] == "accepted", answer
            first.catch_up(answer["seq"])
        result = first.state["result"]
        assert sum(result["scores"]) == 0
        assert [seat["total"] for seat in first.state["seats"]] == result["scores"]
        assert first.state["revealed"] is not None
        text = watcher.http.get(f"/api/rooms/{room}/record").text
        record = records.loads(text)
        assert record.players == ("Ann", "Bob")
        assert records.rejudge(record) == ()

        assert second.ask("rematch")["t"] == "accepted"
        first.until(lambda state: state["next"] is not None)
        assert first.ask("rematch")["code"] == "rematch-made"
        with ann.join(first.state["next"]) as again, bob.join(first.state["next"]) as owner:
            assert again.state["phase"] == "lobby"
            assert (again.state["you"], again.state["owner"], owner.state["owner"]) == (0, False, True)
            assert [seat["total"] for seat in again.state["seats"]] == result["scores"]
            assert owner.ask("start")["t"] == "accepted"


def test_a_rematch_against_computers_starts_at_once(ann: Guest) -> None:
    room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
    with ann.join(room) as table:
        table.ask("resign")
        assert table.state["phase"] == "over"
        table.ask("rematch")
        with ann.join(table.state["next"]) as again:
            assert again.state["phase"] == "playing"


def test_a_reconnect_by_number_gets_what_was_missed(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    with ann.join(room) as first:
        seen = first.state["seq"]
        with bob.join(room) as second:
            second.ask("sit", name="Bob")
        first.ask("start")
    with ann.connect(room) as again:
        again.send({"t": "join", "v": 1, "since": seen})
        welcome = again.expect("welcome")
        assert (welcome["since"], welcome["seq"]) == (seen, first.state["seq"])
        assert [event["t"] for event in welcome["events"]] == ["started", "dealt"]
    with ann.connect(room) as whole:
        whole.send({"t": "join", "v": 1})
        assert [event["t"] for event in whole.expect("welcome")["events"]] == ["started", "dealt"]


def test_a_preview_is_judged_whole_and_meld_by_meld(ann: Guest) -> None:
    room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
    with ann.join(room) as table:
        state = table.until(lambda state: state["turn"] == 0)
        tile = next(tile for tile in state["rack"] if tile not in "JDCM")
        table.send(
            {
                "t": "preview",
                "n": 3,
                "on": state["seq"],
                "opening": [tile],
                "table": [*state["table"], tile],
            }
        )
        shown = table.expect("previewed")
        assert (shown["n"], shown["on"], shown["legal"]) == (3, state["seq"], False)
        assert shown["played"] == [tile]
        assert shown["needed"] == 30
        assert [meld["legal"] for meld in shown["melds"]] == [True] * len(state["table"]) + [False]
        assert shown["violations"]
        assert all(violation["ref"] for violation in shown["violations"])
        table.send({"t": "preview", "n": 4, "on": state["seq"], "opening": [], "table": ["b4 nonsense"]})
        refused = table.expect("refused")
        assert (refused["id"], refused["code"]) == ("preview-4", "notation")
        assert refused["params"]["meld"] == 0
