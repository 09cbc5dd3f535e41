"""Readings of melds: the test cases of rules 2.6 literally, the readings TW1-TW20, statements, strict switches."""

import pytest

from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.melds.readings import Meld, meld_violations, readings, relaid
from tilerummy.rules.notation import format_meld, parse_meld

ILLEGAL = None
UP = " ".join(f"r{number}" for number in range(1, 14))
DOWN = " ".join(f"r{number}" for number in range(13, 0, -1))

# number of the case, meld as laid, opening value under 000, and where it differs under EN
CASES: tuple[tuple[str, str, int | None, int | None], ...] = (
    ("1", "b2 D b5", 14, 14),
    ("2", "b3 r3 D", 12, 12),
    ("3", "D b5", ILLEGAL, ILLEGAL),
    ("4", "group: b3 D", ILLEGAL, ILLEGAL),
    ("5", "D b3 b4", 10, 10),
    ("6", "D b2 b3", ILLEGAL, ILLEGAL),
    ("7", "b10 b11 D", 46, 46),
    ("8", "b11 b12 D", ILLEGAL, ILLEGAL),
    ("10", "b8 D b10", ILLEGAL, ILLEGAL),
    ("11", "b8 D r11", ILLEGAL, ILLEGAL),
    ("12", "r8 b8 k8 D", ILLEGAL, ILLEGAL),
    ("14", "D D b5", 15, 15),
    ("16 as a group", "group: r3 D J", 12, 12),
    ("16 as a run", "run: r3 D J", 18, 18),
    ("19", "b5 D J b9", 35, 35),
    ("20", "y2 y3 C r5", 14, 14),
    ("21", "y2 y3 C r4", ILLEGAL, ILLEGAL),
    ("23", "y2 y3 C", 9, 9),
    ("24", "y2 y3 C r5", 14, 14),
    ("25", "C r5 r6", 15, 15),
    ("26", "r3 C b3", ILLEGAL, ILLEGAL),
    ("27", "y3 C r5", 12, 12),
    ("28", "y6 C r8 C b10", 40, 40),
    ("30", "y6 C C b9", 30, 30),
    ("32", "C r8 C", 24, 24),
    ("35", "y2 y3 C J r6", 20, 20),
    ("37", "J C b5 b6", 18, 18),
    ("39", "r2 r3 M r3 r2", 14, 10),
    ("40", "r2 r3 M r3", ILLEGAL, ILLEGAL),
    ("41", "r2 r3 M b3 b2", ILLEGAL, ILLEGAL),
    ("43", "r2 r3 M", ILLEGAL, ILLEGAL),
    ("45", "k7 r7 M r7 k7", 35, 28),
    ("46", "k7 r7 M k7 r7", 35, 28),
    ("47", "k7 r7 M y7 b7", ILLEGAL, ILLEGAL),
    ("49", "r6 r7 r8 M r8 r7 r6", 51, 42),
    ("50", "r8 M r8 M r8", ILLEGAL, ILLEGAL),
    ("51", "r6 r7 r8 M r8 J r6", 51, 42),
    ("52", "r6 r7 r8 r9 M D D", 70, 60),
    ("55", "b6 C r8 M r8 C b6", 51, 42),
    ("57", "r5 M r5", 15, 10),
    ("58", "r8 r7 M r7 r8", 39, 30),
    ("59", "r12 r13 M r13 r12", ILLEGAL, 50),
    ("59 relaid", "r13 r12 M r12 r13", 61, 50),
    ("60", f"{UP} M {DOWN}", ILLEGAL, 182),
    ("62", "k7 D M r7 b7 k7", 49, 42),
    ("63", "k7 r7 b7 y7 M y7 b7 r7 k7", 63, 56),
    ("65 as a run", "run: J b8 J", 24, 24),
    ("65 as a group", "group: J b8 J", 24, 24),
    ("66", "b12 b13 J", ILLEGAL, ILLEGAL),
)

RELAID = (
    ("8", "b11 b12 D", "D b11 b12", "D b11 b12"),
    ("58", "r8 r7 M r7 r8", "r7 r8 M r8 r7", "r7 r8 M r8 r7"),
    ("59", "r12 r13 M r13 r12", "r13 r12 M r12 r13", None),
    ("60", f"{UP} M {DOWN}", None, None),
    ("66", "b12 b13 J", "J b12 b13", "J b12 b13"),
)


def best(text: str, edition: Edition) -> int | None:
    found = readings(parse_meld(text), edition)
    return found[0].value if found else None


def texts(text: str, name: str = "twist") -> list[tuple[str, list[str], int]]:
    return [
        (reading.kind, reading.texts(), reading.value) for reading in readings(parse_meld(text), editions.load(name))
    ]


def with_jokers(**jokers: object) -> Edition:
    return change(editions.load("twist"), {f"jokers.{word}": value for word, value in jokers.items()})


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"T{case[0]}")
def test_cases_of_2_6(case: tuple[str, str, int | None, int | None]) -> None:
    _, meld, value, international = case
    assert best(meld, editions.load("twist")) == value
    assert best(meld, editions.load("twist-international")) == international


@pytest.mark.parametrize("case", RELAID, ids=lambda case: f"T{case[0]}")
def test_relaid_of_2_6(case: tuple[str, str, str | None, str | None]) -> None:
    _, text, order, international = case
    for name, wanted in (("twist", order), ("twist-international", international)):
        found = relaid(parse_meld(text), editions.load(name))
        assert (None if found is None else format_meld(found)) == wanted


@pytest.mark.parametrize("name", editions.names())
def test_sets_named_as_examples(name: str) -> None:
    edition = editions.load(name)
    assert [best(text, edition) for text in ("k7 r7 b7 y7", "b3 b4 b5 b6", "r8 r9 r10", "y13 r13 b13")] == [
        28,
        18,
        27,
        39,
    ]
    assert best("b12 b13 b1", edition) is None


def test_what_each_tile_stands_for() -> None:
    assert texts("b2 D b5") == [("run", ["b2", "b3+b4", "b5"], 14)]
    assert texts("b3 r3 D") == [("group", ["b3", "r3", "k3+y3"], 12)]
    assert texts("J C b5 b6") == [("run", ["k3|r3|y3", "4", "b5", "b6"], 18)]
    assert texts("r6 r7 r8 r9 M D D") == [
        ("run", ["r6", "r7", "r8", "r9", "10", "r8+r9", "r6+r7"], 70),
    ]
    assert texts("J b8 J") == [
        ("run", ["b7", "b8", "b9"], 24),
        ("group", ["k8|r8|y8", "b8", "k8|r8|y8"], 24),
    ]
    assert texts("r12 r13 M r13 r12", "twist-international") == [("run", ["r12", "r13", "M", "r13", "r12"], 50)]


def test_the_highest_value_comes_first() -> None:
    assert texts("r3 D J") == [
        ("run", ["r3", "r4+r5", "r6"], 18),
        ("group", ["r3", "k3+b3|k3+y3|b3+y3", "k3|b3|y3"], 12),
    ]
    assert [kind for kind, _, _ in texts("J k7 M k7 J")] == ["group", "run"]


def test_statements_choose_among_the_readings() -> None:
    assert texts("run: J b8 J") == [("run", ["b7", "b8", "b9"], 24)]
    assert texts("J=b7 b8 J") == [("run", ["b7", "b8", "b9"], 24)]
    assert [kind for kind, _, _ in texts("J=k8 b8 J")] == ["group"]
    assert texts("b3 r3 D=y3,k3") == texts("b3 r3 D")
    assert texts("b2 D=3,4 b5") == texts("b2 D=4,3 b5") == texts("b2 D b5")
    assert texts("r8 r9 M D=9,8") == texts("r8 r9 M D")
    assert texts("D=8,9 J C y12") == texts("run: D J C y12")
    assert texts("r3 D=4,5 J") == [("run", ["r3", "r4+r5", "r6"], 18)]
    assert texts("y2 y3 C=4 r5") == texts("y2 y3 C r5")
    assert texts("r2 r3 M=4 r3 r2") == texts("r2 r3 M r3 r2")
    # a group joker stands for either missing colour even when the player names one
    assert texts("b3 r3 J=y3") == texts("b3 r3 J") == texts("b3 r3 J=k3|y3")


@pytest.mark.parametrize(
    "text",
    [
        "group: b4 b5 b6",
        "run: r5 M r5",
        "b3 J=b7 b5",
        "J=k8 b8 J=k8",
        "J=k3 J=r4 C b6",
        "b3 r3 D=b3,k3",
        "b2 D=b4,b5 b5",
        "y2 y3 C=5 r5",
        "r2 r3 M=5 r3 r2",
        "k7 J=b7 M J=y7 k7",
        "D=k7,y7 J M k7 r7 b7",
        "D=r7,b8 r9 r10",
        "b2 D=2,3 b5",
        "group: b3 r3 D=3,4",
        "D=8,7 r8 M r8 D",
        "J=b8|b9 b10 b11",
    ],
)
def test_a_statement_that_cannot_be_is_its_own_violation(text: str) -> None:
    edition = editions.load("twist")
    bare = Meld(parse_meld(text).tiles)
    assert readings(parse_meld(text), edition) == ()
    wanted = "stated-reading-impossible" if readings(bare, edition) else meld_violations(bare, edition)[0].code
    assert wanted in [violation.code for violation in meld_violations(parse_meld(text), edition)]


def test_joined_statements_must_hold_together() -> None:
    edition = editions.load("twist")
    assert readings(parse_meld("D J b3"), edition)
    assert readings(parse_meld("group: D=k3,r3 J=y3 b3"), edition)
    assert not readings(parse_meld("group: D=k3,r3 J=r3 b3"), edition)
    assert readings(parse_meld("k7 J=b7 M J=b7 k7"), edition)


def test_tw2_and_tw8_least_tiles_on_each_side() -> None:
    two, three = with_jokers(mirror_min_per_side=2), with_jokers(mirror_min_per_side=3)
    assert best("r5 M r5", two) is None
    assert best("r2 r3 M r3 r2", two) == 14
    assert best("r2 r3 M r3 r2", three) is None
    assert best("r2 r3 r4 M r4 r3 r2", three) == 23
    assert best("k5 r5 M r5 k5", three) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("r2 r3 M b3 b2", 14),
        ("r3 r2 M b2 b3", 14),
        ("r12 r13 M b13 b12", ILLEGAL),
        ("r13 r12 M b12 b13", 61),
        ("k8 k9 M J C", 44),
        ("k8 k9 M C J", 44),
        ("J C b4 M b4 b3 b2", 23),
        ("r2 C b4 M y4 y3 J=y2", 23),
        ("r2 C r4 M b4 b3 b2", ILLEGAL),
        ("r2 r3 M b4 b3", ILLEGAL),
        ("r2 b3 M b3 b2", ILLEGAL),
        ("D M b3 r2", ILLEGAL),
        ("D M r3 r2", 14),
        ("r5 M b5", ILLEGAL),
        ("k7 r7 M y7 b7", ILLEGAL),
    ],
)
def test_tw4_and_tw13_free_colours_in_mirrored_runs(text: str, value: int | None) -> None:
    assert best(text, with_jokers(mirror_run_colours="free")) == value


def test_a_mirrored_run_of_free_colours_is_laid_again() -> None:
    free = with_jokers(mirror_run_colours="free")
    for laid, right in (("b3 r3 M r2 b2", "b2 b3 M r3 r2"), ("k9 k8 M J C", "k8 k9 M J C")):
        found = relaid(parse_meld(laid), free)
        assert found is not None
        assert readings(found, free)
        assert sorted(found.tiles) == sorted(parse_meld(right).tiles)


def test_tw5_free_colours_in_mirrored_groups() -> None:
    free = with_jokers(mirror_group_colours="free")
    assert best("k7 r7 M y7 b7", free) == 35
    assert best("r5 M b5", free) == 15
    assert best("k7 k7 M y7 b7", free) is None
    assert best("r2 r3 M b3 b2", free) is None


def test_tw7_most_tiles_on_each_side_of_a_mirrored_group() -> None:
    three = with_jokers(mirror_group_most_per_side=3)
    assert best("k7 r7 b7 y7 M y7 b7 r7 k7", three) is None
    assert best("k7 r7 b7 M b7 r7 k7", three) == 49


def test_tw11_adjacent_two_colour_jokers() -> None:
    free = with_jokers(two_colour_neighbours="free")
    assert best("b6 C C b9", editions.load("twist")) is None
    assert best("b6 C C b9", free) == 30
    assert best("b6 C b8", free) is None


def test_tw14_melds_of_jokers_alone() -> None:
    allowed = with_jokers(all_joker_melds="allowed")
    twist = editions.load("twist")
    for text in ("J J D", "D M D", "J M J"):
        assert best(text, twist) is None
        assert best(text, allowed) is not None
    assert best("J J D", allowed) == 52
    assert best("run: J J D", allowed) == 46
    assert [reading.value for reading in readings(parse_meld("J=b3 J D"), allowed)] == [18, 12]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("b7 C r9 C b11", 45),
        ("b7 C r9 C y11", 45),
        ("b7 C b9", None),
        ("C C r5", 12),
        ("r5 C C", 18),
        ("r8 C M C r8", 44),
        ("D M r7 b7", 35),
        ("b3 D M b5 D", 30),
        ("r2 r3 C r5", None),
        ("b3 C D", 18),
        ("k2 C b4 M b4 b3 k2", None),
    ],
)
def test_further_edges(text: str, value: int | None) -> None:
    assert best(text, editions.load("twist")) == value


def test_a_group_has_four_colours_however_many_copies_there_are() -> None:
    edition = editions.load("xp-160")
    assert best("r5 b5 k5 y5", edition) == 20
    assert best("r5 b5 k5 y5 r5", edition) is None
    assert best("r5 r5 r5", edition) is None
    assert best("J J b8 J", edition) == 32


def test_one_joker_a_set_in_suomi() -> None:
    suomi = editions.load("suomi")
    assert best("J b8 b9", suomi) == 24
    assert best("J b8 J", suomi) is None


def test_a_group_may_lie_in_any_order_and_a_run_may_not() -> None:
    original = editions.load("original")
    assert best("y8 k8 r8", original) == best("r8 y8 k8", original) == 24
    assert best("b5 b4 b6", original) is None
    assert best("b6 b5 b4", original) is None


def test_a_meld_is_as_long_as_the_numbers_reach() -> None:
    twist = editions.load("twist")
    assert best("J b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 J", twist) == 91
    assert best("J b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 J", twist) is None
    assert best(f"{UP.replace(' r13', '')} M {DOWN.replace('r13 ', '')}", twist) == 169
