"""Time-outs to the last cell of docs/rules.md 1D and 4.4, edition by edition."""

import pytest
from msgspec.structs import replace

from tests.bots.whole_games import whole_game
from tests.rules.situations import play, situation
from tilerummy.editions import load, names
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.clocks import bank_after, time_allowed
from tilerummy.rules.game.decide import evolve, time_out
from tilerummy.rules.game.events import TimedOut
from tilerummy.rules.game.record import dumps, loads, rejudge
from tilerummy.rules.game.state import GameState
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_meld, parse_tiles

KEEPING = tuple(edition for edition in names() if load(edition).clock.unfinished == "keep-sets")
RESTORING = tuple(edition for edition in names() if edition not in KEEPING)
TABLE = ["b4 b5 b6 b7", "y8 r8 k8"]
POOL = "k13 r13 b13 y13 y12"


def settle(state: GameState, draft: Play | None) -> tuple[TimedOut, GameState]:
    event = time_out(state, draft).events[0]
    assert isinstance(event, TimedOut)
    return event, evolve(state, event)


def opened(edition: str, rack: str = "b8 k1 k2", table: list[str] | None = None, pool: str = POOL) -> GameState:
    return situation(edition, racks=[rack, "r1"], table=TABLE if table is None else table, pool=pool)


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("draft", [None, play(*TABLE), play(*reversed(TABLE)), play(TABLE[0], "k8 y8 r8")])
def test_nothing_begun_or_all_taken_back_draws_one_tile_or_three(edition: str, draft: Play | None) -> None:
    event, after = settle(opened(edition), draft)
    drawn = ("k13", "r13", "b13") if edition in KEEPING else ("k13",)
    assert (event.outcome, event.drawn, event.pool, event.played) == ("idle", len(drawn), 5 - len(drawn), ())
    assert event.secret.drawn == drawn
    assert event.secret.draft is None
    assert set(drawn) <= set(after.racks[0])
    assert after.turn == 1
    assert after.fresh[0] == drawn


@pytest.mark.parametrize("edition", names())
def test_a_finished_play_stands_without_a_penalty(edition: str) -> None:
    event, after = settle(opened(edition), play("b4 b5 b6 b7 b8", "y8 r8 k8"))
    assert (event.outcome, event.drawn, event.played, event.changed) == ("stood", 0, ("b8",), (0,))
    assert after.racks[0] == ("k1", "k2")
    assert after.turn == 1


@pytest.mark.parametrize("edition", names())
def test_a_finished_opening_stands_and_can_end_the_game(edition: str) -> None:
    state = situation(edition, racks=["k11 k12 k13", "r1"], pool=POOL, opened=False)
    events = time_out(state, play("k11 k12 k13", opening=["k11 k12 k13"])).events
    assert isinstance(events[0], TimedOut)
    assert events[0].opened
    assert [event.__class__.__name__ for event in events] == ["TimedOut", "Ended"]


@pytest.mark.parametrize("edition", RESTORING)
@pytest.mark.parametrize(
    "draft",
    [
        play(*TABLE, "k1 k2"),
        play("b4 b5 b6", "b7 b8", "y8 r8 k8"),
        play("b4 b5 b6", "y8 r8 k8"),
        play("b4 b5 b6 b7 b8", "y8 r8 k8", "k1"),
        play("b5 b4 b6", "b7 y8 r8 k8"),
    ],
)
def test_an_unfinished_turn_is_restored_and_costs_three(edition: str, draft: Play) -> None:
    state = opened(edition)
    event, after = settle(state, draft)
    assert (event.outcome, event.drawn, event.played, event.returned) == ("unfinished", 3, (), ())
    assert after.table == state.table
    assert after.racks[0] == ("k1", "k2", "k13", "r13", "b8", "b13")
    assert after.turn == 1
    assert event.secret.draft is not None


@pytest.mark.parametrize("edition", KEEPING)
def test_whole_sets_stay_and_loose_rack_tiles_come_back(edition: str) -> None:
    event, after = settle(opened(edition), play("b4 b5 b6 b7 b8", "y8 r8 k8", "k1 k2"))
    assert (event.outcome, event.drawn, event.played, event.returned) == ("sets-kept", 3, ("b8",), ())
    assert after.racks[0] == ("k1", "k2", "k13", "r13", "b13")
    assert event.table == ("b4 b5 b6 b7 b8", "y8 r8 k8")


@pytest.mark.parametrize("edition", KEEPING)
@pytest.mark.parametrize("draft", [play("b4 b5 b6", "b7 b8", "y8 r8 k8"), play("b4 b5 b6", "y8 r8 k8")])
def test_loose_table_tiles_go_to_the_offender_literally(edition: str, draft: Play) -> None:
    event, after = settle(opened(edition), draft)
    assert (event.outcome, event.drawn, event.played, event.returned) == ("sets-kept", 3, (), ("b7",))
    assert after.racks[0] == ("k1", "k2", "k13", "r13", "b7", "b8", "b13")
    assert event.left == 7
    assert event.table == ("b4 b5 b6", "y8 r8 k8")


@pytest.mark.parametrize("edition", KEEPING)
def test_nothing_whole_takes_everything_that_was_touched(edition: str) -> None:
    event, after = settle(opened(edition), play("b4 b5", "b6 b7", "y8 r8", "k8"))
    assert event.returned == ("k8", "r8", "b4", "b5", "b6", "b7", "y8")
    assert after.table == ()


@pytest.mark.parametrize("edition", KEEPING)
def test_rearranged_melds_that_are_whole_stay_and_cost_three_tiles(edition: str) -> None:
    table = ["b4 b5 b6 b7", "r4 y4 k4"]
    event, after = settle(opened(edition, table=table), play("b5 b6 b7", "b4 r4 y4 k4"))
    assert (event.outcome, event.drawn, event.returned) == ("idle", 3, ())
    assert event.table == ("b5 b6 b7", "b4 r4 y4 k4")
    assert event.changed == (0, 1)
    assert len(after.racks[0]) == 6


@pytest.mark.parametrize("edition", RESTORING)
def test_only_rearranging_is_unfinished_where_everything_is_restored(edition: str) -> None:
    table = ["b4 b5 b6 b7", "r4 y4 k4"]
    event, _ = settle(opened(edition, table=table), play("b5 b6 b7", "b4 r4 y4 k4"))
    assert (event.outcome, event.drawn, event.table) == ("unfinished", 3, tuple(table))


@pytest.mark.parametrize("edition", KEEPING)
def test_a_loose_joker_of_the_table_restores_everything(edition: str) -> None:
    state = opened(edition, table=["b4 b5 J b7", "y8 r8 k8"])
    for draft in (play("b4 b5", "J b7", "y8 r8 k8"), play("y8 r8 k8", "b4 b5 b7"), play("y8 r8 k8 J b8", "b4 b5 b7")):
        event, after = settle(state, draft)
        assert (event.outcome, event.drawn, event.returned) == ("joker-loose", 3, ())
        assert after.table == state.table


@pytest.mark.parametrize("edition", KEEPING)
def test_a_loose_joker_of_the_rack_just_comes_back(edition: str) -> None:
    event, after = settle(opened(edition, rack="J b8 k1"), play("b4 b5 b6 b7 b8", "y8 r8 k8", "k1 J"))
    assert (event.outcome, event.played) == ("sets-kept", ("b8",))
    assert after.racks[0] == ("k1", "k13", "r13", "b13", "J")


@pytest.mark.parametrize("edition", names())
def test_whole_sets_below_the_opening_are_taken_back_and_cost_three(edition: str) -> None:
    state = situation(edition, racks=["k1 k2 k3 r9", "r1"], table=TABLE, pool=POOL, opened=False)
    event, after = settle(state, play(*TABLE, "k1 k2 k3", opening=["k1 k2 k3"]))
    assert (event.outcome, event.drawn, event.played, event.opened) == ("below-opening", 3, (), False)
    assert after.table == state.table
    assert len(after.racks[0]) == 7


@pytest.mark.parametrize("edition", names())
def test_table_tiles_used_before_the_opening_are_restored(edition: str) -> None:
    state = situation(edition, racks=["b8 b9 k1", "r1"], table=TABLE, pool=POOL, opened=False)
    event, after = settle(state, play("b4 b5 b6", "b7 b8 b9", "y8 r8 k8"))
    assert (event.outcome, event.drawn, event.returned) == ("below-opening", 3, ())
    assert after.table == state.table


@pytest.mark.parametrize("edition", KEEPING)
def test_an_opening_that_was_laid_stays_though_the_rest_is_unfinished(edition: str) -> None:
    state = situation(edition, racks=["k11 k12 k13 b1 b8", "r1"], table=TABLE, pool="r2 r3 r4", opened=False)
    draft = play("b4 b5 b6", "b7 b1", "y8 r8 k8 b8", "k11 k12 k13", opening=["k11 k12 k13"])
    event, after = settle(state, draft)
    assert (event.outcome, event.opened, event.drawn) == ("sets-kept", True, 3)
    assert event.played == ("k11", "k12", "k13", "b8")
    assert event.returned == ("b7",)
    assert after.opened == (True, False)
    assert after.racks[0] == ("r2", "r3", "r4", "b1", "b7")


@pytest.mark.parametrize("edition", KEEPING)
@pytest.mark.parametrize("loose", [("k11 k12", "k13"), ("k11 k12 b1", "k13"), ("k11", "k12", "k13")])
def test_an_opening_with_a_loose_tile_is_not_reached(edition: str, loose: tuple[str, ...]) -> None:
    state = situation(edition, racks=["k11 k12 k13 b1 b8", "r1"], table=TABLE, pool=POOL, opened=False)
    event, after = settle(state, play("b4 b5 b6 b7", "y8 r8 k8 b8", *loose, opening=["k11 k12 k13"]))
    assert (event.outcome, event.opened, event.drawn, event.played) == ("below-opening", False, 3, ())
    assert after.table == state.table


@pytest.mark.parametrize("edition", KEEPING)
def test_a_joker_of_the_table_does_not_come_loose_behind_one_that_opens(edition: str) -> None:
    state = situation(edition, racks=["J k11 r11 b1", "r1"], table=["b12 y12 J"], pool=POOL, opened=False)
    event, after = settle(state, play("b12 y12", "J", "k11 r11 J", opening=["k11 r11 J"]))
    assert (event.outcome, event.opened, event.drawn, event.returned) == ("below-opening", False, 3, ())
    assert after.table == state.table


@pytest.mark.parametrize("edition", KEEPING)
def test_tiles_of_an_opening_may_have_moved_on(edition: str) -> None:
    table = ["y10 b10 r10", "y8 r8 k8"]
    state = situation(edition, racks=["k10 k11 k12 k13 b1", "r1"], table=table, pool=POOL, opened=False)
    event, _ = settle(state, play("y10 b10 r10 k10", "k11 k12 k13", "y8 r8 k8", "b1", opening=["k10 k11 k12 k13"]))
    assert (event.outcome, event.opened, event.played) == ("sets-kept", True, ("k10", "k11", "k12", "k13"))


@pytest.mark.parametrize("edition", KEEPING)
def test_an_opening_not_stated_is_found_on_the_table(edition: str) -> None:
    state = situation(edition, racks=["k11 k12 k13 b1", "r1"], table=TABLE, pool=POOL, opened=False)
    event, _ = settle(state, play(*TABLE, "k11 k12 k13", "b1"))
    assert (event.outcome, event.opened, event.played) == ("sets-kept", True, ("k11", "k12", "k13"))


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize(("pool", "drawn"), [("", 0), ("k13", 1), ("k13 r13", 2), ("k13 r13 b13", 3)])
def test_a_pool_with_too_few_tiles_gives_what_it_has(edition: str, pool: str, drawn: int) -> None:
    event, after = settle(opened(edition, pool=pool), play(*TABLE, "k1 k2"))
    assert (event.drawn, event.pool) == (drawn, 0)
    assert len(after.racks[0]) == 3 + drawn
    assert after.turn == 1


@pytest.mark.parametrize("edition", names())
def test_an_idle_time_out_with_an_empty_pool_is_a_pass(edition: str) -> None:
    event, after = settle(opened(edition, pool=""), None)
    assert (event.outcome, event.drawn) == ("idle", 0)
    assert after.passed == (0,)


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize(
    "draft", [play(*TABLE, "y1 y2 y3"), play(*TABLE, TABLE[0]), play("b4 b5 b6 b7 b8 b9", "y8 r8 k8")]
)
def test_a_draft_out_of_nothing_counts_as_none(edition: str, draft: Play) -> None:
    event, _ = settle(opened(edition), draft)
    assert (event.outcome, event.drawn) == ("idle", 3 if edition in KEEPING else 1)


def test_house_rules_may_charge_the_penalty_for_idling() -> None:
    rules = change(load("original"), {"clock.idle": "penalty", "clock.penalty": 2})
    state = replace(opened("original"), edition=rules)
    assert settle(state, None)[0].drawn == 2


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize(("word", "drawn"), [("draw-1", 1), ("penalty", 3)])
def test_a_finished_play_may_cost_tiles_by_the_letter_of_some_books(edition: str, word: str, drawn: int) -> None:
    state = replace(opened(edition), edition=change(load(edition), {"clock.finished": word}))
    event, after = settle(state, play("b4 b5 b6 b7 b8", "y8 r8 k8"))
    assert (event.outcome, event.played, event.drawn, event.left) == ("stood", ("b8",), drawn, 2 + drawn)
    assert after.fresh[0] == event.secret.drawn == parse_tiles(POOL)[:drawn]
    opens = situation(edition, racks=["k11 k12 k13 r1", "r1"], pool=POOL, opened=False)
    event, after = settle(replace(opens, edition=state.edition), play("k11 k12 k13", opening=["k11 k12 k13"]))
    assert (event.opened, event.drawn) == (True, drawn)


def test_whoever_goes_out_when_the_time_is_up_draws_nothing() -> None:
    rules = change(load("twist"), {"clock.finished": "draw-1"})
    state = replace(opened("twist", rack="b8"), edition=rules)
    events = time_out(state, play("b4 b5 b6 b7 b8", "y8 r8 k8")).events
    assert isinstance(events[0], TimedOut)
    assert events[0].drawn == 0
    assert [type(event).__name__ for event in events] == ["TimedOut", "Ended"]


@pytest.mark.parametrize("edition", KEEPING)
def test_a_loose_joker_of_the_table_may_go_to_the_rack_by_the_letter(edition: str) -> None:
    rules = change(load(edition), {"clock.loose_joker": "rack"})
    state = replace(opened(edition, table=["b4 b5 J b7", "y8 r8 k8"]), edition=rules)
    event, after = settle(state, play("b4 b5", "J b7", "y8 r8 k8"))
    assert (event.outcome, event.drawn) == ("sets-kept", 3)
    assert event.returned == ("b4", "b5", "b7", "J")
    assert after.table == (parse_meld("y8 r8 k8"),)
    assert "J" in after.racks[0]
    event, _ = settle(state, play("y8 r8 k8 J", "b4 b5 b7"))
    assert event.returned == ("b4", "b5", "b7")


def test_a_record_of_such_time_outs_is_judged_alike() -> None:
    values = {"clock.finished": "penalty", "clock.loose_joker": "rack"}
    game = whole_game(change(load("sabra"), values), 3, 2, hasty=True)
    stood = [event for event in game.events if isinstance(event, TimedOut) and event.outcome == "stood"]
    assert any(event.drawn for event in stood)
    assert rejudge(loads(dumps(game.record))) == ()


def test_house_rules_that_keep_sets_still_hold_the_joker_rules() -> None:
    """Frozen joker sets may not be taken apart, not even by letting the time run out."""
    rules = change(load("suomi"), {"clock.unfinished": "keep-sets"})
    state = replace(opened("suomi", rack="b3 k1", table=["b4 b5 b6 J", "y8 r8 k8"]), edition=rules)
    event, after = settle(state, play("b3 b4 b5", "b6 J k1", "y8 r8 k8"))
    assert event.outcome == "joker-loose"
    event, after = settle(state, play("b3 b4 b5", "J b6 b7 b8", "y8 r8 k8", "k1"))
    assert event.outcome == "idle"
    state = replace(opened("suomi", rack="b3 b7 b8 k1", table=["b4 b5 b6 J", "y8 r8 k8"]), edition=rules)
    event, after = settle(state, play("b3 b4 b5", "b6 b7 b8 J", "y8 r8 k8", "k1"))
    assert (event.outcome, after.table) == ("unfinished", state.table)


def test_time_allowed_per_turn_and_from_the_game_clock() -> None:
    assert time_allowed(load("original").clock, None) == 60
    duel = load("duel").clock
    assert time_allowed(duel, None) == 610
    assert time_allowed(duel, 0.0) == 10


@pytest.mark.parametrize(("spent", "left"), [(0, 600), (10, 600), (25, 585), (900, 0)])
def test_the_game_clock_gives_back_the_increment_and_no_more(spent: float, left: float) -> None:
    assert bank_after(load("duel").clock, None, spent) == left
    assert bank_after(load("original").clock, None, spent) is None
