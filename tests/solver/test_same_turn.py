"""First plays that may use the table at once, where the best play of a player who has opened holds no opening: against
an integer program with melds of the opening as variables of their own."""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.oracle.program import cost_of, least_cost
from tilerummy import editions
from tilerummy.rules.edition.reader import change
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import Position, from_layout
from tilerummy.rules.tiles import in_order
from tilerummy.solver.opening.separate import needed
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.solve import solve
from tilerummy.solver.task import Task

OBJECTIVES: tuple[Objective, ...] = ("tiles", "value", "out")
BOUND = [
    ("sabra", "r11 b11 k11, r9 r10 r11 r12 | k9 b9 b10 y9 y10 y10 y11"),
    ("sabra", "k10 k11 k12 k13, y10 J y12 y13 | k11 r10 r10 r11 b11 b12 y12"),
    ("sabra", "b6 k6 r6 y6, y7 b7 k7 r7 | k2 k5 r4 r5 r10 J J"),
    ("xp-160", "J k5 k6 J k8, r6 J b6 k6 | k6 b4 b5 b5 b6 y5 y5 J"),
    ("xp-160", "r10 y10 J, k11 k12 k13 | k10 k12 r10 r13 b10 b11 y11 y12"),
    ("twist", "k11 b11 y11, k10 r10 b10 y10, k8 k9 k10 | r1 r4 r11 b8 y5 y6 y11 D"),
    ("twist", "r10 y10 k10, J b8 J | k9 r8 b9 b10 C"),
    ("twist", "y6 y7 y8 y9, b6 b7 b8 b9, k8 y8 b8 | k6 k8 b7 y7 J C"),
    ("twist", "r6 k6 b6, r5 r6 r7 | r5 r7 b5 b5 y5 C M"),
    ("twist", "y9 k9 b9 | k7 k8 k11 r8 b7 b8 b12 y10 J"),
    ("twist-international", "k8 k9 k10, y9 r9 b9 | r10 b8 y8 y9 y10 C M"),
    ("twist-international", "r9 b9 y9 | k8 r8 y8 y10 y10 D"),
    ("twist-international", "y7 k7 r7, b7 y7 k7, y9 b9 k9 | k4 k5 r5 r11 b12 y4 J C"),
]


def _position(name: str, line: str) -> Position:
    edition = editions.load(name)
    if edition.opening.table_use != "same-turn":
        edition = change(edition, {"opening.table_use": "same-turn"})
    return from_layout(parse_position(f"{line} | unopened | pool 9"), edition)


@pytest.mark.parametrize(
    ("search", "name", "line"),
    [
        *(("kernel", *case) for case in BOUND),
        *(("definition", *case) for case in BOUND if not case[0].startswith("twist")),
    ],
)
def test_the_opening_bounds_the_play(
    search: str, name: str, line: str, kernel: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(regular, "kernel", kernel if search == "kernel" else None)
    position = _position(name, line)
    table = tuple(tile for meld in position.table for tile in meld.tiles)
    for objective in OBJECTIVES:
        task = Task(position.edition, in_order(table), position.rack, objective)
        found, least = solve(position, objective), least_cost(task, needed(position))
        left = in_order((Counter(position.rack) - Counter(found.played)).elements())
        assert found.status == ("no-play" if least is None else "optimal"), objective
        assert least is None or cost_of(task, left) == least, objective


@pytest.mark.parametrize(
    ("name", "line"),
    [*BOUND, ("sabra", "b9 J b11 J, b13 k13 y13 r13, b9 b10 b11 b12 | k9 k10 r12 b10 b12 b13 y10 y11 y12")],
)
def test_no_budget_makes_the_bound_a_lie(name: str, line: str) -> None:
    position = _position(name, line)
    whole = solve(position)
    for nodes in {*range(40), whole.nodes // 2, whole.nodes - 1}:
        found = solve(position, "tiles", Budget(nodes=nodes))
        assert found.status in ("out-of-budget", "feasible", whole.status), nodes
        assert found.tiles <= whole.tiles <= found.bound, nodes
