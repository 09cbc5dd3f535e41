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
        table.ask("rematch", id="rematch")
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


def test_a_command_has_its_id_in_its_own_room_alone(ann: Guest) -> None:
    room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
    with ann.join(room) as table:
        table.ask("resign", id="first")
        table.ask("rematch", id="second")
        room = table.state["next"]
    with ann.join(room) as table:
        table.ask("resign", id="second")
        assert table.until(lambda state: state["phase"] == "over")["result"]["reason"] == "resigned"


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
    ("of", "code", "detail"),
    [
        ({"games": 0}, "malformed", "`int` >= 1 - at `$.options.games`"),
        ({"games": 1000}, "malformed", "`int` <= 100 - at `$.options.games`"),
        ({"rounds": 0}, "malformed", "`int` >= 1 - at `$.options.rounds`"),
        ({"rounds": 1}, "no-rounds", ""),
        ({"games": 3, "rounds": 1}, "games-or-rounds", ""),
        ({"games": "all"}, "malformed", "got `str` - at `$.options.games`"),
    ],
)
def test_a_match_that_cannot_be_is_refused_plainly(ann: Guest, of: dict[str, Any], code: str, detail: str) -> None:
    asked = {"edition": "original", "seats": 2, "name": "Ann", "options": length(**of)}
    answer = ann.http.post("/api/rooms", json=asked)
    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert detail in answer.json()["params"].get("detail", "")


def test_only_the_mover_claims_that_nothing_can_be_laid(ann: Guest, bob: Guest) -> None:
    """Neither a pass of another one nor one while tiles are left does anything, whatever the client says of it."""
    with seated(ann, bob, games=2) as both:
        mover, other = sorted(both, key=lambda table: table.state["turn"] != table.state["you"])
        before = mover.state
        assert other.move({"t": "pass"})["code"] == "not-your-turn"
        refused = mover.move({"t": "pass"})
        assert [one["code"] for one in refused["violations"]] == ["pool-not-empty"]
        for move in ({"t": "pass", "proof": "stuck"}, {"t": "stuck"}):
            mover.send({"t": "move", "id": "claim", "on": before["seq"], "move": move})
            assert mover.expect("error")["code"] == "malformed"
        # nothing happened meanwhile
        assert mover.move({"t": "draw"})["seq"] == before["seq"] + 1


def test_the_edition_of_a_match_stays_what_it_was(ann: Guest, bob: Guest) -> None:
    """No command changes it between two games, and nothing is lost by asking."""
    with seated(ann, bob, games=2) as (first, second):
        edition = first.state["edition"]
        first.ask("resign")
        second.until(lambda state: state["phase"] == "over")
        for field, value in (("edition", "twist"), ("house", {"base": "twist", "changes": {}}), ("options", CHOSEN)):
            second.send({"t": "rematch", "id": f"other-{field}", field: value})
            assert second.expect("error")["code"] == "malformed"
        assert second.state["next"] is None
        second.ask("rematch")
        room = second.until(lambda state: state["next"] is not None)["next"]
    with bob.join(room) as table:
        assert (table.state["edition"], table.state["match"]["game"]) == (edition, 2)
