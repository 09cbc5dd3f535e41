"""Prices: no meld escapes them, what they prove is true, and kernel and fallback find the same."""

from collections.abc import Callable
from random import Random

import pytest

from tests.oracle.special_cases import special_requests, special_task
from tests.oracle.special_program import cost_of
from tests.oracle.wide_requests import special_request
from tests.solver.conftest import SOON
from tilerummy import editions
from tilerummy.rules.melds.readings import readings
from tilerummy.rules.tiles import KINDS
from tilerummy.solver.limits import Limits
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.special import backend as special
from tilerummy.solver.special import fallback as special_fallback
from tilerummy.solver.special import search as special_search
from tilerummy.solver.special.bounds import LOSS
from tilerummy.solver.special.pricing import Prices
from tilerummy.solver.special.simplex import find_prices
from tilerummy.solver.task import Task

pytestmark = pytest.mark.slow

Kernel = Callable[[bytes], bytes]
EDITIONS = ("twist", "twist-international")


@pytest.mark.parametrize("name", EDITIONS)
def test_no_meld_pays_less_than_the_cheapest(kernel: Kernel, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(regular, "kernel", kernel)
    edition, random = editions.load(name), Random(41)
    for _ in range(200):
        task = special_task(edition, random)
        if task is None:
            continue
        tiles = [(*task.must, *task.may).count(kind) for kind in KINDS]
        price = [random.randrange(-9, 30) for _ in KINDS[:52]] + [random.randrange(9) for _ in range(4)]
        least, kinds = Prices(price, tiles, edition.jokers.mirror_group_colours == "free").cheapest()
        assert least == sum(price[kind] for kind in kinds)
        for meld in special.search(task, Budget()).melds or ():
            paid = sum(price[KINDS.index(tile)] for tile in meld.tiles)
            twice = "M" in meld.tiles and readings(meld, edition)[0].kind == "group"
            assert paid * (2 if twice else 1) >= least, meld


def test_prices_prove_what_no_play_can_avoid() -> None:
    tiles = ["k1", "k2", "k3", "r5", "b9", "y13"]
    may = [tiles.count(kind) for kind in KINDS]
    leave = [LOSS] * 56
    prices = find_prices([0] * 56, may, leave, False, Limits(1000))
    assert prices is not None
    lost = sum(min(0, LOSS + prices.price[kind]) - prices.price[kind] for kind in range(56) if may[kind])
    assert 2.99 * LOSS < lost <= 3 * LOSS


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


def test_the_kernel_gives_the_same_bytes_with_prices(impatient_kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(special_search, "PRICES_AFTER", SOON)
    random = Random(44)
    for asked in (*special_requests(60, 43), *(special_request(random) for _ in range(40))):
        assert impatient_kernel(asked) == special_fallback.search(asked), asked.hex()
