"""The worked examples of the rulebooks, as whole plays under the edition files (rules 2.7, 3.1, 3.2, 3.3).

Where an example only shows how a joker gets free, the play goes on and lays it with `k9 k10` from the rack.
"""

from typing import NamedTuple

import pytest

from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.judge.judge import Illegal, Legal, judge
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import from_layout

FROZEN = tuple(name for name in editions.names() if editions.load(name).jokers.sets != "free")
TWIST = ("twist", "twist-international")
FREE = tuple(name for name in editions.names() if name not in FROZEN)
ONE = tuple(name for name in editions.names() if editions.load(name).jokers.group_needs == "one")
BOTH = tuple(name for name in editions.names() if name not in ONE)


class Worked(NamedTuple):
    """`codes`: what the editions that forbid it say at least; none for a legal play."""

    name: str
    position: str
    table: str
    legal: tuple[str, ...]
    illegal: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


ALL = editions.names()
J_ONLY = tuple(name for name in FREE if name not in TWIST)

WORKED = (
    Worked("3.1 group", "| k7 r7 b7 y7 k1", "k7 r7 b7 y7", ALL),
    Worked("3.1 run", "| b3 b4 b5 b6 k1", "b3 b4 b5 b6", ALL),
    Worked("3.1 run of 003", "| r8 r9 r10 k1", "r8 r9 r10", ALL),
    Worked("3.1 group of 003", "| y13 r13 b13 k1", "y13 r13 b13", ALL),
    Worked("3.1 no 1 after 13", "| k12 k13 k1 r1", "k12 k13 k1", (), ALL),
    Worked("M1", "b4 b5 b6, y8 r8 k8 | b3 b8", "b3 b4 b5 b6, y8 r8 k8 b8", ALL),
    Worked("M2", "b4 r4 y4 k4 | b3 b5 b6", "r4 y4 k4, b3 b4 b5 b6", ALL),
    Worked("M3", "b8 b9 b10 | b11 k8 y8", "b9 b10 b11, b8 k8 y8", ALL),
    Worked("M4", "r4 r5 r6 r7 r8 | r6", "r4 r5 r6, r6 r7 r8", ALL),
    Worked("M5", "y1 y2 y3 y4, k1 r1 b1 y1 | b1", "b1 y1 r1, y2 y3 y4, k1 b1 y1", ALL),
    Worked(
        "M6",
        "y5 y6 y7, r5 r6 r7, k5 k6 k7 k8 k9 | k10 b5",
        "y5 r5 k5 b5, y6 r6 k6, y7 r7 k7, k8 k9 k10",
        ALL,
    ),
    Worked("J1a", "b3 r3 J | y3 k9 k10", "b3 r3 y3, k9 k10 J", ONE, BOTH, ("joker-not-replaced",)),
    Worked("J1b", "b3 r3 J | y3 k3 k9 k10", "b3 r3 y3 k3, k9 k10 J", ALL),
    Worked("J1c", "b3 r3 J | k3 k9 k10", "b3 r3 k3, k9 k10 J", ONE, BOTH, ("joker-not-replaced",)),
    Worked("J1 kept", "b3 r3 J | y3 k9 k10", "b3 r3 y3", (), ALL, ("joker-to-rack",)),
    Worked("J1 stays", "b3 r3 J | y3 k9 k10", "b3 r3 J y3", ALL),
    Worked("J2", "r2 r3 J r5 r6 | r1 r7 k9 k10", "r1 r2 r3, r5 r6 r7, k9 k10 J", FREE, FROZEN, ("joker-not-replaced",)),
    Worked("J3", "b6 b7 J | b5 k9 k10", "b5 b6 b7, k9 k10 J", FREE, FROZEN, ("joker-not-replaced",)),
    Worked("J3 by its tile", "b6 b7 J | b8 k9 k10", "b6 b7 b8, k9 k10 J", ALL),
    Worked("J3'", "b6 b7 J | b4", "b4 J b6 b7", FREE, FROZEN, ("joker-not-replaced",)),
    Worked("J3' stated", "b6 b7 J=b8 | b4", "b4 J=b5 b6 b7", FREE, FROZEN, ("joker-not-replaced",)),
    Worked(
        "J4",
        "k1 k2 J, b1 y1 r1, b2 y2 r2 | k9 k10",
        "b1 y1 r1 k1, b2 y2 r2 k2, k9 k10 J",
        FREE,
        FROZEN,
        ("joker-not-replaced",),
    ),
    Worked(
        "J4 without a rack tile",
        "k1 k2 J, b1 y1 r1, b2 y2 r2, y9 y10 y11 | k9",
        "b1 y1 r1 k1, b2 y2 r2 k2, y9 y10 y11 J",
        (),
        ALL,
        ("no-rack-tile",),
    ),
    Worked("X1", "b2 D b5 | b3 b4 k9 r9", "b2 b3 b4 b5, k9 r9 D", TWIST),
    Worked("X2", "b2 D b5 | b3", "b2 b3 D b5", (), TWIST),
    Worked("X3", "b3 r3 D | y3 r10 r13", "b3 r3 y3, r10 D r13", TWIST),
    Worked("X4", "b3 r3 D | y3 k3", "b3 r3 y3 k3", (), TWIST, ("joker-to-rack",)),
    Worked("X6", "y2 y3 C | y4 b11 b12", "y2 y3 y4, C b11 b12", TWIST),
    Worked("X7", "y2 y3 C | y5", "y2 y3 C y5", (), TWIST),
    Worked("X7 in another colour", "y2 y3 C | r5", "y2 y3 C r5", TWIST),
    Worked("X8", "r2 r3 M r3 r2 | r1 r1", "r1 r2 r3 M r3 r2 r1", TWIST),
    Worked("X10", "r2 r3 M r3 r2 | r4", "r2 r3 r4 M r3 r2", (), TWIST),
    Worked("X11", "r2 r3 r4 M r4 r3 r2 | b9 b9", "r2 r3 r4, r2 r3 r4, b9 M b9", TWIST),
    Worked("a double joker in another box", "| b2 b5", "b2 D b5", (), (*FROZEN, *J_ONLY), ("not-on-rack",)),
    Worked("X13 regular", "b3 r3 J | y3 k9 k10 | unopened", "b3 r3 y3, k9 k10 J", (), ALL),
    Worked(
        "X13 double", "b2 D b5 | b3 b4 k9 r9 | unopened", "b2 b3 b4 b5, k9 r9 D", (), TWIST, ("joker-before-opening",)
    ),
    Worked(
        "X13 mirror",
        "r2 r3 r4 M r4 r3 r2 | b9 b9 | unopened",
        "r2 r3 r4, r2 r3 r4, b9 M b9",
        (),
        TWIST,
        ("joker-before-opening",),
    ),
)


def verdict(edition: Edition, position: str, table: str, opening: str = "") -> Legal | Illegal:
    """Judge a play given in notation."""
    play = Play(parse_position(opening).table, parse_position(table).table)
    return judge(from_layout(parse_position(position), edition), play)


@pytest.mark.parametrize(
    ("worked", "name"),
    [pytest.param(worked, name, id=f"{worked.name}-{name}") for worked in WORKED for name in worked.legal],
)
def test_legal(worked: Worked, name: str) -> None:
    found = verdict(editions.load(name), worked.position, worked.table)
    assert isinstance(found, Legal), found


@pytest.mark.parametrize(
    ("worked", "name"),
    [pytest.param(worked, name, id=f"{worked.name}-{name}") for worked in WORKED for name in worked.illegal],
)
def test_illegal(worked: Worked, name: str) -> None:
    found = verdict(editions.load(name), worked.position, worked.table)
    assert isinstance(found, Illegal)
    codes = {violation.code for violation in found.violations}
    assert codes >= set(worked.codes)
    assert all(violation.ref and violation.point for violation in found.violations)


@pytest.mark.parametrize("name", TWIST)
def test_x3_is_illegal_where_both_tiles_are_needed(name: str) -> None:
    strict = change(editions.load(name), {"jokers.double_needs": "both"})
    found = verdict(strict, "b3 r3 D | y3 r10 r13", "b3 r3 y3, r10 D r13")
    assert isinstance(found, Illegal)
    assert [violation.code for violation in found.violations] == ["double-needs-both"]
    assert isinstance(verdict(strict, "b3 r3 D | y3 k3 r10 r13", "b3 r3 y3 k3, r10 D r13"), Legal)


def test_j1a_is_illegal_where_both_missing_tiles_are_needed() -> None:
    strict = change(editions.load("original"), {"jokers.group_needs": "both"})
    found = verdict(strict, "b3 r3 J | y3 k9 k10", "b3 r3 y3, k9 k10 J")
    assert isinstance(found, Illegal)
    assert [violation.code for violation in found.violations] == ["joker-needs-both"]
    assert isinstance(verdict(strict, "b3 r3 J | y3 k3 k9 k10", "b3 r3 y3 k3, k9 k10 J"), Legal)
