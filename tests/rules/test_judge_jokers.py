"""Jokers of the table in editions and house rules that restrict them (rules 4.7, 4.8, 4.9, 2.5 TW15)."""

import pytest

from tests.rules.test_judge_worked import verdict
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.judge.judge import Illegal

SUOMI = editions.load("suomi")
CLASSIC = editions.load("original-classic")
ORIGINAL = editions.load("original")


def codes(edition: Edition, position: str, table: str) -> list[str]:
    """The codes of a play's violations; none when it is legal."""
    found = verdict(edition, position, table)
    return [violation.code for violation in found.violations] if isinstance(found, Illegal) else []


@pytest.mark.parametrize(
    ("position", "table", "wrong"),
    [
        # a run with a joker: extended, not touched otherwise
        ("b6 b7 J | b9", "b6 b7 J b9", []),
        ("b6 b7 J | b5 b9 b10", "b5 b6 b7 J b9 b10", []),
        ("b6 J b8 b9 | b5", "b5 b6 J, b8 b9", ["too-short"]),
        ("b5 b6 J b8 b9 b10 | k1 k2 k3", "b5 b6 J, b8 b9 b10, k1 k2 k3", ["joker-not-replaced"]),
        ("b6 b7 J | b5", "J b5 b6 b7", ["joker-not-replaced"]),
        ("b6 b7 J, b8 k8 r8 y8 | b9", "b6 b7 J b9, b8 k8 r8 y8", []),
        # extended with tiles of the table
        ("b6 b7 J, b9 b10 b11 b12 | k12 r12", "b6 b7 J b9, b10 b11 b12, k12 r12", ["too-short"]),
        ("b6 b7 J, b9 k9 r9 y9 | k1 k2 k3", "b6 b7 J b9, k9 r9 y9, k1 k2 k3", []),
        # the joker replaced by its tile from the rack, and into a set of rack tiles
        ("b6 b7 J | b8 k1 k2", "b6 b7 b8, k1 k2 J", []),
        ("b6 b7 J | b8 b9 k1 k2", "b6 b7 b8 b9, k1 k2 J", []),
        ("b6 b7 J, k3 k4 k5 k6 | b8 k1", "b6 b7 b8, k1 J k3, k4 k5 k6", ["joker-not-in-rack-set"]),
        ("b6 b7 J, k3 k4 k5 | b8", "b6 b7 b8, J k3 k4 k5", ["joker-not-in-rack-set"]),
        ("b6 b7 J | b8", "J b6 b7 b8", ["joker-not-in-rack-set"]),
        # by its tile from the table
        ("b6 b7 J, b8 k8 r8 y8 | k1 k2", "b6 b7 b8, k8 r8 y8, k1 k2 J", ["joker-not-from-rack"]),
        # ... which cannot be told when the rack lays the same tile elsewhere
        ("b6 b7 J, b8 k8 r8 y8 | b8 k1 k2", "b6 b7 b8, b8 k8 r8 y8, k1 k2 J", []),
        # a group: either missing colour, then fixed
        ("b3 r3 J | k3 k9 k10", "b3 r3 k3, k9 k10 J", []),
        ("b3 r3 J | y3", "b3 r3 J y3", []),
        ("b3 r3 y3 J | k3 k9 k10", "b3 r3 y3 k3, k9 k10 J", []),
        ("b3 r3 y3 J | b9 b10 b11", "r3 y3 J, b3 b4 b5", ["not-on-rack"]),
        ("b3 r3 y3 J, b4 b5 b6 b7 | k1 k2 k3", "r3 y3 J, b3 b4 b5 b6 b7, k1 k2 k3", ["joker-not-in-rack-set"]),
        ("b3 r3 J | y3 k3 k9 k10", "b3 r3 y3 k3, k9 k10 J", []),
        # two jokers change hands: one rack tile cannot pay for both
        ("b6 b7 J, b6 b7 J | b8 k1 k2 y1 y2", "b6 b7 b8, b6 b7 J, k1 k2 J, y1 y2 k2", ["not-on-rack"]),
        ("b6 b7 J, b6 b7 J | b8 b8 k1 k2 y1 y2", "b6 b7 b8, b6 b7 b8, k1 k2 J, y1 y2 J", []),
        # a set with a joker may be joined to another that is extended by it
        ("b3 b4 J, b6 b7 b8 | k1 k2 k3", "b3 b4 J b6 b7 b8, k1 k2 k3", []),
        ("b3 b4 J, J b6 b7 | b5 k1 k2", "b3 b4 b5, J b6 b7, k1 k2 J", []),
    ],
)
def test_suomi(position: str, table: str, wrong: list[str]) -> None:
    found = codes(SUOMI, position, table)
    assert set(wrong) <= set(found)
    assert bool(wrong) == bool(found), found


@pytest.mark.parametrize(
    ("position", "table", "wrong"),
    [
        ("b4 J b6 b7 | b5 k9 k10 r7 k7", "b4 b5 b6, b7 r7 k7, k9 k10 J", []),
        ("b4 J b6 b7 b8 | b5 b6 r9 k9", "b4 b5 b6, b6 b7 b8, r9 k9 J", []),
        # what replaced the joker goes on too, even beside it
        ("r5 k5 y5 J | b5 b6 b7 r9 k9", "k5 y5 r5, b5 b6 b7, r9 k9 J", []),
        ("r5 k5 y5 J | b5 b6", "r5 k5 y5, b5 b6 J", []),
        # the joker still goes with two tiles of the rack
        ("b4 J b6 b7, k7 r7 y7 | b5 r9 k9", "b4 b5 b6, b7 k7 r7 y7, r9 k9 J", []),
        ("b4 J b6 b7, k9 r9 y9 b9 | b5 k7 r7 y7", "b4 b5 b6, b7 k7 r7 y7, k9 r9 J, y9 b9", ["too-short"]),
        ("b4 J b6 b7, k9 r9 y9 | b5 k7 r7", "b4 b5 b6, b7 k7 r7, k9 r9 y9 J", ["joker-not-in-rack-set"]),
        # one tile replaces one joker, from the rack and not from a set that was freed
        (
            "b4 J b6 b7, r5 k5 y5 J | b5 k9 k10 r7 k7 y3 y4",
            "b4 b5 b6, b7 r7 k7, r5 k5 y5, k9 k10 J, y3 y4 J",
            ["joker-not-replaced"],
        ),
        ("b4 J b6 b7, r7 k7 J | b5 k9 k10 y3 y4", "b4 b5 b6, r7 k7 b7, k9 k10 J, y3 y4 J", ["joker-not-replaced"]),
        # a joker of another set still closes that one
        ("b4 J b6 b7, k7 r7 y7 J | b5 k9 k10", "b4 b5 b6, b7 k7 r7 y7 J, k9 k10 J", ["group-too-large"]),
        ("b4 J b6 b7, r7 k7 J y7 | b5 k9 k10 y8 y9", "b4 b5 b6, b7 k7 r7, y7 y8 y9, k9 k10 J J", ["too-many-jokers"]),
    ],
)
def test_a_replaced_joker_frees_its_set(position: str, table: str, wrong: list[str]) -> None:
    found = codes(SUOMI, position, table)
    assert bool(wrong) == bool(found), found
    assert set(wrong) <= set(found)
    if not wrong:
        assert codes(change(SUOMI, {"jokers.sets": "frozen"}), position, table) == ["joker-set-broken"]


def test_all_jokers_of_a_set_are_replaced_before_it_is_free() -> None:
    assert codes(CLASSIC, "b4 J b6 J | b5 k7 r7 y7", "b4 b5 b6, k7 r7 y7 J, J") != []
    assert codes(CLASSIC, "b4 J b6 b7 b8 J | b5 r9 k9", "b4 b5 b6 b7 b8, r9 k9 J, J") != []
    assert codes(CLASSIC, "b4 J b6 b7 b8 J | b5 r8 k8", "b4 b5 b6 b7, b8 r8 k8 J J") != []
    assert codes(CLASSIC, "b4 J b6 b7 b8 J | b5 b9 r4 k4", "b4 r4 k4 J, b5 b6 b7 b8 b9 J") == []


def test_both_missing_tiles_free_a_set() -> None:
    edition = change(CLASSIC, {"jokers.group_needs": "both"})
    assert codes(edition, "b3 r3 J | y3 y4 y5 k9 k10", "y3 y4 y5, b3 r3 k9 k10 J") != []
    assert codes(edition, "b3 r3 J | y3 k3 y4 y5 k9 k10", "b3 r3 k3, y3 y4 y5, k9 k10 J") == []
    assert codes(edition, "b3 r3 J | y3 y4 y5 b2 b4 k9 k10 r4 r5", "b2 b3 b4, r3 r4 r5, y3 y4 y5, k9 k10 J") == [
        "joker-not-replaced"
    ]


def test_suomi_allows_one_joker_in_a_set() -> None:
    assert codes(SUOMI, "b3 r3 J | J", "b3 r3 J J") == ["too-many-jokers"]
    assert codes(CLASSIC, "b3 r3 J | J", "b3 r3 J J") == []


def test_suomi_names_the_set() -> None:
    found = verdict(SUOMI, "k4 k5 k6, b6 b7 J | b5", "k4 k5 k6, J b5 b6 b7")
    assert isinstance(found, Illegal)
    (violation,) = found.violations
    assert (violation.meld, violation.tile, violation.params) == (1, "J", {"set": "b6 b7 J"})
    assert violation.point == "jokers.sets"
    assert violation.ref == SUOMI.ref("jokers.sets")


@pytest.mark.parametrize(
    ("position", "table", "wrong"),
    [
        ("b6 b7 J | b8", "J b6 b7 b8", []),
        ("b6 b7 J, k3 k4 k5 | b8", "b6 b7 b8, J k3 k4 k5", []),
        ("b6 b7 J, b8 k8 r8 y8 | k1 k2", "b6 b7 b8, k8 r8 y8, k1 k2 J", ["joker-not-from-rack"]),
        ("b6 J J | b7", "b6 b7 J J", []),
        ("b6 J J | b7 k1 k2", "b6 b7 J, k1 k2 J", []),
        ("b6 J J | b8 k1 k2", "b6 J b8, k1 k2 J", []),
        ("b6 J J | b5", "b5 b6 J J", []),
        ("b6 J J | b5 k1 k2", "b5 b6 J, k1 k2 J", ["joker-not-replaced"]),
    ],
)
def test_classic(position: str, table: str, wrong: list[str]) -> None:
    assert codes(CLASSIC, position, table) == wrong


def test_new_set() -> None:
    edition = change(ORIGINAL, {"jokers.freed": "new-set"})
    assert codes(edition, "b3 r3 J, k9 k10 k11 | y3", "b3 r3 y3, k9 k10 k11 J") == ["joker-not-in-new-set"]
    assert codes(edition, "b3 r3 J, k9 k10 k11 k12 | y3 k8", "b3 r3 y3, k8 k9 J, k10 k11 k12") == []
    assert codes(edition, "b6 b7 J | b4", "b4 J b6 b7") == []
    # the same tiles from the rack make a new set beside the old one
    assert codes(edition, "b3 r3 J, k9 k10 k11 | y3 k9 k10 k11", "b3 r3 y3, k9 k10 k11, k9 k10 k11 J") == []


def test_rack_set_where_sets_are_free() -> None:
    edition = change(ORIGINAL, {"jokers.freed": "rack-set"})
    assert codes(edition, "b3 r3 J | y3 k9 k10", "b3 r3 y3, k9 k10 J") == []
    assert codes(edition, "b3 r3 J, k9 k10 k11 k12 | y3 k8", "b3 r3 y3, k8 k9 J, k10 k11 k12") == [
        "joker-not-in-rack-set"
    ]
    assert codes(edition, "r2 r3 J r5 r6 | r4 r7", "r2 r3 r4, J r5 r6 r7") == []


def test_paid_from_the_rack_where_sets_are_free() -> None:
    edition = change(ORIGINAL, {"jokers.retrieval": "rack"})
    assert codes(edition, "b6 b7 J | b8 k1 k2", "b6 b7 b8, k1 k2 J") == []
    assert codes(edition, "b6 b7 J | b5 k1 k2", "b5 b6 b7, k1 k2 J") == ["joker-not-from-rack"]
    assert codes(edition, "b6 b7 J, b8 k8 r8 y8 | k1 k2", "b6 b7 b8, k8 r8 y8, k1 k2 J") == ["joker-not-from-rack"]
    assert codes(edition, "b6 b7 J | b4", "b4 J b6 b7") == []


def test_both_missing_tiles() -> None:
    edition = change(ORIGINAL, {"jokers.group_needs": "both"})
    assert codes(edition, "b3 r3 J | y3 k9 k10", "b3 r3 y3, k9 k10 J") == ["joker-needs-both"]
    assert codes(edition, "b3 r3 J | y3 k3 k9 k10", "b3 r3 y3 k3, k9 k10 J") == []
    assert codes(edition, "b3 r3 J | y3", "b3 r3 y3 J") == []
    # taken apart, the set frees its joker without either
    assert codes(edition, "b3 r3 J | b2 b4 r4 r5 k9 k10", "b2 b3 b4, r3 r4 r5, k9 k10 J") == []
    # a group of four lacks nothing
    assert codes(edition, "b3 r3 y3 J | k3 k9 k10", "b3 r3 y3 k3, k9 k10 J") == []
    # the other copies of the tiles make the group, the old ones lie elsewhere
    assert codes(edition, "b3 r3 J | b3 r3 y3 b2 b4 r4 r5 k9 k10", "b3 r3 y3, b2 b3 b4, r3 r4 r5, k9 k10 J") == []


def test_what_lies_in_an_illegal_meld_is_not_blamed_on_jokers() -> None:
    assert codes(SUOMI, "b6 b7 J | b8 b11", "b6 b7 J b11 b8") != []
    assert "joker-not-replaced" not in codes(SUOMI, "b6 b7 J | b8 b11", "b6 b7 J b11 b8")


def test_only_together_the_rules_fail() -> None:
    # each joker can be paid by the one b8 of the rack, but not both
    position = "b6 b7 J, b8 k8 r8 y8, b9 b10 b11, b6 b7 J | b8 k1 k2 y1 y2"
    table = "b6 b7 b8 b9 b10 b11, k8 r8 y8, b6 b7 b8, k1 k2 J, y1 y2 J"
    found = codes(change(SUOMI, {"tiles.copies": 2}), position, table)
    assert found == ["joker-not-from-rack"], found
