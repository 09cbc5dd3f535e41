"""The kernel's games side by side are the judge's, number by number."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tilerummy.learning.core import Core, can_step
from tilerummy.learning.tables import Judged
from tilerummy.learning.vector import Vector
from tilerummy.solver import kernel

pytestmark = pytest.mark.skipif(kernel.core() is None, reason="the kernel is not compiled")
GAMES = 4


def beside(edition: str, seats: int, plays: int) -> tuple[Vector, Vector]:
    """Two vectors of the same games, in the kernel and by the judge."""
    found = [Vector(GAMES, edition, seats, plays=plays, rewards="scores") for _ in range(2)]
    assert isinstance(found[0]._tables, Core)
    found[1]._tables = Judged(found[1]._setting, GAMES)
    return found[0], found[1]


@pytest.mark.parametrize(
    ("edition", "seats", "plays", "waits"), [("original", 2, 8, 0.3), ("original", 4, 3, 0.9), ("polska", 3, 1, 0.5)]
)
def test_the_kernel_plays_what_the_judge_allows(edition: str, seats: int, plays: int, waits: float) -> None:
    core, judged = beside(edition, seats, plays)
    chance, ended = np.random.default_rng(1), 0
    seen, other = (vector.reset(seed=[*range(GAMES)])[0] for vector in (core, judged))
    for _ in range(150):
        assert all(np.array_equal(seen[name], other[name]) for name in seen)
        mask = seen["action_mask"]
        actions = np.where(mask, chance.random(mask.shape), -1).argmax(axis=1)
        actions[chance.random(GAMES) < waits] = 0
        step, same = core.step(actions), judged.step(actions)
        assert np.array_equal(step.terminations, same.terminations)
        assert all(np.array_equal(step.infos[name], same.infos[name]) for name in ("movers", "rewards"))
        seen, other, ended = step.observations, same.observations, ended + step.terminations.sum()
    assert ended > 1


@pytest.mark.parametrize(
    "options", [{"edition": "twist"}, {"edition": "sabra"}, {"actions": "primitives"}, {"plays": 65}]
)
def test_what_the_kernel_does_not_know_is_left_to_the_judge(options: Any) -> None:
    assert not can_step(Vector(1, **options)._setting)


def test_the_kernel_refuses_what_would_leave_its_memory() -> None:
    core: Any = import_module("tilerummy.solver._kernel")
    tables = core.tables(2)
    over, choices = np.zeros(2, np.uint8), np.zeros(2, np.int64)
    arrays = [np.zeros(size, np.int8) for size in (4, 4, 4, 4, 4, 16)]
    with pytest.raises(ValueError, match="no such choice in game 0"):
        core.act(tables, choices, over)
    with pytest.raises(ValueError, match="an array of"):
        core.act(tables, choices, over[:1])
    with pytest.raises(ValueError, match="an array of"):
        core.look(tables, 8, 2, *arrays)
    with pytest.raises(ValueError, match="too many"):
        core.look(tables, 65, 2, *arrays)
    with pytest.raises(ValueError, match="no game"):
        core.deal(tables, 0, b"nothing")
    with pytest.raises(IndexError):
        core.ended(tables, 2)
    with pytest.raises(ValueError, match="at least one game"):
        core.tables(0)
