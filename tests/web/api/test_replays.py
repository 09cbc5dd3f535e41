"""A game told again by a real server: to each viewer what they knew already, and everything once it is over."""

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.web.computed import computed
from tests.web.harness import Guest, Message, Server, Table
from tilerummy.rules.game import record as records
from tilerummy.rules.game.events import Dealt, Drew, Played, TimedOut
from tilerummy.rules.game.record import steps
from tilerummy.rules.notation import format_meld

GAMES = Path(__file__).parents[2] / "golden" / "games"
Spoil = Callable[[bytes], bytes]
OPTIONS = {"chat": "everyone", "live": False, "open": False, "away": "wait", "away_seconds": 60}


def begun(ann: Guest, bob: Guest) -> tuple[str, Table, Table]:
    """A game of two at whose table anyone may talk, just dealt."""
    room = ann.make(
        seats=2,
        name="Ann",
        options={"chat": "everyone", "live": False, "open": False, "away": "wait", "away_seconds": 60},
    )
    first, second = ann.join(room), bob.join(room)
    second.ask("sit", name="Bob")
    first.ask("start")
    second.until(lambda state: bool(state["phase"] == "playing"))
    return room, first, second


def play_on(first: Table, second: Table, turns: int) -> None:
    """Some turns of computer players, made by hand."""
    for _ in range(turns):
        seq = max(first.state["seq"], second.state["seq"])
        for table in (first, second):
            table.catch_up(seq)
        mover = first if first.state["turn"] == first.state["you"] else second
        assert mover.move(computed(mover.state, "steady", random.Random(1)))["t"] == "accepted"


def told(guest: Guest, room: str) -> Message:
    answer = guest.http.get(f"/api/rooms/{room}/replay")
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def events_of(replay: Message) -> list[Any]:
    return [event for row in replay["rows"] for event in row["events"]]


def heard(guest: Guest, room: str) -> list[Any]:
    """The events that the socket tells this viewer."""
    with guest.join(room) as table:
        welcome = next(found for found in map(json.loads, table.frames) if found["t"] == "welcome")
        events: list[Any] = welcome["events"]
        return events


def test_a_running_game_is_told_as_its_viewer_knows_it(server: Server, ann: Guest, bob: Guest) -> None:
    room, first, second = begun(ann, bob)
    with first, second, Guest(server.address) as eve:
        play_on(first, second, 6)
        second.ask("say", phrase="one-moment")
        for guest, you in ((ann, 0), (bob, 1), (eve, None)):
            replay = told(guest, room)
            assert events_of(replay) == heard(guest, room)
            assert (replay["you"], replay["deal"], replay["names"]) == (you, None, ["Ann", "Bob"])
            assert [line["phrase"] for line in replay["chat"]] == ["one-moment"]
            times = [row["at"] for row in replay["rows"]]
            assert times == sorted(times)
        assert ann.http.get(f"/api/rooms/{room}/analysis").json()["code"] == "not-over"
        assert ann.http.get(f"/api/rooms/{room}/record").status_code == 409


def _melds(texts: Iterable[str]) -> list[list[str]]:
    """The melds whose tiles are written so, in any order, as are a group's tiles."""
    return sorted(sorted(text.split()) for text in texts)


def test_a_finished_game_lies_open_and_every_turn_is_analysed(server: Server, ann: Guest, bob: Guest) -> None:
    room, first, second = begun(ann, bob)
    with first, second:
        play_on(first, second, 30)
        first.ask("resign")
    with Guest(server.address) as eve:
        replay = told(eve, room)
        record = records.loads(eve.http.get(f"/api/rooms/{room}/record").text)
        dealt = record.events[1]
        assert isinstance(dealt, Dealt)
        assert replay["deal"] == {
            "racks": [list(rack) for rack in dealt.secret.racks],
            "pool": list(dealt.secret.pool),
        }
        answer = eve.http.get(f"/api/rooms/{room}/analysis")
        assert answer.status_code == 200, answer.text
        turns = answer.json()["turns"]
        assert [turn["review"]["turn"] for turn in turns] == list(range(1, 31))
        tables = {step.before.turn_number: step.after.table for step in steps(record) if step.before}
        played = 0
        for turn in turns:
            laid = turn["review"]["laid"]
            assert bool(turn["made"]) == bool(laid)
            if laid:
                played += 1
                assert _melds(turn["made"][-1]["table"]) == _melds(
                    format_meld(meld).split(": ")[-1] for meld in tables[turn["review"]["turn"]]
                ), "the last step leaves what was played"
                assert turn["made"][-1]["hand"] == []
        assert played > 3


def test_before_the_game_there_is_nothing_to_tell(ann: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    answer = ann.http.get(f"/api/rooms/{room}/replay")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-playing")
    assert ann.http.get("/api/rooms/nowhere/replay").status_code == 404
    assert ann.http.get("/api/rooms/nowhere/analysis").status_code == 404


def test_a_record_from_a_file_is_analysed(server: Server, ann: Guest) -> None:
    record = (GAMES / "original-resigned.jsonl").read_bytes()
    answer = ann.http.post("/api/records/analysis", content=record)
    assert answer.status_code == 200, answer.text
    turns = answer.json()["turns"]
    laid = [turn["review"]["laid"] for turn in turns]
    moves = [event for event in records.loads(record.decode()).events if isinstance(event, Played | Drew | TimedOut)]
    assert laid == [list(getattr(event, "played", ())) for event in moves]
    assert [turn["review"]["seat"] for turn in turns] == [event.seat for event in moves]
    assert all(turn["review"]["best"] >= len(turn["review"]["laid"]) for turn in turns)
    with Guest(server.address, session=False) as nobody:
        assert nobody.http.post("/api/records/analysis", content=record).json()["code"] == "no-session"


@pytest.mark.parametrize(
    ("spoil", "status", "code"),
    [
        (lambda record: b"hello", 422, "bad-record"),
        (lambda record: record[: len(record) // 2], 422, "bad-record"),
        (lambda record: b"\xff\xfe" + record, 422, "bad-record"),
        (lambda record: record.replace(b'"amount":30', b'"amount":-30'), 422, "bad-record"),
        (lambda record: record + b" " * 1_048_577, 413, "too-large"),
        (lambda record: b"\n".join(record.splitlines()[:3] + [b'{"t":"passed","seat":0}'] * 9_000), 422, "bad-record"),
    ],
)
def test_what_is_no_record_is_not_analysed(ann: Guest, spoil: Spoil, status: int, code: str) -> None:
    answer = ann.http.post("/api/records/analysis", content=spoil((GAMES / "original-resigned.jsonl").read_bytes()))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
