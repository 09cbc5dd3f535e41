"""The desk moves, swaps, splits and merges: what may be, what may not, and two desks at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.running import Event
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.desk import Step, Undone
from tilerummy.tournament.events.rounds import Planned
from tilerummy.tournament.state import Round
from tilerummy.tournament.table_changes import TableChange

DESK = Actor("desk")


def round_of(event: Event) -> Round:
    play = event.state.play
    assert play is not None
    return play.rounds[event.state.current]


def tables(event: Event) -> tuple[tuple[int, ...], ...]:
    return round_of(event).seating.tables


def swap(event: Event, one: int, other: int) -> tuple[TableChange, ...]:
    """What a desk asks that sees the tables of now."""
    named = {one: other, other: one}
    return tuple(
        TableChange(at, seats, tuple(named.get(player, player) for player in seats))
        for at, seats in enumerate(tables(event), start=1)
        if {one, other} & {*seats}
    )


@pytest.fixture(params=["planned", "published", "playing"])
def event(request: pytest.FixtureRequest) -> Event:
    """Ten at tables 1-4, 5-7 and 8-10, in each phase of a round without results."""
    found = Event("belgian-tournament", 10)
    found.do(commands.Begin)
    if request.param != "planned":
        found.do(commands.Publish)
    if request.param == "playing":
        found.do(commands.StartRound)
    return found


def test_two_swap(event: Event) -> None:
    happened = event.do(commands.ChangeTables, DESK, tables=swap(event, 2, 9))
    assert [type(one) for one in happened] == [Step, Planned]
    assert tables(event) == ((1, 9, 3, 4), (5, 6, 7), (8, 2, 10))
    told = {(move.number, move.before, move.after) for move in round_of(event).moved}
    assert told == (set() if round_of(event).phase == "planned" else {(2, 1, 3), (9, 3, 1)})
    assert event.do(commands.Undo, DESK, step=event.state.steps) == (Undone(),)
    assert tables(event) == ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))


def test_one_moves_to_a_smaller_table(event: Event) -> None:
    event.do(
        commands.ChangeTables,
        tables=(TableChange(1, (1, 2, 3, 4), (1, 3, 4)), TableChange(3, (8, 9, 10), (8, 9, 10, 2))),
    )
    assert tables(event) == ((1, 3, 4), (5, 6, 7), (8, 9, 10, 2))


def test_a_table_splits_and_merges_again(event: Event) -> None:
    event.do(commands.ChangeTables, tables=(TableChange(1, (1, 2, 3, 4), (1, 2)), TableChange(4, (), (3, 4))))
    assert tables(event) == ((1, 2), (5, 6, 7), (8, 9, 10), (3, 4))
    event.do(commands.ChangeTables, tables=(TableChange(1, (1, 2), (1, 2, 3, 4)), TableChange(4, (3, 4), ())))
    assert tables(event) == ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), ())
    event.do(commands.ChangeTables, tables=(TableChange(1, (1, 2, 3, 4), (1, 2)), TableChange(4, (), (3, 4))))
    assert tables(event)[3] == (3, 4)


def test_two_desks_that_saw_the_same_tables(event: Event) -> None:
    first, second = swap(event, 1, 5), swap(event, 1, 8)
    event.do(commands.ChangeTables, DESK, tables=first)
    assert event.refused(commands.ChangeTables, DESK, tables=second) == ["table-changed"]
    assert event.refused(commands.ChangeTables, DESK, tables=first) == ["table-changed", "table-changed"]
    # elsewhere both are done
    event.do(commands.ChangeTables, DESK, tables=swap(event, 6, 9))
    assert tables(event) == ((5, 2, 3, 4), (1, 9, 7), (8, 6, 10))


def test_a_swap_with_somebody_who_just_left(event: Event) -> None:
    asked = swap(event, 2, 9)
    event.do(commands.Withdraw, DESK, number=9)
    wanted = "table-changed" if round_of(event).phase == "planned" else "withdrawn-already"
    assert wanted in event.refused(commands.ChangeTables, DESK, tables=asked)


def test_who_left_goes_where_tables_merge(event: Event) -> None:
    if round_of(event).phase == "planned":
        return
    for number in (6, 8, 9):
        event.do(commands.Withdraw, DESK, number=number)
    event.do(
        commands.ChangeTables, DESK, tables=(TableChange(2, (5, 6, 7), (5, 7, 10)), TableChange(3, (8, 9, 10), ()))
    )
    assert tables(event) == ((1, 2, 3, 4), (5, 7, 10), ())
    assert event.refused(commands.ChangeTables, DESK, tables=(TableChange(2, (5, 7, 10), (5, 7)),)) == [
        "sits-twice-or-nowhere"
    ]


def test_everything_wrong_is_named_and_nothing_done(event: Event) -> None:
    wrong = (
        ([(1, (1, 2, 3, 4), (1,)), (2, (5, 6, 7), (2, 3, 4, 5, 6, 7))], ["table-size", "table-size"]),
        ([(1, (1, 2, 3, 4), (1, 2, 3, 3))], ["sits-twice-or-nowhere", "sits-twice-or-nowhere"]),
        ([(1, (1, 2, 3, 4), (1, 2, 3, 5))], ["sits-twice-or-nowhere", "sits-twice-or-nowhere"]),
        ([(9, (), (1, 2))], ["no-such-table", "sits-twice-or-nowhere", "sits-twice-or-nowhere"]),
        ([(1, (1, 2, 3, 4), (1, 2, 3, 4)), (1, (1, 2, 3, 4), (4, 3, 2, 1))], ["table-twice"]),
        ([(0, (3,), ())], ["byes-changed", "sits-twice-or-nowhere"]),
    )
    for asked, codes in wrong:
        refused = event.refused(commands.ChangeTables, tables=tuple(TableChange(*one) for one in asked))
        assert refused[: len(codes)] == codes
    assert event.refused(commands.ChangeTables, Actor("table"), tables=swap(event, 1, 5)) == ["not-allowed-role"]
    assert event.do(commands.ChangeTables, tables=(TableChange(1, (1, 2, 3, 4), (1, 2, 3, 4)),)) == ()


def test_a_table_with_a_result_stays_as_it_is() -> None:
    event = Event("belgian-tournament", 10)
    event.do(commands.Begin)
    assert event.refused(commands.ChangeTables, Actor("public"), tables=swap(event, 1, 5)) == ["not-allowed-role"]
    event.open_round()
    event.do(commands.Report, DESK, table=2, game=1, scores=(2, -1, -1))
    assert event.refused(commands.ChangeTables, DESK, tables=swap(event, 1, 5)) == ["table-begun"]
    event.do(commands.ChangeTables, DESK, tables=swap(event, 1, 8))
    event.play_round()
    assert sorted(event.ranking(0)) == list(range(1, 11))


def test_rounds_after_it_follow() -> None:
    event = Event("blocks-of-two", 16)
    event.do(commands.Begin)
    event.do(commands.Publish)
    one, other = tables(event)[0][0], tables(event)[1][0]
    event.do(commands.ChangeTables, DESK, tables=swap(event, one, other))
    play = event.state.play
    assert play is not None
    assert {one, other} <= {*tables(event)[0], *tables(event)[1]}
    assert all(sorted(sum(each.seating.tables, ())) == list(range(1, 17)) for each in play.rounds)


def test_a_thousand_players_are_split_and_swapped() -> None:
    event = Event("belgian-tournament", 1000)
    event.do(commands.Begin)
    event.open_round()
    event.do(commands.ChangeTables, DESK, tables=swap(event, 1, 1000))
    split = (TableChange(250, tables(event)[249], tables(event)[249][:2]), TableChange(251, (), tables(event)[249][2:]))
    event.do(commands.ChangeTables, DESK, tables=split)
    assert tables(event)[249:] == ((997, 998), (999, 1))


@given(st.lists(st.tuples(st.integers(1, 10), st.integers(1, 10)), max_size=8))
def test_swapping_loses_nobody(pairs: list[tuple[int, int]]) -> None:
    event = Event("belgian-tournament", 10)
    event.do(commands.Begin)
    event.open_round()
    for one, other in pairs:
        event.do(commands.ChangeTables, DESK, tables=swap(event, one, other))
    assert sorted(sum(tables(event), ())) == list(range(1, 11))
    assert [len(seats) for seats in tables(event)] == [4, 3, 3]
