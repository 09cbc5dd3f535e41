"""Hints at a real server: the solver's best play for the player to move, and for nobody else; the review afterwards."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.computed import computed
from tests.web.harness import Guest, Message, Table
from tilerummy import editions
from tilerummy.rooms.jobs.hints import SECONDS
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_meld, parse_position
from tilerummy.rules.position import Position, from_layout, position
from tilerummy.solver.explain.steps import explain
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve


@pytest.fixture
def tables(ann: Guest, bob: Guest) -> Iterator[Callable[..., tuple[Table, Table]]]:
    """Makes running games: first the table of the seat to move, then the other's."""
    opened: list[Table] = []

    def make(**body: Any) -> tuple[Table, Table]:
        room = ann.make(seats=2, name="Ann", **body)
        first, second = ann.join(room), bob.join(room)
        opened.extend((first, second))
        second.ask("sit", name="Bob")
        first.ask("start")
        second.until(lambda state: bool(state["phase"] == "playing"))
        return (first, second) if first.state["turn"] == 0 else (second, first)

    yield make
    for table in opened:
        table.__exit__(None, None, None)


def hint(table: Table, **fields: Any) -> Message:
    """Ask for a hint on the newest state; the answer."""
    table.send({"t": "hint", "id": "h", "on": table.state["seq"], **fields})
    return table.expect("hinted", "refused")


def seen(state: Message) -> Position:
    """The position of a seat, from what its table shows."""
    return position(
        edition=editions.load(state["edition"]["id"]),
        table=tuple(map(parse_meld, state["table"])),
        rack=tuple(state["rack"]),
        opened=state["opened"],
        pool=state["pool"],
        last_turn=state["last_turn"],
    )


def agrees(status: str, tiles: int, asked: Position) -> None:
    """What the server proved is what the solver proves here."""
    proved = ("optimal", "no-play")
    found = solve(asked, "tiles", Budget(nanoseconds=round(SECONDS * 1e9), clock=time.perf_counter_ns))
    if status in proved and found.status in proved:
        assert (status, tiles) == (found.status, found.tiles)


def test_a_hint_is_the_best_play_in_every_turn(tables: Callable[..., tuple[Table, Table]]) -> None:
    mover, other = tables()
    plays = 0
    # a rack grows with every draw: long before the pool is empty a person can open
    while plays < 3 and mover.state["phase"] == "playing":
        asked = seen(mover.state)
        answer = hint(mover)
        assert answer["t"] == "hinted", answer
        assert answer["on"] == mover.state["seq"]
        assert answer["tiles"] == len(answer["played"])
        agrees(answer["status"], answer["tiles"], asked)
        move: Message = {"t": "draw" if asked.pool else "pass"}
        if answer["table"]:
            opening, table = (tuple(map(parse_meld, answer[key])) for key in ("opening", "table"))
            verdict = judge(asked, Play(opening, table))
            assert isinstance(verdict, Legal)
            assert list(verdict.played) == answer["played"]
            steps = [{"code": step.code, "params": step.params} for step in explain(asked, Play(opening, table))]
            assert answer["steps"] == steps
            move = {"t": "play", "opening": answer["opening"], "table": answer["table"]}
            plays += 1
        # what was hinted is accepted as a move
        assert mover.move(move)["t"] == "accepted"
        other.catch_up(mover.state["seq"])
        mover, other = other, mover
    assert plays


def test_no_hint_for_who_is_not_to_move(tables: Callable[..., tuple[Table, Table]]) -> None:
    mover, other = tables()
    assert hint(other)["code"] == "not-your-turn"
    assert hint(mover, on=mover.state["seq"] - 1)["code"] == "stale"
    assert mover.move({"t": "draw"})["t"] == "accepted"
    assert hint(mover)["code"] == "not-your-turn"


def test_after_the_turn_one_hears_what_could_have_been_laid(tables: Callable[..., tuple[Table, Table]]) -> None:
    mover, other = tables()
    asked, turn = seen(mover.state), mover.state["seq"]
    assert mover.move({"t": "draw"})["t"] == "accepted"
    answer = hint(mover, on=turn)
    assert answer["t"] == "hinted", answer
    agrees(answer["status"], answer["tiles"], asked)
    assert not Counter[str](answer["played"]) - Counter(asked.rack)
    # nobody else hears it, nor of the turn before
    other.catch_up(mover.state["seq"])
    assert hint(other, on=turn)["code"] == "stale"
    assert other.move({"t": "draw"})["t"] == "accepted"
    mover.catch_up(other.state["seq"])
    assert mover.move({"t": "draw"})["t"] == "accepted"
    assert hint(mover, on=turn)["code"] == "stale"


def test_no_hint_where_the_table_allows_none(tables: Callable[..., tuple[Table, Table]]) -> None:
    mover, _ = tables(hints=False)
    assert mover.state["hints"] is False
    assert hint(mover)["code"] == "hints-off"


def test_no_hint_for_a_spectator_nor_before_the_game(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, name="Ann", computers=["gentle"])
    with ann.join(room) as table, bob.join(room) as spectator:
        assert table.state["hints"] is True
        assert hint(table)["code"] == "not-playing"
        table.ask("start")
        spectator.until(lambda state: bool(state["phase"] == "playing"))
        assert hint(spectator)["code"] == "not-seated"


def test_the_review_after_the_game(ann: Guest, bob: Guest, server: Any) -> None:
    room = ann.make(seats=2, name="Ann")
    review = f"/api/rooms/{room}/review"
    with ann.join(room) as first, bob.join(room) as second:
        second.ask("sit", name="Bob")
        assert ann.http.get(review).json()["code"] == "not-over"
        first.ask("start")
        second.until(lambda state: bool(state["phase"] == "playing"))
        met: list[tuple[int, Position]] = []
        for _ in range(8):
            seq = max(first.state["seq"], second.state["seq"])
            for table in (first, second):
                table.catch_up(seq)
            mover = first if first.state["turn"] == first.state["you"] else second
            if mover is first:
                met.append((first.state["turn_number"], seen(first.state)))
            assert mover.move(computed(mover.state, "gentle", random.Random(1)))["t"] == "accepted"
        assert ann.http.get(review).status_code == 409
        second.ask("resign")
        first.until(lambda state: bool(state["phase"] == "over"))

    answer = ann.http.get(review)
    assert answer.status_code == 200, answer.text
    turns = answer.json()["turns"]
    assert [(turn["turn"], tuple(turn["rack"])) for turn in turns] == [(at, asked.rack) for at, asked in met]
    for turn, (_, asked) in zip(turns, met, strict=True):
        assert turn["seat"] == 0
        assert tuple(map(parse_meld, turn["before"])) == asked.table
        assert from_layout(parse_position(turn["position"]), asked.edition) == asked
        assert not Counter(turn["laid"]) - Counter(turn["rack"])
        assert len(turn["laid"]) <= turn["best"]
        if turn["table"]:
            opening, laid = (tuple(map(parse_meld, turn[key])) for key in ("opening", "table"))
            assert isinstance(judge(asked, Play(opening, laid)), Legal)
            assert turn["steps"]
        agrees(turn["status"], turn["best"], asked)
    assert ann.http.get(review).json() == answer.json()
    assert {turn["seat"] for turn in bob.http.get(review).json()["turns"]} == {1}
    with Guest(server.address) as eve:
        assert eve.http.get(review).json()["code"] == "not-seated"
    assert ann.http.get("/api/rooms/nowhere/review").status_code == 404
