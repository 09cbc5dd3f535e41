"""Openings of racks with jokers, against every way to part the rack in melds that the rules read."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.position import Position, position
from tilerummy.rules.tiles import KINDS, Tile, in_order, is_joker
from tilerummy.solver import definition
from tilerummy.solver.objectives import cost
from tilerummy.solver.opening.separate import needed
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.solve import solve
from tilerummy.solver.task import Task

Kernel = Callable[[bytes], bytes]
OBJECTIVES: tuple[Objective, ...] = ("tiles", "value", "out")
HOUSES: dict[str, tuple[str, dict[str, object]]] = {
    "original": ("original", {}),
    "more-than-30": ("original", {"opening.comparison": "more-than"}),
    "house-50": ("original", {"opening.amount": 50}),
    "sabra": ("sabra", {}),
    "xp-160": ("xp-160", {}),
    "duel": ("duel", {}),
    "xp-house-50": ("xp-160", {"opening.amount": 50}),
    "suomi-one-meld": ("suomi", {"opening.melds": "one"}),
    "sabra-one-meld": ("sabra", {"opening.melds": "one", "opening.amount": 20}),
    "xp-one-meld": ("xp-160", {"opening.melds": "one", "opening.amount": 25}),
}
"""Openings by name: the edition, and what the house changes in it."""
RANDOM_RACKS = 60
"""Racks for each of them."""

FOURS = ("J J J r13 k5 k6", "J J J k1", "J J J k10 k11", "J J J J k9", "J J J J k1 k2 r13", "J J J k12 k13 r1 r2")
TWOS = (
    "J J r13 k5 k6",
    "J J r13 k5 k6 b1 b2",
    "J J k9 k10 r9",
    "J k1 k2 J r1 r2",
    "J J k12 k13 r12 r13",
    "J J k4 k5 r8 r9 y1",
    "J J k13 r13",
    "J k9 k10 k11 k12 k13",
)
"""Racks in which what a joker is worth decides: one meld takes two, or melds share them."""


@pytest.fixture(autouse=True)
def _compiled_here(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regular, "kernel", kernel)


class Parted(NamedTuple):
    """The rack's tiles, and for each set of them (a bit for each) that melds can be made of, the most these count: all
    together, or the best of them where the edition asks for one."""

    rack: tuple[Tile, ...]
    worth: dict[int, int]


def edition_of(house: str) -> Edition:
    base, changes = HOUSES[house]
    edition = editions.load(base)
    return change(edition, changes) if changes else edition


def orders(tiles: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
    """The tiles as they could be a meld: numbered ones rising, jokers anywhere between."""
    plain = [tile for tile in tiles if not is_joker(tile)]
    for places in combinations(range(len(tiles)), len(tiles) - len(plain)):
        rest = iter(plain)
        yield tuple("J" if at in places else next(rest) for at in range(len(tiles)))


def meld_worth(tiles: tuple[Tile, ...], edition: Edition) -> int:
    """What the tiles count as one meld, 0 where they are none."""
    return max((read.value for order in orders(tiles) for read in readings(Meld(order), edition)), default=0)


def part(rack: tuple[Tile, ...], edition: Edition) -> Parted:
    """All that melds can be made of, by taking each set apart at its first tile."""
    known = cache(lambda tiles: meld_worth(tiles, edition))
    sets = range(1, 1 << len(rack))
    melds = {chosen: value for chosen in sets if chosen.bit_count() > 2 and (value := known(_chosen(rack, chosen)))}
    together = max if edition.opening.melds == "one" else sum
    by_first: dict[int, list[int]] = {}
    for meld in melds:
        by_first.setdefault(meld & -meld, []).append(meld)
    worth = {0: 0}
    for chosen in sets:
        ways = [
            together((melds[meld], worth[chosen ^ meld]))
            for meld in by_first.get(chosen & -chosen, ())
            if meld & chosen == meld and chosen ^ meld in worth
        ]
        if ways:
            worth[chosen] = max(ways)
    return Parted(rack, worth)


def _chosen(rack: tuple[Tile, ...], bits: int) -> tuple[Tile, ...]:
    return tuple(tile for at, tile in enumerate(rack) if bits >> at & 1)


def least_cost(parted: Parted, edition: Edition, objective: Objective, amount: int) -> tuple[int, int, int] | None:
    """The least cost of melds that together count `amount`, None where there are none."""
    return _least(parted, edition, objective, [chosen for chosen, value in parted.worth.items() if value >= amount])


def least_cost_of_play(parted: Parted, edition: Edition, objective: Objective) -> tuple[int, int, int] | None:
    """The same of a first play on an empty table: where that may be used at once, the melds that reach the amount may
    be parted again."""
    amount = needed(_unopened(edition, parted.rack))
    reach = [chosen for chosen, value in parted.worth.items() if value >= amount]
    if edition.opening.table_use == "same-turn":
        reach = [chosen for chosen in parted.worth if any(witness & chosen == witness for witness in reach)]
    return _least(parted, edition, objective, reach)


def _least(parted: Parted, edition: Edition, objective: Objective, reach: list[int]) -> tuple[int, int, int] | None:
    mover = _unopened(edition, parted.rack)
    whole = (1 << len(parted.rack)) - 1
    costs = [
        cost(mover, objective, _chosen(parted.rack, whole ^ chosen))
        for chosen in reach
        if chosen == whole or objective != "out"
    ]
    return min(costs, default=None)


def _unopened(edition: Edition, rack: tuple[Tile, ...]) -> Position:
    return position(edition=edition, table=[], rack=rack, opened=False, pool=30)


def check(rack: tuple[Tile, ...], house: str, amounts: tuple[int, ...], kernel: Kernel) -> None:
    """Kernel and definition find the least cost, with melds that reach the amount."""
    edition = edition_of(house)
    parted = part(rack, edition)
    mover = _unopened(edition, rack)
    for amount in amounts:
        for objective in OBJECTIVES:
            task = Task(edition, (), rack, objective, amount)
            least = least_cost(parted, edition, objective, amount)
            posed = regular.pose(task, Budget())
            for found in (regular.decode(kernel(posed), task), definition.search(task, Budget())):
                assert found.proved, task
                assert (None if found.melds is None else cost(mover, objective, found.left)) == least, task
                if found.melds is not None:
                    assert sum(readings(meld, edition)[0].value for meld in found.melds) >= amount, task
                    assert in_order([*found.left, *(t for meld in found.melds for t in meld.tiles)]) == rack, task


@pytest.mark.parametrize("number", range(1, 14))
def test_two_jokers_with_one_tile_of_each_number(kernel: Kernel, number: int) -> None:
    for more in ("", "k5 k6", "k1 k2 r3"):
        check(in_order(parse_tiles(f"J J r{number} {more}")), "original", (1, 30, 31, 50), kernel)


@pytest.mark.parametrize("rack", TWOS)
def test_jokers_shared_by_melds(kernel: Kernel, rack: str) -> None:
    check(in_order(parse_tiles(rack)), "original", (1, 30, 31, 39, 50, 64, 66, 67, 90), kernel)


@pytest.mark.parametrize("rack", [*FOURS, *TWOS])
def test_up_to_four_jokers(kernel: Kernel, rack: str) -> None:
    check(in_order(parse_tiles(rack)), "xp-160", (30, 31, 50), kernel)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_random_racks(kernel: Kernel, house: str) -> None:
    edition, random = edition_of(house), Random(house)
    for _ in range(RANDOM_RACKS):
        rack = random_rack(edition, random)
        mover = _unopened(edition, rack)
        if edition.opening.melds == "several":
            check(rack, house, (needed(mover),), kernel)
        parted = part(rack, edition)
        for objective in OBJECTIVES:
            found, least = solve(mover, objective), least_cost_of_play(parted, edition, objective)
            assert found.status == ("no-play" if least is None else "optimal"), (rack, objective)
            left = list(rack)
            for tile in found.played:
                left.remove(tile)
            assert least is None or cost(mover, objective, tuple(left)) == least, (rack, objective)


def random_rack(edition: Edition, random: Random) -> tuple[Tile, ...]:
    """One to four jokers, as many as there are, and tiles that often lie near one another."""
    jokers = random.randint(1, min(4, edition.tiles.jokers["J"]))
    low = random.randrange(10)
    numbers = range(1, 14) if random.random() < 0.4 else range(low + 1, low + 5)
    box = [tile for tile in KINDS[:52] * edition.tiles.copies if int(tile[1:]) in numbers]
    return in_order([*random.sample(box, random.randint(1, 8 - jokers)), *["J"] * jokers])
