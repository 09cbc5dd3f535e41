"""Frozen melds and bound jokers: the best play under the rules that look at the table before the turn."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice, repeat
from random import Random

import pytest

from tests.oracle.houses import HOUSES
from tests.oracle.special_cases import far_position, freed_position, frozen_fault, frozen_position
from tests.oracle.tables import least_cost
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.tallies import tally
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import Position, from_layout
from tilerummy.rules.tiles import JOKERS, NUMBER_OF, Tile, in_order, is_joker
from tilerummy.solver.every_meld import melds_of
from tilerummy.solver.frozen import cover
from tilerummy.solver.frozen.bonds import Bonds
from tilerummy.solver.frozen.choices import Choices
from tilerummy.solver.frozen.cuts import cut_of
from tilerummy.solver.frozen.verdict import Verdict
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve

At = Callable[..., Position]
Make = Callable[[Edition, Random], Position | None]


@pytest.mark.parametrize(
    ("line", "edition", "tiles"),
    [
        ("b3 r3 J | y3", "suomi", 1),
        ("b3 r3 J | y3 k9 r9", "suomi", 3),
        ("b3 r3 J | y3 k3", "suomi", 1),
        ("r2 r3 J r5 r6 | r1 r7", "suomi", 2),
        ("b6 b7 J | b5", "suomi", 1),
        ("b6 b7 J | b4", "suomi", 0),
        ("b6 b7 J | b8 k1 r1", "suomi", 3),
        ("k1 k2 J, b1 y1 r1, b2 y2 r2 | r9 b9", "suomi", 0),
        ("k1 k2 J, b1 y1 r1, b2 y2 r2 | r9 b9", "original", 2),
        ("k1 k2 J | J r9 b9 b10", "suomi", 3),
        ("| J J r9", "suomi", 0),
        ("| J J r9", "original-classic", 3),
        ("k4 k5 J | k6 J", "original-classic", 2),
        ("b4 J b6 b7 | b5 k9 k10 r7 k7", "suomi", 5),
        ("r5 k5 y5 J | b5 b6 b7 r9 k9", "suomi", 5),
        ("k4 k5 k6 J, r1 y1 J | k7 b1 k1 k8 y9 y10", "original-classic", 6),
    ],
)
def test_most_tiles(at: At, line: str, edition: str, tiles: int) -> None:
    found = solve(at(line, edition))
    assert (found.status, found.tiles) == ("optimal" if tiles else "no-play", tiles)


@pytest.mark.parametrize("ticks", range(20, 4000, 660))
def test_nothing_is_tried_behind_the_end_of_the_budget(ticks: int) -> None:
    """Jokers of three kinds can lie in thousands of melds. By a clock that counts its readings."""
    melds = "b1 y1 J, k2 r2 b2, k3 k4 k5, y1 y2 y3 y4, k8 b8 D, y9 C b11"
    line = f"{melds} | k11 r3 r9 r10 b1 b9 b9 b11 y8 | opened"
    position, clock = from_layout(parse_position(line), HOUSES["twist-rack"]()), count()
    found = solve(position, "tiles", Budget(nanoseconds=ticks, clock=lambda: next(clock)))
    assert found.status in ("feasible", "out-of-budget")
    assert next(clock) - ticks < 8


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        ("k3 C b5 b6, r4 M r4 | b7 k9 k10 k11", 4),
        ("b11 M b11, k3 C b5 | r5", 0),
        ("y1 D y4, k10 k11 J | k1 k2 k3 C", 4),
        ("r11 J D | r13 y11 y13", 3),
    ],
)
@pytest.mark.parametrize("house", ["twist-frozen", "twist-frozen-table"])
def test_frozen_melds_with_special_jokers(house: str, line: str, tiles: int) -> None:
    position = from_layout(parse_position(f"{line} | opened"), HOUSES[house]())
    found = solve(position, "tiles")
    assert (found.status, found.tiles) == ("optimal" if tiles else "no-play", tiles)
    assert (least_cost(position, "tiles") is not None) == (tiles > 0)


@pytest.mark.parametrize(
    "line", ["y6 b6 J | y5 D M", "y9 D y12 | b11 b12 y11 y12 J M", "J k9 k10 | k11 k12 y7 M", "r5 r6 D | r7 r8 k5 k6 J"]
)
def test_bound_jokers_may_go_into_any_meld_with_a_tile_of_theirs(line: str) -> None:
    position = from_layout(parse_position(f"{line} | opened"), HOUSES["twist-rack"]())
    found, least = solve(position, "tiles"), least_cost(position, "tiles")
    assert least is not None
    assert (found.status, len(position.rack) - found.tiles) == ("optimal", least[0])


@pytest.mark.parametrize("house", ["original-rack", "sabra-strict"])
def test_a_joker_in_a_long_run_lies_with_a_tile_at_its_end(house: str) -> None:
    """Red 1, joker and 3 would be a set of their own, but the joker belongs to the 7. A pair of 9 and 10 tempts it."""
    position = from_layout(parse_position("r7 J y7 | r1 r3 r4 r5 r6 y5 y6 b9 b10 | opened"), HOUSES[house]())
    assert (solve(position, "tiles").tiles, least_cost(position, "tiles")) == (7, (2, 0, 19))


@pytest.mark.parametrize(
    "house", ["original-rack", "original-rack-set", "original-new-set", "sabra-strict", "twist-rack", "twist-new-set"]
)
def test_jokers_far_from_their_old_sets(house: str) -> None:
    random = Random(house)
    for position in _made(far_position, HOUSES[house](), random, 120):
        assert frozen_fault(position, random) is None, (position.table, position.rack)


@pytest.mark.parametrize("house", ["twist-rack", "sabra-strict", "original-rack-set", "original-rack"])
def test_every_meld_that_may_hold_a_bound_joker_is_tried(house: str) -> None:
    random = Random(house)
    for position in _made(frozen_position, HOUSES[house](), random, 30):
        assert not set(_possible(position)) - set(_tried(position)), position


def _made(make: Make, edition: Edition, random: Random, number: int) -> Iterator[Position]:
    """So many positions that came out; what they are asked may use the same source of chance in between."""
    made = (make(edition, random) for _ in repeat(None))
    return islice((position for position in made if position is not None), number)


def _possible(position: Position) -> Iterator[tuple[Tile, int]]:
    """Melds with jokers of the table that the joker rules do not refuse as such; a joker of a kind that is on the rack
    too lies with a tile of its old meld."""
    every, rack, verdict = _every(position), Counter(position.rack), Verdict(position)
    beside = {
        (joker, tile) for meld in position.table for joker in meld.tiles for tile in meld.tiles if tile in NUMBER_OF
    }
    for meld in melds_of(position.edition, in_order(every.elements()), cut_of(position, Bonds(position))):
        jokers = {
            joker
            for joker in meld.tiles
            if is_joker(joker) and (not rack[joker] or any((joker, tile) in beside for tile in meld.tiles))
        }
        if jokers and verdict.possible((meld,), every - Counter(meld.tiles), rack, ()):
            yield from ((joker, tally(meld.tiles)) for joker in jokers)


def _tried(position: Position) -> Iterator[tuple[Tile, int]]:
    every = _every(position)
    choices = Choices(position, every, lambda: True)
    yield from ((joker, tally(meld.tiles)) for joker in JOKERS for meld in choices.of_table(joker, every))


def _every(position: Position) -> Counter[Tile]:
    return Counter((*position.rack, *(tile for meld in position.table for tile in meld.tiles)))


@pytest.mark.parametrize("name", ["suomi", "original-classic", "classic-both"])
def test_a_meld_whose_joker_is_replaced_is_free(name: str) -> None:
    edition, random = HOUSES[name]() if name in HOUSES else editions.load(name), Random(6)
    for position in _made(freed_position, edition, random, 40):
        assert frozen_fault(position, random) is None, (position.table, position.rack)


def test_the_best_play_with_seven_bound_jokers_is_proved_soon() -> None:
    melds = "y4 y5 y6 C b8, y9 y10 y11 y12 y13, k9 C r11, y1 y2 y3, y7 y8 y9, J M k7, D M y2 k2, r5 r6 r7, b2 b3 b4"
    line = f"{melds}, y11 J y13 | r1 | opened"
    found = solve(from_layout(parse_position(line), HOUSES["twist-rack"]()), "tiles", Budget(200_000))
    assert found.status == "no-play"


def test_prices_prove_what_free_jokers_leave_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without them it takes 100,000 states."""
    monkeypatch.setattr(cover, "PRICED", 0)
    melds = "r9 r10 D r13, y7 D y10 y11, k9 k10 k11 k12, b6 C y8 y9 y10, b11 C y13"
    line = f"{melds} | k4 k13 r12 b2 b10 y11 | opened"
    found = solve(from_layout(parse_position(line), HOUSES["twist-rack"]()), "tiles", Budget(60_000))
    assert (found.status, found.tiles) == ("optimal", 5)


@pytest.mark.parametrize("house", ["twist-rack", "sabra-strict", "original-rack", "twist-new-set"])
def test_prices_change_no_answer(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "PRICED", -1)
    random = Random(9)
    for position in _made(frozen_position, HOUSES[house](), random, 15):
        assert frozen_fault(position, random) is None, (position.table, position.rack)


def test_an_opening_has_one_joker_in_a_meld(at: At) -> None:
    assert solve(at("| J J r13 k1 | unopened", "suomi")).status == "no-play"
    assert solve(at("| J J r13 k13 k11 k12 | unopened", "suomi")).status == "optimal"


@pytest.mark.parametrize(
    "name",
    [
        "suomi",
        "original-classic",
        "suomi-strict",
        "original-both",
        "original-new-set",
        "original-rack-set",
        "original-rack",
        "twist-rack",
    ],
)
def test_random_positions_agree_with_trying_every_table(name: str) -> None:
    edition, random = HOUSES[name]() if name in HOUSES else editions.load(name), Random(5)
    for position in _made(frozen_position, edition, random, 25):
        assert frozen_fault(position, random) is None, (position.table, position.rack)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("r7 r8 r9 J | r11 r12 y1", (1, 0, 1)),
        ("r7 r8 r9 J | r5 r6 r10 y5 y10 y11", (5, 0, 1)),
    ],
)
def test_a_frozen_meld_grows_into_one_that_would_fall_apart(line: str, left: tuple[int, int, int], at: At) -> None:
    here = at(line, "suomi")
    found = solve(here, "value")
    assert (found.status, found.value) == ("optimal", sum(int(tile[1:]) for tile in here.rack) - left[0])
    assert least_cost(here, "value") == left
