"""A guest who asks to be forgotten."""

import json

import httpx
import pytest

from tests.cluster import fleet
from tests.web.harness import Guest, Server

USUAL = {"chat": "everyone", "live": False, "open": False, "away": "wait", "away_seconds": 60}


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def who(guest: Guest) -> str:
    player: str = guest.http.post("/api/session").json()["player"]
    return player


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
            # both are true of the one who asked: the session ended, and the table is gone
            assert table.closed() in (4401, 4410)
        with friend.connect(room) as again:
            again.send({"t": "join", "v": 1})
            assert again.closed() == 4404
        for address in ("replay", "record", "card", "review"):
            assert refused(friend.http.get(f"/api/rooms/{room}/{address}")) == (404, "unknown-room")
        assert room not in [one["room"] for one in friend.http.get("/api/rooms/open").json()]
        for kept in ("chat_line", "event", "player_game", "rack_order"):
            assert server.kept(f"select count(*) from {kept} where game_id = '{room}'") == "0"


def test_what_a_forgotten_guest_made_has_another_maker_each_time(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        player, room = who(ann), ann.make(seats=3)
        sheets = [
            ann.http.post("/api/sheets", json={"edition": "original", "players": ["Ann", "Bob"]}).json()["sheet"]
            for _ in range(2)
        ]
        made = ann.http.post("/api/tournaments", json={"name": "Cup", "format": "table-points"}).json()
        ids = [room, *(f"sheet:{sheet}" for sheet in sheets), f"tournament:{made['tournament']}"]
        with bob.join(room) as table:
            assert table.ask("sit", name="Bob")["t"] == "accepted"
            assert ann.http.post("/api/session/forget").json() == {"games": 0}
            assert table.ask("leave")["t"] == "accepted"
        makers = {server.kept(f"select actor from event where game_id = '{ident}' and seq = 1") for ident in ids}
        assert len(makers) == len(ids)
        assert player not in makers
        if fleet.WANTED:
            return  # other workers have what they had open until nobody needs it
        key = {"x-tilerummy-key": made["organiser"]}
        backup = bob.http.get(f"/api/tournaments/{made['tournament']}/backup", headers=key)
        assert backup.status_code == 200
        assert player not in backup.text
        assert bob.http.get(f"/api/sheets/{sheets[0]}").json()["players"] == ["Ann", "Bob"]


def test_who_asks_from_elsewhere_or_by_a_key_forgets_nobody(ann: Guest) -> None:
    with Guest(ann.address, key=ann.bot()["key"]) as bot:
        assert refused(bot.http.post("/api/session/forget")) == (403, "not-for-bots")
    # a site that another one made
    answer = ann.http.post("/api/session/forget", headers={"origin": "http://elsewhere.test"})
    assert refused(answer) == (403, "foreign-origin")


def test_who_is_not_known_has_nothing_to_be_forgotten(server: Server) -> None:
    with Guest(server.address, session=False) as nobody:
        assert nobody.http.post("/api/session/forget").json() == {"games": 0}
