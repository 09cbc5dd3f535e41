"""Equals at the line between two stages: parted by the format's rule, a play-off or a lot, for as long as they are
equal."""

import hashlib
from typing import Any

import pytest

from tests.tournament.running import Event, given
from tilerummy.tournament import commands
from tilerummy.tournament.closing.commands import MoveUp, Settle
from tilerummy.tournament.closing.cut import through
from tilerummy.tournament.closing.equals import applies, equals_at_line
from tilerummy.tournament.corrections import overtaken
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.closing import Settled
from tilerummy.tournament.results.counts import Game
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.results.tally import Results, tally

SUMS = {
    1: 60, 2: 30, 3: -40, 4: -50,
    5: 50, 6: 20, 7: -30, 8: -40,
    9: 45, 10: 15, 11: -20, 12: -40,
}  # fmt: skip
"""After the qualifying 1, 5, 9, 2, 6, 10, 11 and 7 go on; 3, 8 and 12 have equally many points."""
EQUAL = SUMS | {7: -40, 8: -40, 6: 30, 3: -40, 12: -40}
"""3, 7, 8 and 12 are equal in everything, and one of them goes on."""


def event_of(sums: dict[int, int]) -> Event:
    event = Event("belgian-tournament", len(sums), box=False)
    event.do(commands.Begin)
    event.play_round(given({player: (points, 0, 0) for player, points in sums.items()}))
    return event


def on(event: Event) -> set[int]:
    """Who sits at the tables of the stage that is planned."""
    return {player for table in event.state.stages[-1].rounds[0].seating.tables for player in table}


def of_its_seed(seed: int, numbers: tuple[int, ...]) -> list[int]:
    """The order of lots as a person computes it."""
    return sorted(numbers, key=lambda one: hashlib.sha256(f"{seed} {one}".encode()).hexdigest(), reverse=True)


def test_the_desk_sees_who_is_equal_at_the_line_and_what_decides() -> None:
    event = event_of(EQUAL)
    (tie,) = equals_at_line(event.state)
    assert (tie.stage, tie.equal, tie.there, tie.places, tie.rule) == (
        0,
        (3, 7, 8, 12),
        (3, 7, 8, 12),
        1,
        "drawn-number",
    )
    assert tie.settled is None
    assert on(event) == {1, 5, 9, 2, 6, 10, 11, 3}
    assert set(through(event.state, 0)) == on(event)


def test_equals_on_one_side_of_the_line_are_no_tie() -> None:
    assert equals_at_line(event_of(SUMS).state) == ()


def test_a_play_off_has_who_won_it_go_on() -> None:
    event = event_of(EQUAL)
    (settled, *_) = event.do(Settle, equal=(7, 3, 8, 12), how="play-off", won=(8,), reason="one game")[1:]
    assert settled == Settled(0, "play-off", (8, 3, 7, 12), "one game")
    assert on(event) == {1, 5, 9, 2, 6, 10, 11, 8}
    assert {line.player: line.decided for line in lines(event.state, 0)}[3] == "play-off"
    assert event.refused(Settle, equal=(3, 7, 8, 12), how="rule", reason="no") == ["settled-already"]
    event.do(commands.Undo, step=event.state.steps)
    assert 3 in on(event)


def test_a_lot_is_checked_by_anybody_and_drawn_once() -> None:
    event = event_of(EQUAL)
    event.do(Settle, equal=(3, 7, 8, 12), how="drawn-lot", reason="both agree")
    (settled,) = event.state.stages[0].settled
    assert settled.seed is not None
    assert list(settled.order) == of_its_seed(settled.seed, (3, 7, 8, 12))
    assert on(event) - {1, 5, 9, 2, 6, 10, 11} == {settled.order[0]}
    assert event.refused(Settle, equal=(3, 7, 8, 12), how="drawn-lot", reason="again") == ["lot-drawn"]
    # taken back, it is still what was drawn
    event.do(commands.Undo, step=event.state.steps)
    assert not event.state.stages[0].settled
    event.do(Settle, equal=(3, 7, 8, 12), how="drawn-lot", reason="after all")
    assert event.state.stages[0].settled[0].order == settled.order
    event.do(commands.Undo, step=event.state.steps)
    event.do(commands.Undo, step=event.state.steps)
    event.do(commands.CloseRound)
    event.do(Settle, equal=(3, 7, 8, 12), how="drawn-lot", reason="closed again")
    assert event.state.stages[0].settled[0].seed == settled.seed


def test_the_rule_is_chosen_too() -> None:
    event = event_of(EQUAL)
    before = event.ranking(0)
    event.do(Settle, equal=(3, 7, 8, 12), how="rule", reason="our regulation")
    assert event.ranking(0) == before
    assert equals_at_line(event.state)[0].settled is not None


def test_what_cannot_be_settled_is_said() -> None:
    event = event_of(EQUAL)
    tie = (3, 7, 8, 12)
    assert event.refused(Settle, equal=(3, 7), how="rule", reason="x") == ["no-such-tie"]
    assert event.refused(Settle, equal=tie, how="rule", reason=" ") == ["no-reason-to-settle"]
    assert event.refused(Settle, equal=tie, how="play-off", won=(), reason="x") == ["play-off-winners"]
    assert event.refused(Settle, equal=tie, how="play-off", won=(1,), reason="x") == ["play-off-winners"]
    assert event.refused(Settle, equal=tie, how="play-off", won=(3, 7), reason="x") == ["play-off-winners"]
    assert event.refused(Settle, Actor("desk"), equal=tie, how="rule", reason="x") == ["not-allowed-role"]
    event.open_round()
    assert event.refused(Settle, equal=tie, how="rule", reason="x") == ["too-late-to-settle"]


def test_it_counts_while_they_are_equal() -> None:
    event = event_of(EQUAL)
    event.do(Settle, equal=(3, 7, 8, 12), how="play-off", won=(12,), reason="one game")
    fix: dict[str, Any] = {"stage": 0, "round": 0, "table": 2, "game": 1}
    event.do(commands.Correct, **fix, scores=(50, 29, -39, -40), reason="misread")
    assert [counts for _, counts in applies(event.state, 0)] == [False]
    assert equals_at_line(event.state) == ()
    assert on(event) == {1, 5, 9, 2, 6, 10, 11, 7}
    event.do(commands.Correct, **fix, scores=(50, 30, -40, -40), reason="not so")
    assert [counts for _, counts in applies(event.state, 0)] == [True]
    assert on(event) == {1, 5, 9, 2, 6, 10, 11, 12}


def test_tables_that_were_shown_are_told_and_planned_again() -> None:
    event = event_of(EQUAL)
    event.do(commands.Publish)
    event.do(Settle, equal=(3, 7, 8, 12), how="play-off", won=(12,), reason="one game")
    (told,) = overtaken(event.state)
    assert set(told.after) - set(told.before) == {12}
    event.do(commands.Reseat)
    assert on(event) == {1, 5, 9, 2, 6, 10, 11, 12}


def test_number_nine_moves_up_until_a_result_is_in() -> None:
    event = event_of(SUMS | {7: -25, 8: -45})
    assert on(event) == {1, 5, 9, 2, 6, 10, 11, 7}
    assert event.refused(MoveUp, number=3) == ["nobody-moves-up"]
    event.do(commands.Withdraw, number=2)
    assert len(on(event)) == 7
    assert event.refused(MoveUp, number=12) == ["not-the-next"]
    event.do(MoveUp, number=3)
    assert list(event.state.stages[1].players) == [1, 5, 9, 6, 10, 11, 7, 3]
    assert event.state.stages[1].rounds[0].seating.tables == ((1, 9, 10, 7), (5, 6, 11, 3))
    assert overtaken(event.state) == ()
    # who has gone and comes back has given the place away
    event.do(commands.Return, number=2)
    assert overtaken(event.state) == ()
    event.open_round()
    event.do(commands.Withdraw, number=10)
    event.do(MoveUp, number=12)
    assert event.state.stages[1].rounds[0].seating.tables == ((1, 9, 12, 7), (5, 6, 11, 3))
    event.do(commands.Withdraw, number=11)
    event.do(commands.Report, table=1, game=1, scores=(3, -1, -1, -1))
    assert event.refused(MoveUp, number=8) == ["nobody-moves-up"]


def test_who_moves_up_may_be_settled_first() -> None:
    event = event_of(SUMS | {7: -25, 8: -45})
    event.do(commands.Withdraw, number=2)
    (tie,) = equals_at_line(event.state)
    assert (tie.there, tie.places) == ((3, 12), 1)
    event.do(Settle, equal=tie.equal, how="play-off", won=(12,), reason="one game")
    assert event.refused(MoveUp, number=3) == ["not-the-next"]
    event.do(MoveUp, number=12)
    assert on(event) == {1, 5, 9, 6, 10, 11, 7, 12}


@pytest.mark.parametrize("second", ["rule", "play-off", "drawn-lot"])
def test_of_two_who_close_and_settle_at_once_one_is_told(second: str) -> None:
    event = event_of(EQUAL)
    assert event.refused(commands.CloseRound) == ["no-round-to-close"]
    event.do(Settle, equal=(3, 7, 8, 12), how="drawn-lot", reason="first")
    won = (7,) if second == "play-off" else ()
    wanted = "lot-drawn" if second == "drawn-lot" else "settled-already"
    assert event.refused(Settle, equal=(3, 7, 8, 12), how=second, won=won, reason="second") == [wanted]


def test_the_command_counts_a_reserve_as_the_desk_does() -> None:
    event = event_of(SUMS | {7: -25, 8: -45})
    event.do(commands.Withdraw, number=2)
    event.do(MoveUp, number=3)
    while not event.state.finished:
        event.play_round()
    games: dict[str, list[Game]] = {}
    for play in event.state.stages:
        for (number, table, game), result in play.results.items():
            seats = play.rounds[number].seating.tables[table - 1]
            points = {player: score for player, score in zip(seats, result.scores, strict=True) if score is not None}
            games.setdefault(event.state.rule(play).id, []).append(Game(number + 1, table, game, points))
    names = {number: one.name for number, one in event.state.entrants.items()}
    counted = tally(event.state.format, Results(names, games, {2: "qualifying"}, event.state.seed))
    assert [[line.player for line in stage.ranking] for stage in counted.stages] == [
        event.ranking(at) for at in range(len(event.state.stages))
    ]
    assert counted.next is None
