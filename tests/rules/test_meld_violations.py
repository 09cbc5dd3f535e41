"""What is wrong with a meld: every code, everything at once, each with a point of the rules card and its section."""

from random import Random

import pytest

from tilerummy import editions
from tilerummy.messages import languages, text
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.melds.readings import Meld, meld_violations, readings
from tilerummy.rules.notation import parse_meld
from tilerummy.rules.tiles import KINDS

# edition, meld, codes with their tiles
CASES: tuple[tuple[str, str, list[tuple[str, str | None]]], ...] = (
    ("original", "b8 b9", [("too-short", None)]),
    ("original", "D b3 b4", [("foreign-joker", "D")]),
    ("original", "k7 M k7 D", [("foreign-joker", "D"), ("foreign-joker", "M")]),
    ("twist", "J J J", [("only-jokers", None)]),
    ("twist", "J J", [("too-short", None), ("only-jokers", None)]),
    ("suomi", "J b8 J", [("too-many-jokers", None)]),
    ("original", "b4 k9 r12", [("not-run-nor-group", None)]),
    ("original", "group: b4 b5 b6", [("stated-reading-impossible", None)]),
    ("original", "b3 J=b7 b5", [("stated-reading-impossible", "J")]),
    ("original", "b6 b5 b4", [("run-order", None)]),
    ("original", "b4 b6 b7", [("run-gap", "b6")]),
    ("original", "b4 b5 b5 b6", [("run-repeats", "b5")]),
    ("original", "b12 b13 b1", [("run-wraps", "b1")]),
    ("original", "b12 b13 J", [("run-past-edge", "J")]),
    ("original", "J b1 b2 b4", [("run-order", None)]),
    ("original", "J b1 b2 b7", [("run-gap", "b7"), ("run-past-edge", "J")]),
    ("original", "b4 b5 r6", [("run-colours", "r6")]),
    ("original", "b1 b3 r4 b5", [("run-gap", "b3"), ("run-colours", "r4")]),
    ("twist", "b11 b12 D", [("double-at-edge", "D")]),
    ("twist", "b8 D b10", [("double-one-number", "D")]),
    ("twist", "b8 D r11", [("run-colours", "r11")]),
    ("twist", "y2 y3 C r4", [("two-colour-no-number", "C")]),
    ("twist", "y2 y3 C y5", [("two-colour-same-colour", "C")]),
    ("twist", "r3 C b3", [("two-colour-in-group", "C")]),
    ("original", "k7 r7 b8", [("group-numbers", "b8")]),
    ("original", "k7 r7 r7", [("group-colour-twice", "r7")]),
    ("original", "k7 r7 b7 y7 J", [("group-too-large", None)]),
    ("twist", "r8 b8 k8 D", [("group-too-large", None)]),
    ("xp-160", "r5 b5 k5 y5 r5", [("group-colour-twice", "r5"), ("group-too-large", None)]),
    ("twist", "r8 M r8 M r8", [("mirror-two-centres", "M")]),
    ("twist", "r2 r3 M r3", [("mirror-not-symmetric", "M")]),
    ("twist", "r2 r3 M r4 r3", [("mirror-not-symmetric", "M")]),
    ("twist", "r2 r3 M b3 b2", [("mirror-colours", "M")]),
    ("twist", "k7 r7 M y7 b7", [("mirror-colours", "M")]),
    ("twist", "J C b4 M b4 b3 b2", [("mirror-two-colour-alone", "C")]),
    ("twist", "k7 r7 C M k7 r7 C", [("two-colour-in-group", "C")]),
    ("twist", "r12 r13 M r13 r12", [("mirror-no-middle", "M")]),
    ("twist", "r2 r4 M r4 r2", [("run-gap", "r4"), ("run-gap", "r4")]),
    ("past-one", "b13 b1 b2", [("run-past-one", "b2")]),
    ("past-one", "b12 J b1 J", [("run-past-one", "J")]),
    ("past-one", "b12 b13 J J", [("run-past-one", "J")]),
    ("past-one", "b12 b13 D", [("run-past-one", "D")]),
    ("past-one", "b13 J b2", [("run-past-one", "b2")]),
    ("past-one", "b1 b12 b13", [("run-order", None)]),
    ("past-one", "J b1 b2 b7", [("run-gap", "b7"), ("run-past-edge", "J")]),
    ("past-one", "b11 b13 b1", [("run-gap", "b13")]),
    ("past-one", "b12 C b1", [("two-colour-same-colour", "C")]),
    ("past-one", "r12 r13 r1 M r1 r13 r12", [("run-wraps", "r1"), ("run-wraps", "r1")]),
    ("past-one", "J=b1 b12 b13 b1", [("stated-reading-impossible", "J")]),
    ("two-a-side", "r5 M r5", [("mirror-side-too-small", "M")]),
    ("three-a-side", "k7 r7 b7 y7 M y7 b7 r7 k7", [("mirror-side-too-large", "M")]),
)


def edition_of(name: str) -> Edition:
    if name == "two-a-side":
        return change(editions.load("twist"), {"jokers.mirror_min_per_side": 2})
    if name == "past-one":
        return change(editions.load("twist"), {"runs.past_last": "one"})
    if name == "three-a-side":
        return change(editions.load("twist"), {"jokers.mirror_group_most_per_side": 3})
    return editions.load(name)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}: {case[1]}")
def test_everything_that_is_wrong(case: tuple[str, str, list[tuple[str, str | None]]]) -> None:
    name, meld, wanted = case
    found = meld_violations(parse_meld(meld), edition_of(name))
    assert sorted((violation.code, violation.tile or "") for violation in found) == sorted(
        (code, tile or "") for code, tile in wanted
    )


def test_every_code_has_a_case_and_a_sentence_in_every_language() -> None:
    for name, meld, _ in CASES:
        for violation in meld_violations(parse_meld(meld), edition_of(name)):
            for lang in languages():
                said = text(lang, f"violation.{violation.code}", **(violation.params or {}), tile=violation.tile or "")
                assert said
                assert "{{" not in said


@pytest.mark.parametrize("name", editions.names())
def test_an_illegal_meld_has_violations_on_the_card_and_a_legal_one_has_none(name: str) -> None:
    edition = editions.load(name)
    points = {point.key: point.ref for point in card(edition)}
    random = Random(7)
    for _ in range(600):
        few = random.sample(KINDS, random.randint(1, 4))
        meld = Meld(tuple(random.choice(few) for _ in range(random.randint(1, 7))))
        found = meld_violations(meld, edition)
        assert bool(found) != bool(readings(meld, edition)), meld
        for violation in found:
            assert violation.meld is None
            assert violation.ref == points[violation.point]
