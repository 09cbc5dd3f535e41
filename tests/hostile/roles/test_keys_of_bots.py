"""What a bot's key opens: the seats of that bot, until it is revoked, and nothing of its owner."""

import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.cluster import fleet
from tests.hostile.roles.test_guests_of_rooms import nothing_at
from tests.web.harness import Guest, Message, Server, Table
from tests.web.test_bots import refused
from tilerummy.cli.main import main


@pytest.fixture
def bot(ann: Guest) -> Iterator[Guest]:
    with Guest(ann.address, key=ann.bot()["key"]) as one:
        yield one


def test_a_bot_sits_as_a_computer_for_everybody_and_plays(ann: Guest, bob: Guest, bot: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    with ann.join(room) as table, bot.join(room) as its, bob.join(room) as watcher:
        assert its.ask("sit", name="Robot")["t"] == "accepted"
        for one in (table, its, watcher):
            state = one.until(lambda state: state["seats"][1]["kind"] != "open")
            assert (state["seats"][1]["kind"], state["seats"][1]["level"]) == ("computer", None)
            assert state["seats"][0]["kind"] == "person"
        seen = [event for frame in watcher.frames for event in _events(frame) if event["t"] == "sat"]
        assert [(event["kind"], event["name"]) for event in seen] == [("computer", "Robot")]
        assert table.ask("start")["t"] == "accepted"
        for one in (table, its):
            one.until(lambda state: state["phase"] == "playing")
        for _ in range(2):
            mover = table if table.state["turn"] == 0 else its
            assert mover.move({"t": "draw"})["t"] == "accepted"
            for one in (table, its):
                one.catch_up(mover.state["seq"])
        # nobody moves for it
        assert table.ask("resign")["t"] == "accepted"
    assert '"bots":[1]' in ann.http.get(f"/api/rooms/{room}/record").text


def _events(frame: str) -> list[Message]:
    events: list[Message] = json.loads(frame).get("events", [])
    return events


def test_a_revoked_key_opens_nothing_and_closes_what_it_opened(ann: Guest) -> None:
    new, room = ann.bot(), ann.make(seats=2, name="Ann")
    with Guest(ann.address, key=new["key"]) as bot:
        assert bot.http.get("/api/rooms").status_code == 200
        with bot.join(room) as table:
            assert ann.http.post(f"/api/bots/{new['bot']}/revoke").status_code == 200
            assert table.closed() == 4401
        assert ann.http.get("/api/bots").json() == []
        assert refused(bot.http.post("/api/session")) == (401, "bad-key")
        assert refused(bot.http.post("/api/rooms", json={"seats": 2, "edition": "original"})) == (401, "no-session")
        # a worker that has not heard of it yet hangs up at once
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            bot.join(room)
    assert refused(ann.http.post(f"/api/bots/{new['bot']}/revoke")) == (404, "unknown-bot")


@pytest.mark.skipif(fleet.WANTED, reason="the fleet's data are in no folder")
def test_a_bot_goes_with_the_sessions_of_its_owner(server: Server) -> None:
    with Guest(server.address) as owner, Guest(server.address, key=owner.bot()["key"]) as bot:
        room = owner.make(seats=2)
        with bot.join(room) as table:
            player = owner.http.post("/api/session").json()["player"]
            assert main(["guests", "revoke", player, "--data", str(server.data)]) == 0
            assert table.closed() == 4401
        assert refused(bot.http.post("/api/session")) == (401, "bad-key")


def test_only_its_owner_revokes_a_bot(ann: Guest, bob: Guest) -> None:
    new = ann.bot()
    assert refused(bob.http.post(f"/api/bots/{new['bot']}/revoke")) == (404, "unknown-bot")
    assert bob.http.get("/api/bots").json() == []
    assert len(ann.http.get("/api/bots").json()) == 1


def test_a_bot_is_no_guest_who_makes_bots_or_gets_a_cookie(bot: Guest) -> None:
    assert refused(bot.http.post("/api/bots", json={"name": "More"})) == (403, "not-for-bots")
    assert refused(bot.http.get("/api/bots")) == (403, "not-for-bots")
    answer = bot.http.post("/api/session")
    assert answer.json()["player"].startswith("bot-")
    assert "set-cookie" not in answer.headers


def test_a_bots_key_opens_no_seat_of_its_owner(server: Server, ann: Guest, hosted: Table) -> None:
    with Guest(server.address, key=ann.bot()["key"]) as bot:
        nothing_at(hosted, bot)
        assert bot.http.get("/api/session/kept").status_code == 403
        assert bot.http.post("/api/session/forget").status_code == 403


def test_a_key_counts_alone_beside_a_cookie(ann: Guest, bot: Guest) -> None:
    both = {"Cookie": "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())}
    assert bot.http.post("/api/session", headers=both).json()["player"].startswith("bot-")
