"""The best play where the sides of a mirrored run may differ in colours."""

from collections import Counter
from itertools import count

import pytest

from tests.oracle.houses import HOUSES
from tests.oracle.special_cases import sweep
from tilerummy.rules.notation import format_meld, parse_position
from tilerummy.rules.position import from_layout
from tilerummy.solver.aside import Hand
from tilerummy.solver.dispatch import best
from tilerummy.solver.mirrors.sides import sides
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve
from tilerummy.solver.task import Task


@pytest.mark.parametrize(
    ("line", "table"),
    [
        ("r4 r5 r6 | b7 b8 k8 k7 M", "b7 b8 M k8 k7, r4 r5 r6"),
        ("b2 b3 M r3 r2 | b1 r1 k9", "b1 b2 b3 M r3 r2 r1"),
        ("b2 b3 M r3 r2, k4 k5 k6 | k7 y9", "b2 b3 M r3 r2, k4 k5 k6 k7"),
        ("r4 r5 r6 | r12 r13 b13 b12 M y1", "b13 b12 M r12 r13, r4 r5 r6"),
    ],
)
def test_most_tiles(line: str, table: str) -> None:
    found = solve(from_layout(parse_position(line), HOUSES["twist-sides"]()))
    assert found.status == "optimal"
    assert found.play is not None
    assert ", ".join(sorted(map(format_meld, found.play.table))) == table


@pytest.mark.parametrize("house", ["twist-sides", "twist-sides-few"])
def test_as_an_integer_program_has_it(house: str) -> None:
    assert sweep(house, seed=1, count=25) == (25, [])


def test_what_may_lie_in_no_group_lies_in_a_mirrored_run() -> None:
    """Which would be a group as well."""
    tiles = ("k1", "k2", "b1", "b1", "b3", "y1", "y3", "D", "D", "M")
    found = best(Task(HOUSES["twist-sides"](), (), tiles, "value", run_only=frozenset(["y3"])), Budget())
    assert found.left == ("k2", "b1")


def test_a_mirrored_run_may_be_what_reaches_the_opening() -> None:
    tiles = ("y4", "y7", "D", "C", "M")
    assert best(Task(HOUSES["twist-sides"](), (), tiles, "tiles", threshold=31), Budget()).left == ("y4",)


def test_all_is_laid_without_a_look_at_the_sides() -> None:
    """Of which jokers of every kind make millions."""
    line = (
        "k13 r13 y13 b13, k1 k2 k3 k4 k5 k6 k7 k8, r8 b8 y8 k8, y1 y2 y3 y4 y5, k6 b6 y6 r6, k9 C b11 b12 "
        "b13, y7 D y10 y11 y12 y13, J k11 k12 k13, r10 M r10, b1 b2 b3 b4 b5 b6 b7 b8 b9 b10, k12 b12 D, b1 "
        "C r3 r4 r5 r6 r7 r8 r9, y3 y4 y5 y6 y7 y8 y9, k9 r9 y9 b9, k10 b10 y10, k1 k2 k3 k4 k5, J r2 r3 r4 "
        "r5, k11 b11 y11 r11, r12 M r12 | r7 r11 b4 y1 y2 | opened | pool 0"
    )
    found = solve(from_layout(parse_position(line), HOUSES["twist-sides"]()), budget=Budget(nodes=20_000))
    assert found.status == "optimal"


def test_sides_count_against_the_budget() -> None:
    hand = Counter({f"{colour}{number}": 2 for colour in "krby" for number in range(1, 14)} | dict.fromkeys("JDCM", 2))
    counted = count()
    assert sides(Hand(Counter(), hand), HOUSES["twist-sides"](), lambda: next(counted) == 1_000) == []
    assert next(counted) == 1_001


def test_nothing_is_proved_once_the_budget_ends() -> None:
    tiles = ("r4", "r5", "b4", "b5", "k1", "y7", "M")
    task = Task(HOUSES["twist-sides"](), (), tiles, "tiles")
    assert best(task, Budget()).left == ("k1", "y7")
    cut = best(task, Budget(nodes=3))
    assert not cut.proved
    assert cut.bound <= 2
