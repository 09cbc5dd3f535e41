"""Positions: one door, all faults at once, and one line of notation for a whole position."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.cases import random_case
from tilerummy import editions
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.notation import format_position, parse_position
from tilerummy.rules.position import PositionError, from_layout, layout_of, position, tiles_left

ORIGINAL = editions.load("original")


def faults(line: str, edition: str = "original") -> list[tuple[str, int | None, str | None]]:
    """Code, meld and tile of every fault of a position line."""
    with pytest.raises(PositionError) as caught:
        from_layout(parse_position(line), editions.load(edition))
    return [(fault.code, fault.meld, fault.tile) for fault in caught.value.faults]


def test_the_rack_is_sorted() -> None:
    found = from_layout(parse_position("b4 b5 b6 | y1 J b3 k13 k2 | pool 12"), ORIGINAL)
    assert found.rack == ("k2", "k13", "b3", "y1", "J")
    assert (found.opened, found.pool, found.last_turn) == (True, 12, False)


def test_all_faults_at_once() -> None:
    found = faults("b4 b5 b7, b4 b5 b6 b7, b4 b5 b6 | J J J D | pool 999")
    assert ("too-many-copies", None, "b4") in found
    assert ("too-many-copies", None, "J") in found
    assert ("too-many-copies", None, "D") in found
    assert ("pool-out-of-range", None, None) in found
    assert [meld for code, meld, _ in found if code.startswith("run")] == [0]


def test_each_edition_has_its_own_box() -> None:
    line = "b4 b5 b6, b4 b5 b6, b4 b5 b6 | J J J J"
    from_layout(parse_position(line), editions.load("xp-160"))
    assert {code for code, _, _ in faults(line)} == {"too-many-copies"}
    assert faults("b2 J J b5 | k1", "suomi") == [("too-many-jokers", 0, None)]


def test_what_is_no_tile() -> None:
    with pytest.raises(PositionError) as caught:
        position(edition=ORIGINAL, table=[Meld(("b4", "q5", "b6"))], rack=["x", "b1"], opened=True, pool=-1)
    assert [(fault.code, fault.meld, fault.tile) for fault in caught.value.faults] == [
        ("unknown-tile", 0, "q5"),
        ("unknown-tile", None, "x"),
        ("pool-out-of-range", None, None),
    ]


def test_a_pool_that_is_not_named_holds_what_is_not_in_sight() -> None:
    assert from_layout(parse_position("b4 b5 b6 | k1 k2"), ORIGINAL).pool == 101
    assert tiles_left(ORIGINAL, [Meld(("b1",) * 60)], ["k1"] * 60) == 0


@given(st.sampled_from(editions.names()), st.integers(0, 10_000))
def test_a_position_is_one_line(name: str, seed: int) -> None:
    edition = editions.load(name)
    case = random_case(edition, Random(seed))
    if case is not None:
        line = format_position(layout_of(case[0]))
        assert "\n" not in line
        assert from_layout(parse_position(line), edition) == case[0]
