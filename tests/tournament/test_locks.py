"""Players fixed to a table: kept in every round that can keep them, asked about by moves, refused where they cannot."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.counter import meetings, once_each, repeated, spread, threes
from tests.tournament.running import Event
from tests.tournament.test_table_changes import DESK, swap, tables
from tilerummy.tournament import commands
from tilerummy.tournament.events.desk import Undone
from tilerummy.tournament.events.people import Fixed
from tilerummy.tournament.seating.bounds import least_repeats
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.seating.locks import Locks, elsewhere, gathered, numbered
from tilerummy.tournament.seating.report import report
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes

FOURS = Sizes(4, 3, 4)


def rounds(event: Event) -> list[tuple[tuple[int, ...], ...]]:
    play = event.state.play
    assert play is not None
    return [round_.seating.tables for round_ in play.rounds]


def homes(event: Event, number: int) -> set[int]:
    """The tables, from 1, at which a player sits in the rounds that are planned."""
    return {at for round_ in rounds(event) for at, seats in enumerate(round_, start=1) if number in seats}


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (21, 4), (37, 5), (64, 10)])
def test_a_design_keeps_one_at_a_table_without_a_repeat(players: int, rounds: int) -> None:
    plan = meet_new(range(1, players + 1), rounds, FOURS, 3, locks=Locks((), {7: 2}))
    assert not elsewhere(plan, {7: 2})
    found = [seating.tables for seating in plan]
    assert all(once_each(round_, range(1, players + 1)) for round_ in found)
    assert repeated(found) == 0
    assert spread(threes(found, range(1, players + 1)).values()) <= 1


def test_two_at_one_table_meet_in_every_round_and_nobody_else_twice() -> None:
    locks = Locks((), {1: 0, 2: 0})
    plan = meet_new(range(1, 22), 4, FOURS, 3, locks=locks)
    met = meetings(seating.tables for seating in plan)
    assert met[frozenset((1, 2))] == 4
    assert sorted(met.values())[-2] == 1
    assert repeated(seating.tables for seating in plan) == least_repeats(21, 4, FOURS, locks) == 3


@settings(derandomize=True, deadline=None, max_examples=25)
@given(
    players=st.integers(9, 26),
    count=st.integers(1, 3),
    places=st.dictionaries(st.integers(1, 9), st.integers(0, 2), max_size=6),
)
def test_whoever_is_fixed_sits_there(players: int, count: int, places: dict[int, int]) -> None:
    fixed = {player: at for player, at in places.items() if list(places.values()).count(at) <= 3}
    locks = Locks([(1, 9)] if fixed.get(1) != fixed.get(9, -1) else (), fixed)
    plan = meet_new(range(1, players + 1), count, FOURS, 1, locks=locks, steps=200)
    assert not elsewhere(plan, fixed)
    assert all(once_each(seating.tables, range(1, players + 1)) for seating in plan)
    assert repeated(seating.tables for seating in plan) >= least_repeats(players, count, FOURS, locks)


@given(
    st.permutations(range(1, 15)),
    st.dictionaries(st.integers(1, 14), st.integers(0, 5), max_size=14),
)
def test_gathering_loses_nobody(order: list[int], fixed: dict[int, int]) -> None:
    round_ = [order[:4], order[4:8], order[8:11], order[11:]]
    for found in (gathered(round_, fixed), numbered(round_, fixed)):
        assert once_each(found, range(1, 15))
        assert sorted(map(len, found)) == [3, 3, 4, 4]
    assert {frozenset(table) for table in numbered(round_, fixed)} == {frozenset(table) for table in round_}


def test_rounds_that_nobody_has_seen_follow_and_the_step_can_be_taken_back() -> None:
    event = Event("blocks-of-two", 16)
    event.do(commands.Begin)
    event.do(commands.Publish)
    seen = rounds(event)[0]
    before = event.state
    event.do(commands.Fix, places=((5, 3),))
    assert rounds(event)[0] == seen
    assert {at for round_ in rounds(event)[1:] for at, seats in enumerate(round_, start=1) if 5 in seats} == {3}
    event.do(commands.Reseat)
    assert homes(event, 5) == {3}
    assert event.do(commands.Undo, step=event.state.steps) == (Undone(),)
    assert event.do(commands.Undo, step=event.state.steps) == (Undone(),)
    assert event.state.stages == before.stages
    assert event.state.fixed == ()


def test_it_holds_through_withdrawals_and_latecomers() -> None:
    event = Event("blocks-of-two", 18)
    event.do(commands.Fix, places=((9, 2), (3, 1), (4, 1)))
    event.do(commands.Begin)
    event.open_round()
    event.do(commands.Withdraw, number=11)
    event.do(commands.Enter, text="Late\nLater\nLatest")
    assert homes(event, 9) == {2}
    assert homes(event, 3) == homes(event, 4) == {1}
    event.do(commands.Withdraw, number=9)
    assert all(once_each(round_, sorted(sum(round_, ()))) for round_ in rounds(event)[1:])


def test_the_group_that_a_rule_makes_goes_to_the_table() -> None:
    event = Event("belgian-tournament", 12)
    event.do(commands.Fix, places=((2, 3),))
    event.do(commands.Begin)
    assert tables(event) == ((9, 10, 11, 12), (5, 6, 7, 8), (1, 2, 3, 4))


def test_numbers_that_are_drawn_or_removed_take_their_table_along() -> None:
    event = Event("belgian-tournament", 3)
    event.do(commands.Fix, places=((1, 1), (3, 2)))
    event.do(commands.Draw, numbers=(30, 20, 10))
    assert event.state.fixed == ((10, 2), (30, 1))
    assert event.do(commands.Remove, numbers=(10,))[1:2] == (Fixed(((30, 1),)),)


def test_what_can_never_be_kept_is_refused_with_every_reason() -> None:
    event = Event("belgian-tournament", 10)
    event.do(commands.KeepApart, pairs=((1, 2),))
    crowd = tuple((number, 1) for number in range(3, 8))
    assert event.refused(commands.Fix, places=crowd) == ["table-crowded"]
    assert event.refused(commands.Fix, places=((1, 2), (2, 2), (44, 1), (5, 1), (5, 3))) == [
        "no-such-player",
        "fixed-twice",
        "apart-and-fixed",
    ]
    event.do(commands.Fix, places=((3, 1), (4, 1)))
    assert event.refused(commands.KeepApart, pairs=((1, 2), (4, 3))) == ["apart-and-fixed"]
    assert event.refused(commands.Fix, DESK, places=()) == ["not-allowed-role"]


def test_a_move_that_breaks_a_lock_is_asked_about() -> None:
    event = Event("belgian-tournament", 10)
    event.do(commands.Fix, places=((2, 1),))
    event.do(commands.KeepApart, pairs=((1, 9),))
    event.do(commands.Begin)
    assert event.refused(commands.ChangeTables, DESK, tables=swap(event, 2, 9)) == ["unlikely-fixed", "unlikely-apart"]
    event.do(commands.ChangeTables, DESK, tables=swap(event, 2, 9), sure=True)
    assert tables(event)[0] == (1, 9, 3, 4)
    # what is broken already asks no more, and to put it right is no question
    event.do(commands.ChangeTables, DESK, tables=swap(event, 3, 5))
    event.do(commands.ChangeTables, DESK, tables=swap(event, 9, 2))
    assert 2 in tables(event)[0]


def test_a_report_counts_what_a_plan_repeats() -> None:
    plan = (Seating(((1, 2, 3, 4), (5, 6, 7))), Seating(((1, 2, 5, 6), (3, 4, 7))))
    found = report(plan, 4)
    assert (found.repeats, found.most_meetings, found.consecutive, found.small) == (3, 2, 3, (0, 2))
    assert found.bound == least_repeats(7, 2, Sizes(4, 2, 4)) == 3
    assert report(plan, 4, (), ((1, 1), (2, 1))).bound == 3
