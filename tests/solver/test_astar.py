"""Crowded tables of three copies and up to four jokers, and the search that proves them."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.oracle.solver_positions import random_position
from tilerummy import editions
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import Position, from_layout
from tilerummy.solver.objectives import cost
from tilerummy.solver.query import OBJECTIVES, Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.regular.codec import FEASIBLE, REPLY, UNFINISHED
from tilerummy.solver.solve import solve
from tilerummy.solver.task import Task

Kernel = Callable[[bytes], bytes]
ASTAR_AFTER = 1 << 14
"""States that the kernel expands before it begins again as A*."""
KNOWN = [
    json.loads(line) for line in Path(__file__).with_name("crowded.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Positions of xp-160 with an objective and their optimum, proved by an integer program."""


def _position(known: dict[str, str]) -> Position:
    return from_layout(parse_position(known["position"]), editions.load("xp-160"))


def _asked(known: dict[str, str], nodes: int) -> bytes:
    position = _position(known)
    return regular.pose(Task(position.edition, (), position.rack, "value", table=position.table), Budget(nodes))


@pytest.mark.slow
def test_every_optimum_is_proved(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regular, "kernel", kernel)
    for known in KNOWN:
        found = solve(_position(known), known["objective"])
        assert found.status == ("optimal" if known["tiles"] else "no-play"), known["position"]
        assert (found.tiles, found.value) == (known["tiles"], known["value"]), known["position"]


@pytest.mark.slow
def test_a_budget_that_ends_on_the_way_leaves_a_bound(kernel: Kernel) -> None:
    for known in KNOWN:
        _, least, _, _ = REPLY.unpack_from(kernel(_asked(known, 1_000_000)))
        outcome, bound, nodes, _ = REPLY.unpack_from(kernel(_asked(known, ASTAR_AFTER + 5)))
        assert nodes == ASTAR_AFTER + 5
        assert outcome in (FEASIBLE, UNFINISHED)
        assert bound <= least


@pytest.mark.slow
@pytest.mark.parametrize("name", ["original", "sabra", "xp-160"])
def test_both_walks_leave_the_same(kernel: Kernel, impatient_kernel: Kernel, name: str) -> None:
    """The one for crowded tables, made to begin soon, on positions where the other one is soon done."""
    edition, random = editions.load(name), Random(60)
    for _ in range(60):
        position = random_position(edition, random)
        task = Task(edition, (), position.rack, random.choice(OBJECTIVES), table=position.table)
        posed = regular.pose(task, Budget())
        one, other = (regular.decode(search(posed), task) for search in (kernel, impatient_kernel))
        assert (one.proved, one.bound) == (other.proved, other.bound), task
        assert (one.melds is None) == (other.melds is None), task
        assert cost(position, task.objective, one.left) == cost(position, task.objective, other.left), task
