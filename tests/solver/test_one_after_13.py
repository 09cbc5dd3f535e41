"""The best play where one 1 may follow 13."""

from collections import Counter
from random import Random

import pytest

from tests.oracle.houses import HOUSES
from tests.oracle.program import cost_of, least_cost
from tests.oracle.special_cases import special_task, sweep
from tilerummy.rules.edition.reader import change
from tilerummy.rules.notation import format_meld, parse_position
from tilerummy.rules.position import from_layout, position
from tilerummy.rules.tiles import in_order
from tilerummy.solver.dispatch import best
from tilerummy.solver.enumerate import tables_of
from tilerummy.solver.opening.separate import needed
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve
from tilerummy.solver.task import Task


@pytest.mark.parametrize(
    ("house", "line", "table"),
    [
        ("original", "b11 b12 b13 | b1 k2", "b11 b12 b13 b1"),
        ("original", "b11 b12 b13 b1, b2 b3 b4 | k9 b10", "b10 b11 b12 b13 b1, b2 b3 b4"),
        ("original", "b9 b10 b11 b12 b13 b1, b2 b3 b4 | k9 b8", "b2 b3 b4, b8 b9 b10 b11 b12 b13 b1"),
        ("original", "b12 b13 J, r2 r3 r4 | b1", "b12 b13 b1, r2 r3 r4 J"),
        ("suomi", "b12 b13 J | b1 r9 r10", "b12 b13 b1, r9 r10 J"),
        ("twist", "b11 b12 D | b1 b13 b10", "b10 b11 D, b12 b13 b1"),
    ],
)
def test_most_tiles(house: str, line: str, table: str) -> None:
    found = solve(from_layout(parse_position(line), HOUSES[f"{house}-past-one"]()))
    assert found.status == "optimal"
    assert found.play is not None
    assert ", ".join(sorted(map(format_meld, found.play.table))) == table


@pytest.mark.parametrize("house", ["original-past-one", "sabra-past-one", "twist-past-one"])
def test_as_an_integer_program_has_it(house: str) -> None:
    assert sweep(house, seed=1, count=25) == (25, [])


def test_as_trying_every_table_has_it_where_melds_are_frozen() -> None:
    assert sweep("suomi-past-one", seed=1, count=80) == (80, [])


def test_a_run_is_laid_for_its_value_alone() -> None:
    """As 6 to 12 with a double joker in front it would be worth 63."""
    task = Task(HOUSES["twist-past-one"](), (), ("b8", "b9", "b10", "D", "D"), "tiles", 64)
    found = best(task, Budget())
    assert [format_meld(meld) for meld in found.melds or ()] == ["b8 b9 b10 D D"]


def test_jokers_that_cost_nothing_are_kept() -> None:
    free = change(HOUSES["original-past-one"](), {"jokers.penalty": 0})
    found = solve(from_layout(parse_position("b11 b12 b13 | b1 J"), free), "value")
    assert found.played == ("b1",)


@pytest.mark.parametrize("seed", range(2))
def test_an_opening_in_the_same_turn_as_an_integer_program_has_it(seed: int) -> None:
    random, asked, edition = Random(seed), 0, HOUSES["sabra-past-one"]()
    while asked < 12:
        rest = special_task(edition, random, most=12)
        table = best(Task(edition, rest.must, (), "tiles", exact=True), Budget()).melds if rest else ()
        if rest is None or not rest.must or not table:
            continue
        asked += 1
        place = position(edition=edition, table=table, rack=rest.may, opened=False, pool=9)
        found, least = solve(place, rest.objective), least_cost(rest, needed(place))
        left = in_order((Counter(rest.may) - Counter(found.played)).elements())
        assert found.status == ("no-play" if least is None else "optimal"), place
        assert least is None or cost_of(rest, left) == least, place


def test_no_budget_makes_the_bound_a_lie() -> None:
    line = "b10 b11 b12 b13 b1, r11 r12 r13, k11 k12 J | r1 k1 k13 y12 y13 y1 b9 k9 k9"
    place = from_layout(parse_position(line), HOUSES["original-past-one"]())
    whole = solve(place)
    for nodes in range(0, whole.nodes, whole.nodes // 20):
        found = solve(place, "tiles", Budget(nodes=nodes))
        assert found.status in ("out-of-budget", "feasible", whole.status), nodes
        assert found.tiles <= whole.tiles <= found.bound, nodes


def test_every_table_is_found_once() -> None:
    tiles = ("b1", "b1", "b2", "b3", "b10", "b11", "b12", "b13", "J")
    tables = [", ".join(sorted(map(format_meld, table))) for table in tables_of(HOUSES["original-past-one"](), tiles)]
    assert len(tables) == len(set(tables))
    assert "J b10 b11 b12 b13 b1, b1 b2 b3" in tables
    assert "b1 b2 b3 J, b10 b11 b12 b13 b1" in tables
