"""Seating: no repeats where none need be, small tables shared out, the same seed the same tables."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.counter import meetings, once_each, repeated, spread, threes
from tests.tournament.fields import ONE_PER_TEN, compared
from tests.tournament.running import Event
from tilerummy.tournament import commands
from tilerummy.tournament.events.rounds import Planned
from tilerummy.tournament.format.format import Format, Stage, Tables
from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.balance import balance
from tilerummy.tournament.seating.bounds import least_repeats
from tilerummy.tournament.seating.designs.coverings import covering
from tilerummy.tournament.seating.designs.largest import largest
from tilerummy.tournament.seating.history import Seating, pair
from tilerummy.tournament.seating.locks import Locks
from tilerummy.tournament.seating.orders import consecutive, crosswise, snake
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes, byes, table_sizes
from tilerummy.tournament.stages import seat

FOURS = Sizes(4, 3, 4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [(20, 6, 6), (16, 6, 24), (28, 10, 42), (8, 2, 4), (24, 8, 12), (23, 8, 11)],
)
def test_rounds_beyond_a_design_repeat_little_whatever_the_seed(players: int, rounds: int, most: int) -> None:
    plan = meet_new(range(1, players + 1), rounds, FOURS, seed=2)
    assert least_repeats(players, rounds, FOURS) <= repeated(seating.tables for seating in plan) <= most


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [(16, 5, 0), (16, 6, 24), (24, 8, 12), (8, 2, 4), (12, 3, 6), (7, 3, 6), (5, 4, 6), (4, 3, 12), (3, 2, 3)],
)
def test_what_counting_says(players: int, rounds: int, least: int) -> None:
    assert least_repeats(players, rounds, Sizes(4, 2, 4)) == least


@settings(derandomize=True, deadline=None, max_examples=15)
@given(players=st.integers(4, 24), rounds=st.integers(1, 5), seed=st.integers(0, 9))
def test_no_plan_is_better_than_counting_allows(players: int, rounds: int, seed: int) -> None:
    plan = meet_new(range(1, players + 1), rounds, Sizes(4, 2, 4), seed, steps=200)
    assert repeated(seating.tables for seating in plan) >= least_repeats(players, rounds, Sizes(4, 2, 4))


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (28, 8), (36, 11), (44, 10), (64, 10), (200, 20)])
def test_seats_are_shared_out_within_one(players: int, rounds: int) -> None:
    plan = meet_new(range(1, players + 1), rounds, FOURS, 3)
    seats = Counter((player, seat) for seating in plan for table in seating.tables for seat, player in enumerate(table))
    for player in range(1, players + 1):
        assert spread(seats[player, seat] for seat in range(4)) <= 1
    assert balance(plan).seat_spread <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(13, 3), (14, 4), (29, 9), (22, 6), (7, 3)])
def test_the_seats_that_every_table_has_are_shared_out_within_one(players: int, rounds: int) -> None:
    plan = meet_new(range(1, players + 1), rounds, FOURS, 2)
    seats = Counter((player, seat) for seating in plan for table in seating.tables for seat, player in enumerate(table))
    for player in range(1, players + 1):
        assert spread(seats[player, seat] for seat in range(3)) <= 1


def test_where_all_meet_new_people_small_tables_are_shared_out_as_far_as_can_be() -> None:
    """Four tables: each table of four has one of every earlier table, so that each two rounds have as many players in
    common at their tables of four, 1 for 13 players and 4 for 14. Within one would be fewer than that."""
    for players, rounds, common in ((13, 3, 1), (14, 4, 4)):
        plan = [seating.tables for seating in meet_new(range(1, players + 1), rounds, FOURS, 2)]
        assert repeated(plan) == 0
        large = [{player for table in tables if len(table) == 4 for player in table} for tables in plan]
        assert {len(one & other) for one, other in combinations(large, 2)} == {common}
        assert spread(threes(plan, range(1, players + 1)).values()) == 2


@pytest.mark.parametrize(("players", "rounds"), ONE_PER_TEN)
def test_fields_are_never_worse_than_a_design_and_a_greedy_rest(players: int, rounds: int) -> None:
    found = compared(players, rounds, 1)
    assert found.ours <= found.greedy
    assert found.ours >= found.bound


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(16, 5), (21, 4), (24, 6), (30, 5), (33, 5), (46, 5), (200, 6), (24, 7), (36, 9), (100, 20), (32, 10), (48, 15)],
)
def test_nobody_meets_twice(players: int, rounds: int) -> None:
    plan = meet_new(range(1, players + 1), rounds, FOURS, 7)
    assert len(plan) == rounds
    tables = [seating.tables for seating in plan]
    assert all(once_each(round_, range(1, players + 1)) for round_ in tables)
    assert repeated(tables) == 0
    assert spread(threes(tables, range(1, players + 1)).values()) <= 1


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=25)
@given(players=st.integers(20, 90), rounds=st.integers(1, 4), seed=st.integers(0, 99))
def test_usual_fields_of_any_size(players: int, rounds: int, seed: int) -> None:
    plan = meet_new(range(1, players + 1), rounds, FOURS, seed)
    tables = [seating.tables for seating in plan]
    assert repeated(tables) == 0
    assert spread(threes(tables, range(1, players + 1)).values()) <= 1
    assert plan == meet_new(range(1, players + 1), rounds, FOURS, seed)


@pytest.mark.slow
def test_when_all_have_met_nobody_meets_twice_in_a_row_if_that_can_be() -> None:
    plan = meet_new(range(1, 21), 7, FOURS, 1)
    for before, after in pairwise(seating.tables for seating in plan):
        assert not {p for p, n in meetings([before]).items() if n} & set(meetings([after]))


@pytest.mark.slow
def test_forbidden_pairs_come_before_all_else() -> None:
    apart = list(combinations(range(1, 5), 2))
    plan = meet_new(range(1, 9), 3, FOURS, 5, locks=Locks(apart))
    met = meetings(seating.tables for seating in plan)
    # two tables cannot keep four people apart: each table holds two of them
    assert sum(met[frozenset(two)] for two in apart) == 6
    plan = meet_new(range(1, 17), 5, FOURS, 5, locks=Locks(apart))
    assert not {frozenset(two) for two in apart} & set(meetings(seating.tables for seating in plan))


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_designs_are_perfect(size: int) -> None:
    for players in (*range(5, 66), 72, 76, 80, 84, 100):
        plan = largest(players, size, 30)
        assert all(once_each(tables, range(players)) for tables in plan)
        assert {len(table) for tables in plan for table in tables} <= {size, size - 1}
        assert repeated(plan) == 0
        assert plan[:3] == largest(players, size, 30)[:3]


@pytest.mark.parametrize(("players", "repeats"), [(24, 12), (23, 11)])
def test_in_a_covering_all_meet_and_as_few_as_can_be_twice(players: int, repeats: int) -> None:
    plan = covering(players, 4, 8)
    assert all(once_each(tables, range(players)) for tables in plan)
    assert len(meetings(plan)) == players * (players - 1) // 2
    assert repeated(plan) == repeats == least_repeats(players, 8, FOURS)
    assert covering(players, 4, 7) == []


@pytest.mark.parametrize("players", [*range(15, 61), 64, 76, 80, 84])
def test_designs_for_tables_of_four_have_as_many_rounds_as_can_be(players: int) -> None:
    """But for 18 to 20 players, who have five rounds: that six for 20 cannot be is known."""
    can_be = (players - 1) // 3
    assert len(largest(players, 4, can_be)) == (5 if players in (19, 20) else can_be)


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [
        (2, (4, 2, 4), (2,)),
        (5, (4, 2, 4), (3, 2)),
        (6, (4, 2, 4), (3, 3)),
        (7, (4, 2, 4), (4, 3)),
        (9, (4, 3, 4), (3, 3, 3)),
        (47, (4, 2, 4), (4,) * 11 + (3,)),
        (5, (4, 3, 5), (5,)),
        (9, (4, 2, 5), (5, 4)),
        (7, (2, 2, 2), None),
        (5, (4, 3, 4), None),
        (3000, (4, 2, 4), (4,) * 750),
    ],
)
def test_table_sizes(players: int, sizes: tuple[int, int, int], expected: tuple[int, ...] | None) -> None:
    assert table_sizes(players, Sizes(*sizes)) == expected
    assert (byes(players, Sizes(*sizes)) == 0) == (expected is not None)


def test_orders() -> None:
    assert consecutive([1, 2, 3, 4, 5, 6, 7], [4, 3]) == [[1, 2, 3, 4], [5, 6, 7]]
    assert crosswise([1, 2, 3, 4, 5, 6, 7, 8], [4, 4]) == [[1, 3, 5, 7], [2, 4, 6, 8]]
    assert snake([1, 2, 3, 4, 5, 6, 7, 8], [4, 4]) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert crosswise([1, 2, 3, 4, 5, 6, 7], [4, 3]) == [[1, 3, 5, 7], [2, 4, 6]]
    assert snake([1, 2, 3, 4, 5, 6, 7], [4, 3]) == [[1, 4, 5, 7], [2, 3, 6]]


def by_standing(reach: int, size: int) -> Stage:
    return Stage(
        id="swiss",
        rounds=9,
        games=1,
        seating=("standing",),
        ranking=("points", "lot"),
        reach=reach,
        tables=Tables(size, min(size, 3), size),
    )


def test_pairs_by_standing_never_repeat_and_byes_go_round() -> None:
    stage, order = by_standing(100, 2), list(range(1, 12))
    stood: list[Seating] = []
    for number in range(1, 10):
        stood += seat(stage, number, Chance(number).shuffled(order), 1, stood)
    assert repeated([seating.tables for seating in stood]) == 0
    assert len({player for seating in stood for player in seating.byes}) == 9
    # before anybody has met, neighbours play each other and the last sits out
    assert seat(stage, 1, order, 1)[0] == Seating(((1, 2), (3, 4), (5, 6), (7, 8), (9, 10)), (11,))


def test_tables_by_standing_move_nobody_further_than_allowed() -> None:
    stage, order = by_standing(4, 4), list(range(1, 33))
    stood = list(seat(stage, 1, order, 1))
    assert stood[0].tables[0] == (1, 2, 3, 4)
    second = seat(stage, 2, order, 1, stood)[0]
    assert repeated([stood[0].tables, second.tables]) < 48
    for number, table in enumerate(second.tables):
        for at, player in enumerate(table):
            assert abs(4 * number + at + 1 - player) <= 4


def blocks(rounds: int) -> Format:
    stage = Stage(id="rounds", rounds=rounds, games=1, seating=("meet-new",), ranking=("points", "lot"), seats="shared")
    return Format(id="blocks", name="Blocks", stages=(stage,))


@pytest.mark.parametrize("players", [24, 30, 47, 64])
def test_withdrawals_and_late_entries_change_future_rounds_only(players: int) -> None:
    event = Event(blocks(5), players)
    event.do(commands.Begin)
    event.open_round()
    chance = Chance("changes", players)
    for number in range(4):
        state = event.state
        assert state.play is not None
        gone = [player for player in state.entrants if player not in state.withdrawn]
        before = state.play.rounds
        happened = event.do(commands.Withdraw, number=gone[chance.below(len(gone))])
        happened += event.do(commands.Enter, text=f"Late {number}\nLater {number}" if number % 2 else f"Late {number}")
        state = event.state
        assert state.play is not None
        seen = [at for at, round_ in enumerate(before) if round_.phase != "planned"]
        assert [before[at] for at in seen] == [state.play.rounds[at] for at in seen]
        told = {(move.round, move.number) for event in happened if isinstance(event, Planned) for move in event.moved}
        moved = {
            (at, player)
            for at in range(len(before))
            for player in state.entrants
            if before[at].table_of(player) != state.play.rounds[at].table_of(player)
        }
        assert moved <= told
        assert players < 47 or len(told) < 40, "where there is room a change moves few players"
        event.play_round()
        if number < 3:
            event.open_round()
    event.play_round()
    state = event.state
    assert state.play is not None
    rounds = [round_.seating.tables for round_ in state.play.rounds]
    assert repeated(rounds) == 0
    throughout = [player for player in range(1, players + 1) if player not in state.withdrawn]
    assert spread(threes(rounds, state.entrants)[player] for player in throughout) <= 1
    assert state.finished


def test_the_seat_of_who_leaves_a_published_round_stays_empty_until_it_is_planned_again() -> None:
    event = Event(blocks(3), 12)
    event.do(commands.Begin)
    event.do(commands.Publish)
    state = event.state
    assert state.play is not None
    table = state.play.rounds[0].seating.tables[1]
    for player in table[:3]:
        event.do(commands.Withdraw, number=player)
    assert event.state.play is not None
    assert event.state.play.rounds[0].seating.tables[1] == table
    assert event.refused(commands.StartRound) == ["table-too-small"]
    _, planned = event.do(commands.Reseat)
    assert isinstance(planned, Planned)
    assert {move.number for move in planned.moved if move.after is None} == set(table[:3])
    assert event.state.play.rounds[0].phase == "published"
    assert event.state.play.rounds[0].moved == tuple(move for move in planned.moved if move.round == 0)
    assert not any(round_.moved for round_ in event.state.play.rounds[1:]), "nobody has seen them yet"
    event.do(commands.StartRound)
    tables = event.state.play.rounds[0].seating.tables if event.state.play else ()
    assert sorted(len(table) for table in tables) == [3, 3, 3]


def test_pairs_to_keep_apart_are_kept_apart_from_the_next_round_on() -> None:
    event = Event(blocks(4), 16)
    event.do(commands.Begin)
    event.open_round()
    assert event.state.play is not None
    later = event.state.play.rounds[2].seating.tables[0]
    event.do(commands.KeepApart, pairs=((later[1], later[0]), (later[2], later[3])))
    assert event.state.play is not None
    rounds = [round_.seating.tables for round_ in event.state.play.rounds[1:]]
    assert not {frozenset(later[:2]), frozenset(later[2:])} & set(meetings(rounds))
    assert event.state.apart == tuple(sorted((pair(later[0], later[1]), pair(later[2], later[3]))))


@pytest.mark.parametrize("seed", range(8))
def test_pairs_to_keep_apart_are_kept_apart_in_random_rounds(seed: int) -> None:
    stage = Stage(id="first", rounds=1, games=1, seating=("random",), ranking=("points", "lot"))
    apart = [*combinations(range(1, 5), 2), (5, 6), (7, 8), (9, 10), (1, 14)]
    (plain,) = seat(stage, 1, range(1, 15), seed)
    (kept,) = seat(stage, 1, range(1, 15), seed, locks=Locks(apart))
    assert once_each(kept.tables, range(1, 15))
    assert [len(table) for table in kept.tables] == [len(table) for table in plain.tables]
    assert not {frozenset(two) for two in apart} & set(meetings([kept.tables]))
