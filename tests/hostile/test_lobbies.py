"""Rooms, and rows of rooms, are not made without end; who comes to a table gets no history of its lobby."""

import json
import time

from tests.web.harness import Guest, Message, Server, Table
from tilerummy.rooms.kind import BESIDE
from tilerummy.rooms.presence.audience import PRESENCE_EVERY
from tilerummy.rules.game.promise import seal


def fill_up(host: Table) -> Message:
    """Seat a computer player and send it away until the lobby's record is full; the refusal."""
    while True:
        for kind, more in (("fill", {"level": "gentle"}), ("empty", {})):
            if (answer := host.ask(kind, seat=2, **more))["t"] != "accepted":
                return answer


def test_a_lobby_has_an_end_its_history_is_for_nobody_and_its_game_begins_all_the_same(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(name="Ann", seats=3)
        with bob.join(room) as second:
            assert second.ask("sit", name="Bob")["t"] == "accepted"
        with ann.join(room) as first:
            answer = fill_up(first)
            assert (answer["code"], answer["params"], first.state["seq"]) == ("record-full", {"most": BESIDE}, BESIDE)
            with bob.join(room) as again:
                welcome = next(frame for frame in again.frames if json.loads(frame)["t"] == "welcome")
                assert json.loads(welcome)["events"] == []
                assert len(welcome) < 4_000
            assert first.ask("start")["t"] == "accepted"


def test_a_full_lobby_still_hears_seals_and_words_for_its_deal(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(name="Ann", seats=3)
        with ann.join(room) as first, bob.connect(room) as second:
            second.send({"t": "join", "v": 1, "since": None})
            second.send({"t": "sit", "id": "sit", "name": "Bob"})
            assert second.expect("accepted")["id"] == "sit"
            fill_up(first)
            assert first.ask("start")["t"] == "accepted"
            assert first.state["phase"] == "lobby"
            assert second.ask("seal", seal=seal(second.word), id="seal")["t"] == "accepted"
            assert second.until(lambda state: bool(state["phase"] == "playing"))


def test_rematches_come_out_of_the_same_purse_as_rooms(server: Server) -> None:
    with Guest(server.address) as ann:
        room, made = ann.make(name="Ann", computers=["gentle"], start=True), 1
        while True:
            with ann.join(room) as table:
                table.ask("resign")
                answer = table.ask("rematch", id=f"after-{room}")
                if answer["t"] == "refused":
                    break
                room, made = table.until(lambda state: state["next"] is not None)["next"], made + 1
        assert answer["code"] == "too-fast"
        assert made <= 40
        body = {"edition": "original", "seats": 2, "name": "Ann"}
        # on a busy machine a little has come back meanwhile
        answers = (ann.http.post("/api/rooms", json=body).json() for _ in range(10))
        assert next(answer["code"] for answer in answers if "code" in answer) == "too-fast"
        assert ann.http.post("/api/sheets", json={"edition": "twist", "players": ["Ann", "Bob"]}).status_code == 429


def test_presence_is_told_now_and_then_however_many_come(server: Server) -> None:
    with Guest(server.address) as ann:
        room = ann.make(name="Ann")
        with ann.join(room) as first:
            begun = time.monotonic()
            for _ in range(60):
                with Guest(server.address, session=False) as onlooker, onlooker.join(room):
                    pass
            first.send({"t": "ping"})
            first.expect("pong")
            told = sum(json.loads(frame)["t"] == "presence" for frame in first.frames)
            assert told < max(20, (time.monotonic() - begun) / PRESENCE_EVERY + 5)
