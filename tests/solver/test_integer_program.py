"""A few positions of every edition against the integer program; `tests.oracle.solver_sweep` does thousands."""

import pytest

pytest.importorskip("highspy")

from tests.oracle.solver_sweep import cases, disagreement
from tilerummy import editions

EDITIONS = ("original", "sabra", "belgian-tournament", "duel", "xp-106", "xp-108", "xp-160")


@pytest.mark.parametrize("name", EDITIONS)
def test_the_integer_program_agrees(name: str) -> None:
    for position, objective in cases(editions.load(name), seed=40, count=4):
        assert disagreement(position, objective, proved=True) is None
