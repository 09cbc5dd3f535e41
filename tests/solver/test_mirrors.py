"""The best play where the sides of a mirrored run may differ in colours."""

import pytest

from tests.oracle.houses import HOUSES
from tests.oracle.special_cases import sweep
from tilerummy.rules.notation import format_meld, parse_position
from tilerummy.rules.position import from_layout
from tilerummy.solver.dispatch import best
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


def test_nothing_is_proved_once_the_budget_ends() -> None:
    tiles = ("r4", "r5", "b4", "b5", "k1", "y7", "M")
    task = Task(HOUSES["twist-sides"](), (), tiles, "tiles")
    assert best(task, Budget()).left == ("k1", "y7")
    cut = best(task, Budget(nodes=3))
    assert not cut.proved
    assert cut.bound <= 2
