"""A corrected result reaches what follows from it, shown or not; and the last step is taken back."""

from typing import Any, get_args

from tests.tournament.running import Event, given, winners
from tilerummy.messages import text
from tilerummy.tournament import commands, received
from tilerummy.tournament.corrections import Overtaken, overtaken
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.state import Round, Tournament

DESK = Actor("desk")


def qualified(players: int = 20) -> Event:
    """The Belgian tournament after its qualifying: 1-4 at table 1 and so on; 1, 5, 9, 13, 17, 2, 6 and 10 go on."""
    event = Event("belgian-tournament", players)
    event.do(commands.Begin)
    event.play_round(winners)
    return event


def round_now(state: Tournament) -> Round:
    assert state.play is not None
    return state.play.rounds[state.current]


def players(state: Tournament) -> set[int]:
    assert state.play is not None
    return set(state.play.players)


def seated(state: Tournament) -> set[int]:
    return {player for table in round_now(state).seating.tables for player in table}


def correct(event: Event, **fields: object) -> None:
    """Table 5 of the qualifying: 18 wins a game that 17 had won."""
    event.do(
        commands.Correct,
        DESK,
        **{"stage": 0, "round": 0, "table": 5, "game": 1, "scores": (-30, 60, -15, -15), "reason": "misread"} | fields,
    )


def test_who_goes_on_follows_a_correction_before_the_tables_are_shown() -> None:
    event = qualified()
    assert players(event.state) == {1, 5, 9, 13, 17, 2, 6, 10}
    correct(event)
    assert players(event.state) == seated(event.state) == {1, 5, 9, 13, 17, 18, 2, 6}
    assert overtaken(event.state) == ()
    # the order counts as well: they sit by it
    assert event.ranking(0)[:8] == list(event.state.stages[1].players)
    correct(event, scores=(45, -10, -15, -20), reason="right after all")
    assert players(event.state) == seated(event.state) == {1, 5, 9, 13, 17, 2, 6, 10}


def test_what_was_shown_is_told_and_planned_again() -> None:
    event = qualified()
    event.do(commands.Publish)
    before = players(event.state)
    correct(event)
    (told,) = overtaken(event.state)
    assert (told.stage, told.round, set(told.before)) == (1, -1, before)
    assert set(told.after) - before == {18}
    assert before - set(told.after) == {10}
    event.do(commands.Reseat)
    assert overtaken(event.state) == ()
    assert seated(event.state) == set(told.after)
    now = round_now(event.state)
    assert now.phase == "published"
    assert {move.number for move in now.moved if move.before is None} == {18}
    assert {move.number for move in now.moved if move.after is None} == {10}


def test_what_was_shown_is_kept_with_a_reason() -> None:
    event = qualified()
    event.open_round()
    assert event.refused(commands.Keep, stage=1, round=-1, reason="played") == ["nothing-to-keep"]
    correct(event)
    assert event.refused(commands.Keep, stage=1, round=-1, reason=" ") == ["no-reason"]
    assert event.refused(commands.Keep, DESK, stage=1, round=-1, reason="played") == ["not-allowed-role"]
    event.do(commands.Keep, stage=1, round=-1, reason="the round is being played")
    assert overtaken(event.state) == ()
    # kept against that correction, not against the next
    correct(event, table=4, scores=(-30, 60, -15, -15))
    assert [one.stage for one in overtaken(event.state)] == [1]


def test_a_stage_three_stages_back() -> None:
    event = qualified()
    event.play_round(winners)
    event.play_round(winners)
    assert event.state.finished
    correct(event)
    (told,) = overtaken(event.state)
    assert told.stage == 1
    event.do(commands.Keep, stage=1, round=-1, reason="all agree")
    assert overtaken(event.state) == ()


def test_who_left_neither_comes_in_nor_makes_room() -> None:
    event = qualified()
    event.do(commands.Publish)
    event.do(commands.Withdraw, number=17)
    assert overtaken(event.state) == ()
    event.do(commands.Withdraw, number=18)
    correct(event)
    assert all(18 not in one.after and 17 in one.after for one in overtaken(event.state))


def test_tables_by_standing_follow_too() -> None:
    event = Event("leaders-at-table-one", 12, box=False)
    event.do(commands.Begin)
    event.play_round()
    state = event.state
    assert state.play is not None
    last = state.play.rounds[0].seating.tables.index(
        next(table for table in state.play.rounds[0].seating.tables if event.ranking()[-1] in table)
    )
    table = state.play.rounds[0].seating.tables[last]
    wins = tuple(900 if player == event.ranking()[-1] else -300 for player in table)
    worst = event.ranking()[-1]
    fields: dict[str, Any] = {"stage": 0, "round": 0, "table": last + 1, "game": 1, "scores": wins, "reason": "swapped"}
    event.do(commands.Correct, **fields)
    assert worst in round_now(event.state).seating.tables[0]
    event.do(commands.Publish)
    assert overtaken(event.state) == ()
    event.do(commands.Correct, **fields | {"scores": tuple(-score for score in wins), "reason": "not so"})
    (told,) = overtaken(event.state)
    assert told == Overtaken(0, 1, round_now(event.state).order, tuple(event.ranking()))
    event.do(commands.Reseat)
    assert overtaken(event.state) == ()
    assert worst in round_now(event.state).seating.tables[-1]


def test_steps_are_taken_back_until_a_result_comes() -> None:
    event = Event("belgian-tournament", 8)
    before = [event.state]
    for kind in (commands.Begin, commands.Publish, commands.StartRound):
        event.do(kind)
        before.append(event.state)
    for state in reversed(before[:-1]):
        event.do(commands.Undo, step=event.state.steps)
        assert (event.state.entrants, event.state.stages) == (state.entrants, state.stages)
    event.do(commands.Begin)
    event.open_round()
    event.do(commands.Report, table=1, game=1, scores=(3, -1, -1, -1))
    assert event.refused(commands.Undo, step=event.state.steps) == ["nothing-to-undo"]


def test_closing_a_round_is_taken_back_with_all_its_results() -> None:
    event = qualified()
    results = event.state.stages[0].results
    event.do(commands.SetClock, table=0, seconds=60, running=False)
    event.do(commands.Undo, step=event.state.steps)
    assert len(event.state.stages) == 1
    assert event.state.stages[0].results == results
    assert round_now(event.state).phase == "playing"
    assert event.state.clocks[0].left == 60_000
    event.do(commands.CloseRound)
    assert len(event.state.stages) == 2


def test_a_step_of_somebody_else_is_not_taken_back_unseen() -> None:
    event = Event("belgian-tournament", 8)
    event.do(commands.Begin)
    seen = event.state.steps
    event.do(commands.Withdraw, DESK, number=8)
    assert event.refused(commands.Undo, step=seen) == ["another-step"]
    seen = event.state.steps
    event.do(commands.Undo, DESK, step=seen)
    assert event.refused(commands.Undo, step=seen) == ["another-step"]
    # the desk takes back what a desk may do, and nothing of the organiser's
    assert event.refused(commands.Undo, DESK, step=event.state.steps) == ["not-allowed-role"]


def test_games_that_may_have_begun_online_are_not_taken_back() -> None:
    event = Event("belgian-tournament", 8)
    event.do(commands.PlayOnline, online=True)
    event.do(commands.Begin)
    event.open_round()
    assert event.refused(commands.Undo, step=event.state.steps) == ["undo-rooms"]


def test_every_step_has_a_name() -> None:
    steps = {str(one.__struct_config__.tag) for one in get_args(received.Command) if one.is_step}
    assert steps
    assert all(text("en", f"tournament.step-{what}") for what in steps)


def test_seats_follow_the_order_where_nobody_changes_the_table() -> None:
    event = qualified()
    points = {1: 9, 9: -2, 17: -3, 6: -4, 5: 8, 13: -2, 2: -3, 10: -3}
    event.play_round(given({player: (score, score) for player, score in points.items()}))
    assert round_now(event.state).seating.tables == ((1, 5, 9, 13),)
    # 5 passes 1: both stay in the final
    correct(event, stage=1, table=2, scores=(12, -2, -5, -5))
    assert event.ranking(1)[:2] == [5, 1]
    assert round_now(event.state).seating.tables == (tuple(event.ranking(1)[:4]),)
    event.do(commands.Publish)
    correct(event, stage=1, table=2, scores=(8, -2, -3, -3), reason="right after all")
    assert [one.stage for one in overtaken(event.state)] == [2]
    event.do(commands.Reseat)
    assert overtaken(event.state) == ()
    assert round_now(event.state).seating.tables == (tuple(event.ranking(1)[:4]),)
