"""Prices: the kernel proves the same with them and without."""

from collections.abc import Callable
from random import Random

import pytest

from tests.oracle.program import cost_of
from tests.oracle.special_cases import special_task
from tilerummy import editions
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

pytestmark = pytest.mark.slow

Kernel = Callable[[bytes], bytes]
EDITIONS = ("twist", "twist-international")


@pytest.mark.parametrize("name", EDITIONS)
def test_the_same_is_proved_with_prices_and_without(
    kernel: Kernel, impatient_kernel: Kernel, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def least(task: Task, search: Kernel) -> tuple[int, int, int] | None:
        monkeypatch.setattr(regular, "kernel", search)
        found = special.search(task, Budget())
        assert found.proved
        return None if found.melds is None else cost_of(task, found.left)

    edition, random = editions.load(name), Random(42)
    for _ in range(150):
        task = special_task(edition, random, most=random.choice((10, 16, 24)))
        assert task is None or least(task, impatient_kernel) == least(task, kernel), task
