"""The house rule that lets one 1 follow 13."""

import msgspec
import pytest

from tests.oracle.houses import HOUSES
from tilerummy import editions
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.judge.judge import Illegal, Legal, judge
from tilerummy.rules.melds.readings import readings, relaid
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld, parse_meld, parse_position
from tilerummy.rules.position import from_layout


@pytest.mark.parametrize(
    ("house", "meld", "stands", "value"),
    [
        ("original", "b12 b13 b1", "b12 b13 b1", 26),
        ("original", "b12 b13 J", "b12 b13 b1", 26),
        ("original", "b12 J b1", "b12 b13 b1", 26),
        ("original", "J J b1", "b12 b13 b1", 26),
        ("original", "J J b13", "k13|r13|y13 k13|r13|y13 b13", 39),
        ("original", "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b1", "", 92),
        ("twist", "b11 b12 D", "b11 b12 b13+b1", 37),
        ("twist", "b11 b12 D=13,1", "b11 b12 b13+b1", 37),
        ("twist", "b11 D b1", "b11 b12+b13 b1", 37),
        ("twist", "r12 C b1", "r12 13 b1", 26),
        ("twist", "b12 b13 C", "b12 b13 1", 26),
    ],
)
def test_a_run_goes_on_to_one_1(house: str, meld: str, stands: str, value: int) -> None:
    best = readings(parse_meld(meld), HOUSES[f"{house}-past-one"]())[0]
    assert (" ".join(best.texts()) if stands else "", best.value) == (stands, value)
    assert not readings(parse_meld("b12 b13 b1"), editions.load(house))


@pytest.mark.parametrize(
    ("meld", "order"),
    [
        ("b1 b12 b13", "b12 b13 b1"),
        ("b13 J b12", "J b12 b13"),
        ("b12 b13 b1 J", "J b12 b13 b1"),
        ("J=b1 b12 b13", "b12 b13 J=b1"),
        ("b1 b13 b1 b12 b11 b10 b2 b3 b4 b5 b6 b7 b8 b9", "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b1"),
        ("b13 b1 b2", None),
    ],
)
def test_the_order_worth_most_is_offered(meld: str, order: str | None) -> None:
    found = relaid(parse_meld(meld), HOUSES["original-past-one"]())
    assert (None if found is None else format_meld(found)) == order


@pytest.mark.parametrize(
    ("house", "before", "table", "code"),
    [
        ("suomi", "b12 b13 J | b1 k1 k2", "b12 b13 b1, k1 k2 J", None),
        ("suomi", "b12 b13 J | b11", "b11 b12 b13 J", None),
        ("suomi", "b12 b13 J | b11 k1 k2", "b11 b12 b13, k1 k2 J", "joker-not-replaced"),
        ("suomi", "b11 b12 b13, k1 r1 y1 | b1", "b11 b12 b13 b1, k1 r1 y1", None),
        ("original", "b11 b12 b13 | b1 b2", "b11 b12 b13 b1 b2", "run-past-one"),
    ],
)
def test_turns(house: str, before: str, table: str, code: str | None) -> None:
    position = from_layout(parse_position(before), HOUSES[f"{house}-past-one"]())
    verdict = judge(position, Play((), tuple(map(parse_meld, table.split(", ")))))
    if code is None:
        assert isinstance(verdict, Legal)
    else:
        assert isinstance(verdict, Illegal)
        assert code in [violation.code for violation in verdict.violations]


def test_it_counts_in_the_content_and_silence_does_not() -> None:
    original = editions.load("original")
    house = change(original, {"runs.past_last": "one"})
    assert house.hash != original.hash
    assert change(house, {"runs.past_last": "none"}).runs is original.runs
    assert b'"runs":' not in msgspec.json.encode(original)
    assert msgspec.json.decode(msgspec.json.encode(house), type=Edition).runs == house.runs


def test_the_card_says_it() -> None:
    said = {point.key: point for point in card(HOUSES["original-past-one"]())}["runs.past_last"]
    assert (said.message, said.ref) == ("runs-past-last-one", "house")
