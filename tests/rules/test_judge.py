"""The judge: conservation, opening, draws and passes, everything wrong at once."""

import pytest

from tests.rules.test_judge_worked import verdict
from tilerummy import editions
from tilerummy.rules.edition.reader import change
from tilerummy.rules.judge.judge import Illegal, Legal, judge
from tilerummy.rules.moves import Draw, Pass
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import from_layout

LATER_TURN = tuple(name for name in editions.names() if editions.load(name).opening.table_use == "later-turn")
SAME_TURN = tuple(name for name in editions.names() if editions.load(name).opening.table_use == "same-turn")


def codes(edition: str, position: str, table: str, opening: str = "") -> list[str]:
    """The codes of a play's violations; none when it is legal."""
    found = verdict(editions.load(edition), position, table, opening)
    return [violation.code for violation in found.violations] if isinstance(found, Illegal) else []


def test_what_a_legal_play_says() -> None:
    found = verdict(editions.load("original"), "b4 b5 b6, y8 r8 k8 | b8 b3 k1", "y8 r8 k8 b8, b3 b4 b5 b6")
    assert isinstance(found, Legal)
    assert found.played == ("b3", "b8")
    assert found.points == 11
    assert found.opened
    assert [meld.tiles[0] for meld in found.table] == ["y8", "b3"]


def test_what_was_judged_of_a_play_holds_for_its_position_alone() -> None:
    play = "b3 b4 b5 b6"
    assert codes("original", "b4 b5 b6 | b3 k1", play) == []
    assert codes("original", "b4 b5 b6 | k1", play) == ["not-on-rack"]
    assert codes("original", "b4 b5 b6 | b3 k1", play) == []
    assert codes("original", "b4 b5 b6 | b3 k1 | unopened", play) == ["table-before-opening", "opening-too-low"]
    assert codes("original", "b4 b5 b6 | b3 k1", "b3 b4 b5") == ["table-tile-missing"]


def test_everything_wrong_is_said_at_once() -> None:
    found = verdict(editions.load("original"), "b4 b5 b6, y8 r8 J | k1", "b4 b5, y8 r8 k9, k1 k2 k3 y1")
    assert isinstance(found, Illegal)
    said = {(violation.code, violation.meld, violation.tile) for violation in found.violations}
    assert {("table-tile-missing", None, "b6"), ("joker-to-rack", None, "J"), ("too-short", 0, None)} <= {
        (code, meld, tile if code != "too-short" else None) for code, meld, tile in said
    }
    assert {meld for _, meld, _ in said} >= {0, 1, 2}
    assert {
        ("not-on-rack", 1, "k9"),
        ("not-on-rack", 2, "k2"),
        ("not-on-rack", 2, "k3"),
        ("not-on-rack", 2, "y1"),
    } <= said


def test_only_the_order_is_wrong() -> None:
    found = verdict(editions.load("original"), "| b3 b4 b5", "b4 b3 b5")
    assert isinstance(found, Illegal)
    assert [(violation.code, (violation.params or {})["relaid"]) for violation in found.violations] == [
        ("run-order", "b3 b4 b5")
    ]


def test_a_turn_that_only_rearranges_is_no_play() -> None:
    assert codes("original", "b4 b5 b6 b7, r7 k7 y7 | k1", "b4 b5 b6, r7 k7 y7 b7") == ["no-rack-tile"]


@pytest.mark.parametrize("name", editions.names())
def test_draw_and_pass(name: str) -> None:
    with_pool = from_layout(parse_position("| k1 | pool 1"), editions.load(name))
    without = from_layout(parse_position("| k1 | pool 0"), editions.load(name))
    assert isinstance(judge(with_pool, Draw()), Legal)
    assert isinstance(judge(without, Pass()), Legal)
    for position, move, code in ((without, Draw(), "pool-empty"), (with_pool, Pass(), "pool-not-empty")):
        found = judge(position, move)
        assert isinstance(found, Illegal)
        assert [violation.code for violation in found.violations] == [code]


@pytest.mark.parametrize("name", editions.names())
def test_the_amount(name: str) -> None:
    least = 31 if name == "suomi" else 30
    assert codes(name, "| k9 r9 b9 k1 | unopened", "k9 r9 b9") == ["opening-too-low"]
    assert codes(name, "| k9 k10 k11 k1 | unopened", "k9 k10 k11") == ([] if least == 30 else ["opening-too-low"])
    assert codes(name, "| k10 k11 k12 k1 | unopened", "k10 k11 k12") == []
    assert codes(name, "| k9 r9 b9 r1 r2 r3 | unopened", "k9 r9 b9, r1 r2 r3") == []
    assert codes(name, "| k10 J k12 k1 | unopened", "k10 J k12") == []
    assert codes(name, "| k9 r9 J k1 k2 k3 | unopened", "k9 r9 J, k1 k2 k3") == []


def test_the_violation_names_points_and_need() -> None:
    for name, needed in (("original", 30), ("suomi", 31)):
        found = verdict(editions.load(name), "| k9 r9 b9 | unopened", "k9 r9 b9")
        assert isinstance(found, Illegal)
        assert found.violations[0].params == {"points": 27, "needed": needed}


def test_joker_value_is_the_stated_reading_or_the_best() -> None:
    # run 8 9 10 or group of nines: 27 both; with a three: run 3 4 5 6 or group
    assert codes("twist", "| r7 D J | unopened", "r7 D J") == []
    assert codes("twist", "| r7 D J | unopened", "group: r7 D J") == ["opening-too-low"]
    assert codes("twist", "| b6 b7 M b7 b6 | unopened", "b6 b7 M b7 b6") == []
    assert codes("twist-international", "| b6 b7 M b7 b6 | unopened", "b6 b7 M b7 b6") == ["opening-too-low"]
    assert codes("twist", "| b2 D b5 b8 D b11 | unopened", "b2 D b5, b8 D b11") == []


@pytest.mark.parametrize("name", LATER_TURN)
def test_no_table_use_in_the_turn_of_the_opening(name: str) -> None:
    position = "b4 b5 b6, r3 k3 J | k10 k11 k12 b3 y3 r13 | unopened"
    assert codes(name, position, "b4 b5 b6, r3 k3 J, k10 k11 k12") == []
    assert codes(name, position, "r3 k3 J, b4 b5 b6, k10 k11 k12", "k10 k11 k12") == []
    assert codes(name, position, "b4 b5 b6, J k3 r3, k10 k11 k12") == []
    assert codes(name, position, "b3 b4 b5 b6, r3 k3 J, k10 k11 k12") == ["table-before-opening"]
    swapped = "b4 b5 b6, r3 k3 y3, k10 k11 k12 J"
    assert codes(name, position, swapped)[:2] == ["table-before-opening", "joker-before-opening"]
    assert "opening-not-on-table" in codes(name, position, "b4 b5 b6, r3 k3 J, k10 k11 k12", "k10 k11 k12 r13")


def test_a_meld_that_may_be_a_group_but_is_worth_more_as_a_run_keeps_its_order() -> None:
    # found by the sweep: y4 5 6+7 would have become y4 5+6 7
    position = "y4 J D | k10 k11 k12 | unopened"
    assert codes("twist", position, "y4 D J, k10 k11 k12") == ["table-before-opening"]
    assert codes("twist", "group: y4 J D | k10 k11 k12 | unopened", "group: y4 D J, k10 k11 k12") == []
    assert codes("twist", "J b8 J | k10 k11 k12 | unopened", "J J b8, k10 k11 k12") == []


@pytest.mark.parametrize("name", SAME_TURN)
def test_table_use_in_the_turn_of_the_opening(name: str) -> None:
    position = "b4 b5 b6, r9 k9 y9 b9, k3 r3 J | r10 r11 r12 b3 y3 k13 | unopened"
    opening = "r10 r11 r12"
    untouched = "b4 b5 b6, r9 k9 y9 b9, k3 r3 J, r10 r11 r12"
    assert codes(name, position, untouched) == []
    assert codes(name, position, untouched, opening) == []
    extended = "b3 b4 b5 b6, r9 k9 y9 b9, k3 r3 J, r10 r11 r12"
    assert codes(name, position, extended, opening) == codes(name, position, extended) == []
    used_on = "b4 b5 b6, k9 y9 b9, k3 r3 J, r9 r10 r11 r12"
    assert codes(name, position, used_on, opening) == []
    assert codes(name, position, used_on) == ["opening-not-stated"]
    swapped = "b4 b5 b6, r9 k9 y9 b9, k3 r3 y3, r10 r11 r12 J"
    needs = editions.load(name).jokers.group_needs
    assert codes(name, position, swapped, opening) == ([] if needs == "one" else ["joker-not-replaced"])
    assert codes(name, position, "b3 b4 b5 b6, r9 k9 y9 b9, k3 r3 J") == ["opening-not-stated"]
    low = "b4 b5 b6 | k9 r9 b9 b3 y1 y2 y3 | unopened"
    assert codes(name, low, "b3 b4 b5 b6, k9 r9 b9", "k9 r9 b9") == ["opening-too-low"]
    assert codes(name, low, "b3 b4 b5 b6, k9 r9 b9, y1 y2 y3", "k9 r9 b9") == []
    assert codes(name, position, untouched, "b4 b5 b6, r10 r11 r12") == ["opening-not-from-rack"] * 3
    assert "too-short" in codes(name, position, untouched, "r10 r11")


def test_the_amount_is_waived_only_by_the_belgian_rules_and_only_after_the_pool() -> None:
    for name in editions.names():
        waived = name == "belgian-tournament"
        table = "b4 b5 b6, k1 k2 k3"
        for position, free in (
            ("b4 b5 b6 | k1 k2 k3 b3 | unopened | pool 0", waived),
            ("b4 b5 b6 | k1 k2 k3 b3 | unopened | pool 3 | last turn", waived),
            ("b4 b5 b6 | k1 k2 k3 b3 | unopened | pool 3", False),
        ):
            assert codes(name, position, table) == ([] if free else ["opening-too-low"])
    position = "b4 b5 b6 | k1 k2 k3 b3 | unopened | pool 0"
    assert codes("belgian-tournament", position, "b3 b4 b5 b6, k1 k2 k3") == []
    assert codes("belgian-tournament", position, "b3 b4 b5 b6") == ["opening-not-stated"]


def test_the_best_melds_that_the_rack_can_make_are_taken_for_the_opening() -> None:
    # one b5 of the new table came from the rack: it makes the group or the run, not both
    position = "b3 b4 b5 b6 | b5 k5 r5 y5 b4 b6 | unopened"
    table = "b3 b4 b5 b6, b4 b5 b6, k5 r5 y5"
    for amount, enough in ((30, True), (31, False)):
        edition = change(editions.load("sabra"), {"opening.amount": amount})
        assert isinstance(verdict(edition, position, table), Legal) is enough
    for amount, enough in ((20, True), (21, False)):
        edition = change(editions.load("sabra"), {"opening.amount": amount})
        found = verdict(edition, "b3 b4 b5 b6 | b5 k5 r5 y5 | unopened", "b3 b4 b5 b6, b5 k5 r5 y5")
        assert isinstance(found, Legal) is enough


def test_points_count_jokers_at_what_they_stand_for() -> None:
    def points(edition: str, position: str, table: str) -> int:
        found = verdict(editions.load(edition), position, table)
        assert isinstance(found, Legal), found
        return found.points

    assert points("original", "| k9 k10 J", "k9 k10 J") == 30
    assert points("original", "| k9 k10 J", "J k9 k10") == 27
    assert points("original", "b3 r3 J | y3 k9 k10", "b3 r3 y3, k9 k10 J") == 22
    assert points("original", "b3 r3 J | J k9 k10", "b3 r3 J, k9 k10 J") == 30
    assert points("original", "b3 r3 J | J y3 k9 k10", "b3 r3 J y3, k9 k10 J") == 33
    assert points("twist", "| b2 D b5", "b2 D b5") == 14
    assert points("twist", "| r2 r3 M r3 r2", "r2 r3 M r3 r2") == 14
    assert points("twist-international", "| r2 r3 M r3 r2", "r2 r3 M r3 r2") == 10
    assert points("twist", "| y2 y3 C r5", "y2 y3 C r5") == 14
