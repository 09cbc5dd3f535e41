"""First plays: from the rack alone, in the same turn with the table, and with the amount waived."""

from collections.abc import Callable

import pytest

from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.solver.solve import solve

At = Callable[..., Position]


@pytest.mark.parametrize(
    ("line", "played"),
    [
        ("| k10 r10 b10 | unopened", "k10 r10 b10"),
        ("| k9 r9 b9 | unopened", ""),
        ("| k9 r9 b9 k1 k2 k3 | unopened", "k1 k2 k3 k9 r9 b9"),
        ("| k9 k10 J | unopened", "k9 k10 J"),
        ("| k12 k13 J | unopened", "k12 k13 J"),
        ("| k8 k9 J | unopened", ""),
        ("k1 k2 k3 | k4 k10 r10 b10 | unopened", "k10 r10 b10"),
        ("k1 k2 k3 | k4 | unopened", ""),
        ("| k1 k2 k3 r1 r2 r3 b1 b2 b3 | unopened", ""),
        ("| k9 r9 b9 y9 | unopened", "k9 r9 b9 y9"),
    ],
)
def test_from_the_rack_alone(at: At, line: str, played: str) -> None:
    found = solve(at(line))
    assert " ".join(found.played) == " ".join(sorted(played.split(), key=_order))
    assert found.status == ("optimal" if played else "no-play")


def test_more_than_thirty(at: At) -> None:
    assert solve(at("| k10 r10 b10 | unopened", "suomi")).status == "no-play"
    assert solve(at("| k11 r11 b11 | unopened", "suomi")).tiles == 3


def test_the_opening_is_stated_and_the_old_melds_lie_untouched(at: At) -> None:
    found = solve(at("y8 r8 k8, b4 b5 b6 | k10 r10 b10 b7 | unopened"))
    assert found.play is not None
    assert [format_meld(meld) for meld in found.play.opening] == ["k10 r10 b10"]
    assert [format_meld(meld) for meld in found.play.table] == ["y8 r8 k8", "b4 b5 b6", "k10 r10 b10"]


@pytest.mark.parametrize("edition", ["sabra", "belgian-tournament", "xp-160"])
def test_the_table_in_the_same_turn(at: At, edition: str) -> None:
    found = solve(at("b4 b5 b6 | k10 r10 b10 b7 r1 | unopened", edition))
    assert found.played == ("k10", "r10", "b7", "b10")
    assert found.play is not None
    assert [format_meld(meld) for meld in found.play.opening] == ["k10 r10 b10"]


def test_the_opening_limits_what_else_is_laid(at: At) -> None:
    """Without the opening the two would lie on the run; it takes the group, and one of them with it."""
    position = at("r11 r12 r13, k7 k8 k9 | r10 k10 b10 k5 k6 | unopened", "sabra")
    found = solve(position)
    assert found.status == "optimal"
    assert {"r10", "k10", "b10"} <= set(found.played)


def test_tiles_of_the_opening_may_be_used_on(at: At) -> None:
    """b10 of the opening group ends in a run of the table."""
    found = solve(at("b7 b8 b9, b11 b12 b13, k10 y10 J | r10 k10 b10 y10 b6 | unopened", "sabra"))
    assert found.status == "optimal"
    assert found.tiles == 5


def test_no_opening_no_play_in_the_same_turn_either(at: At) -> None:
    assert solve(at("b4 b5 b6 | b7 b3 k9 r9 b9 | unopened", "sabra")).status == "no-play"


def test_the_last_turn_waives_the_amount(at: At) -> None:
    line = "b4 b5 b6 | b7 k1 k2 k3 | unopened | pool 0 | last turn"
    assert solve(at(line, "belgian-tournament")).tiles == 4
    assert solve(at(line, "sabra")).status == "no-play"


def test_without_an_own_meld_even_the_last_turn_opens_nothing(at: At) -> None:
    assert solve(at("b4 b5 b6 | b7 k1 | unopened | pool 0 | last turn", "belgian-tournament")).status == "no-play"


def _order(tile: str) -> tuple[int, int]:
    return ("krbyJ".index(tile[0]), int(tile[1:] or 0))
