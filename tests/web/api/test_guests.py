"""A guest in another browser by a one-time link, and a guest who asks to be forgotten."""

import json
from contextlib import suppress
from typing import Any

import httpx
import pytest

from tests.web.harness import Guest, Server

USUAL = {"chat": "everyone", "live": False, "open": False, "away": "wait", "away_seconds": 60}
KEPT: dict[str, Any] = {
    "puzzles": {"rating": 1240, "rated": 1_795_000_000_000, "first": {"abc": 1}, "days": ["2026-11-25"]},
    "settings": {"theme": "dark", "sound": False},
    "lessons": ["groups"],
}


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def handed_over(guest: Guest, kept: dict[str, Any] = KEPT) -> str:
    answer = guest.http.post("/api/handovers", json={"kept": kept})
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def who(guest: Guest) -> str:
    player: str = guest.http.post("/api/session").json()["player"]
    return player


def test_another_browser_becomes_the_guest_once(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone, Guest(server.address, session=False) as third:
        room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
        token = handed_over(ann)
        assert refused(ann.http.post("/api/handovers/take", json={"token": token})) == (409, "handover-own")
        assert phone.http.post("/api/handovers/look", json={"token": token}).status_code == 200
        assert who(phone) != who(ann)
        taken = phone.http.post("/api/handovers/take", json={"token": token}).json()
        assert taken == {"player": who(ann), "kept": KEPT}
        assert who(phone) == who(ann)
        assert [one["room"] for one in phone.http.get("/api/rooms").json()] == [room]
        for address in ("look", "take"):
            answer = third.http.post(f"/api/handovers/{address}", json={"token": token})
            assert refused(answer) == (410, "handover-used")
        assert "set-cookie" not in answer.headers


def test_links_that_cannot_be_used_say_why(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone:
        first, last = handed_over(ann), handed_over(ann)
        for token in (first, "", "x" * 100):
            assert refused(phone.http.post("/api/handovers/take", json={"token": token})) == (404, "handover-unknown")
        assert refused(phone.http.post("/api/handovers/take", json={"token": "x" * 101})) == (422, "malformed")
        assert refused(phone.http.post("/api/handovers/take", json={"link": last})) == (422, "malformed")
        assert ann.http.post("/api/session/forget").status_code == 200
        assert refused(phone.http.post("/api/handovers/take", json={"token": last})) == (404, "handover-unknown")


@pytest.mark.parametrize(
    "kept",
    [
        {"puzzles": {**KEPT["puzzles"], "days": ["today"]}},
        {"puzzles": {**KEPT["puzzles"], "rating": 10**9}},
        {"settings": {"theme": {"a": 1}}},
        {"settings": {f"s{number}": True for number in range(61)}},
        {"sheets": []},
    ],
)
def test_only_what_browsers_keep_travels(ann: Guest, kept: dict[str, Any]) -> None:
    assert refused(ann.http.post("/api/handovers", json={"kept": {**KEPT, **kept}})) == (422, "malformed")


def test_who_has_no_session_or_too_much_gets_no_link(server: Server) -> None:
    with Guest(server.address, session=False) as nobody, Guest(server.address) as ann:
        assert refused(nobody.http.post("/api/handovers", json={"kept": KEPT})) == (401, "no-session")
        large = {**KEPT, "lessons": ["x" * 40] * 7_000}
        # who still sends when the server hangs up may lose the answer
        with suppress(httpx.ReadError, httpx.WriteError), Guest(server.address) as eve:
            assert refused(eve.http.post("/api/handovers", json={"kept": large})) == (413, "too-large")
        with Guest(server.address, key=ann.bot()["key"]) as bot:
            assert refused(bot.http.post("/api/handovers", json={"kept": KEPT})) == (403, "not-for-bots")
            assert refused(bot.http.post("/api/session/forget")) == (403, "not-for-bots")
        # a site that somebody else made
        answer = ann.http.post("/api/session/forget", headers={"origin": "http://elsewhere.test"})
        assert refused(answer) == (403, "foreign-origin")


def test_a_link_holds_over_a_restart(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone:
        token = handed_over(ann)
        server.kill()
        server.start()
        assert phone.http.post("/api/handovers/take", json={"token": token}).status_code == 200


def test_a_guest_is_forgotten_and_who_played_with_them_keeps_the_game(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        alone = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
        room = ann.make(seats=2, name="Ann")
        with ann.join(room) as table, bob.join(room) as other:
            assert other.ask("sit", name="Bob")["t"] == "accepted"
            assert table.ask("start")["t"] == "accepted"
            other.until(lambda state: state["phase"] == "playing")
            assert refused(ann.http.post("/api/session/forget")) == (409, "still-playing")
            assert who(ann) == who(ann)
            table.ask("resign")
            other.until(lambda state: state["phase"] == "over")
            player = who(ann)
            answer = ann.http.post("/api/session/forget")
            assert (answer.status_code, answer.json()) == (200, {"games": 2})
            assert table.closed() == 4401
            # who still looks at the table goes on from a game without them
            assert other.ask("rematch")["t"] == "accepted"
        ann.http.cookies.set("tilerummy", "gone")
        assert who(ann) != player
        assert ann.http.get(f"/api/rooms/{alone}/replay").status_code == 404
        game = bob.http.get("/api/rooms/finished").json()["games"][0]
        assert game["names"] == ["N. N.", "Bob"]
        record = bob.http.get(f"/api/rooms/{room}/record").text
        assert '"Ann"' not in record
        assert "N. N." in record
        assert server.kept(f"select count(*) from player_game where player = '{player}'") == "0"
        assert server.kept(f"select count(*) from event where actor = '{player}'") == "0"


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
def test_a_table_with_computers_alone_is_gone_for_all_who_look_at_it(server: Server, phase: str) -> None:
    with Guest(server.address) as ann, Guest(server.address) as friend:
        seats, options = (2, {}) if phase != "lobby" else (3, {"open": True})
        room = ann.make(seats=seats, computers=["gentle"], name="Ann", limit=5, options={**USUAL, **options})
        with ann.join(room) as table, friend.join(room) as looking:
            if phase != "lobby":
                assert table.ask("start")["t"] == "accepted"
                table.until(lambda state: state["phase"] == "playing")
            if phase == "over":
                table.ask("resign")
                looking.until(lambda state: state["phase"] == "over")
            assert looking.ask("say", text="hello", name="Friend")["t"] == "accepted"
            assert ann.http.post("/api/session/forget").json() == {"games": 1}
            assert looking.closed() == 4410
            assert json.loads(looking.frames[-1]) == {"t": "error", "code": "record-gone", "params": {}}
            assert table.closed() == 4410
        with friend.connect(room) as again:
            again.send({"t": "join", "v": 1})
            assert again.closed() == 4404
        for address in ("replay", "record", "card", "review"):
            assert refused(friend.http.get(f"/api/rooms/{room}/{address}")) == (404, "unknown-room")
        assert room not in [one["room"] for one in friend.http.get("/api/rooms/open").json()]
        for kept in ("chat_line", "event", "player_game", "rack_order"):
            assert server.kept(f"select count(*) from {kept} where game_id = '{room}'") == "0"


def test_who_is_not_known_has_nothing_to_be_forgotten(server: Server) -> None:
    with Guest(server.address, session=False) as nobody:
        assert nobody.http.post("/api/session/forget").json() == {"games": 0}
