"""Matches over the wire: as long as was chosen, over restarts and absences, won by the edition's rule."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.web.harness import Guest, Message, Server, Table
from tilerummy import editions
from tilerummy.rules.game.matches import GameScore, standings

CHOSEN = {"chat": "off", "live": False, "open": False, "away": "wait", "away_seconds": 120}


def length(**of: int) -> dict[str, Any]:
    """The options of a table with a match so long."""
    return {**CHOSEN, **of}


def played(guest: Guest, room: str) -> Message:
    """The state after a game that the guest gave up."""
    with guest.join(room) as table:
        table.ask("resign")
        table.until(lambda state: state["phase"] == "over")
        return table.state


def next_room(guest: Guest, room: str) -> str:
    """The room of the next game, which the guest opens."""
    with guest.join(room) as table:
        table.ask("rematch", id=f"after-{room}")
        made: str = table.state["next"]
        return made


def test_a_match_of_two_rounds_of_twist_has_a_winner_at_its_end(ann: Guest) -> None:
    room = ann.make(edition="twist", seats=2, computers=["gentle"], name="Ann", start=True, options=length(rounds=2))
    seen: list[Message] = []
    scores: list[GameScore] = []
    for _ in range(4):
        state = played(ann, room)
        scores.append(GameScore(tuple(state["result"]["scores"]), tuple(state["result"]["winners"])))
        seen.append(state["match"])
        room = next_room(ann, room)
    assert [(one["game"], one["games"], one["round"], one["rounds"]) for one in seen] == [
        (1, 4, 1, 2),
        (2, 4, 1, 2),
        (3, 4, 2, 2),
        (4, 4, 2, 2),
    ]
    assert seen[-1]["played"] == [list(score.points) for score in scores]
    assert [one["winners"] for one in seen] == [[], [], [], [1]]
    lines = standings(editions.load("twist"), scores)
    assert seen[-1]["places"] == [line.place for line in sorted(lines, key=lambda line: line.player)]
    with ann.join(room) as table:
        again = table.state["match"]
        assert (again["game"], again["points"], again["played"]) == (1, [0, 0], [])
        assert [seat["total"] for seat in table.state["seats"]] == [0, 0]


def test_three_games_of_the_belgian_tournament_are_a_round(ann: Guest) -> None:
    room = ann.make(
        edition="belgian-tournament", seats=2, computers=["gentle"], name="Ann", start=True, options=length(rounds=1)
    )
    for game in (1, 2, 3):
        state = played(ann, room)
        assert (state["match"]["game"], state["match"]["games"]) == (game, 3)
        room = next_room(ann, room) if game < 3 else room
    assert state["match"]["winners"] == [1]


def test_without_an_end_the_games_are_counted_and_nobody_wins(ann: Guest) -> None:
    room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
    first = played(ann, room)
    second = played(ann, next_room(ann, room))
    assert (second["match"]["game"], second["match"]["games"], second["match"]["winners"]) == (2, None, [])
    assert second["match"]["played"] == [first["result"]["scores"], second["result"]["scores"]]


@contextmanager
def seated(ann: Guest, bob: Guest, **of: int) -> Iterator[tuple[Table, Table]]:
    """Two people at a table whose first game has begun."""
    room = ann.make(seats=2, name="Ann", options=length(**of))
    with ann.join(room) as first, bob.join(room) as second:
        second.ask("sit", name="Bob")
        first.ask("start")
        for table in (first, second):
            table.until(lambda state: state["phase"] == "playing")
        yield first, second


def after_a_game(loser: Table, next_by: Table) -> str:
    """The room of the next game, asked for by one of them, after `loser` gave up this one."""
    loser.ask("resign")
    next_by.until(lambda state: state["phase"] == "over")
    next_by.ask("rematch")
    room: str = next_by.state["next"]
    return room


def test_between_games_everybody_keeps_their_seat_and_the_next_begins_once_all_are_there(
    ann: Guest, bob: Guest
) -> None:
    with seated(ann, bob, games=2) as (first, second):
        room = after_a_game(first, second)
    with bob.join(room) as early:
        assert (early.state["phase"], early.state["match"]["game"]) == ("lobby", 2)
        assert early.ask("leave", id="leave")["code"] == "match-running"
        assert early.ask("empty", seat=0, id="empty")["code"] == "match-running"
        with ann.join(room) as late:
            for table in (early, late):
                table.until(lambda state: state["phase"] == "playing")
            late.ask("resign")
            early.until(lambda state: state["phase"] == "over")
            assert early.state["match"]["winners"] == [1]


def test_who_is_there_need_not_wait_for_who_is_not(ann: Guest, bob: Guest) -> None:
    with seated(ann, bob, games=2) as (first, _):
        room = after_a_game(first, first)
    with bob.join(room) as table:
        assert not table.state["owner"]
        table.ask("start")
        table.until(lambda state: state["phase"] == "playing")


def test_a_match_goes_on_after_the_server_was_killed(ann: Guest, server: Server) -> None:
    room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True, options=length(games=2))
    state = played(ann, room)
    server.kill()
    server.start()
    after = played(ann, next_room(ann, room))
    assert after["match"]["played"] == [state["result"]["scores"], after["result"]["scores"]]
    assert after["match"]["winners"] == [1]


@pytest.mark.parametrize(
    ("of", "code"),
    [
        ({"games": 0}, "malformed"),
        ({"games": 1000}, "malformed"),
        ({"rounds": 1}, "no-rounds"),
        ({"games": 3, "rounds": 1}, "games-or-rounds"),
        ({"games": "all"}, "malformed"),
    ],
)
def test_a_match_that_cannot_be_is_refused_plainly(ann: Guest, of: dict[str, Any], code: str) -> None:
    asked = {"edition": "original", "seats": 2, "name": "Ann", "options": length(**of)}
    answer = ann.http.post("/api/rooms", json=asked)
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] == code
