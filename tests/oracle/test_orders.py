"""What the judge allows can be done in steps that the book allows, and nothing else can."""

import pytest

from tests.oracle.orders import has_order, sweep
from tilerummy import editions
from tilerummy.rules.edition.reader import change
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import from_layout

FROZEN = ("suomi", "original-classic", "suomi-strict", "classic-strict", "classic-both")


@pytest.mark.parametrize("name", [*editions.NAMES, *FROZEN[2:]])
def test_a_play_is_legal_where_its_steps_are(name: str) -> None:
    tally, wrong = sweep(name, seed=4, positions=25 if name in FROZEN else 8)
    assert not wrong
    assert tally["legal"] > 20
    assert tally["illegal"]


def test_steps_know_a_meld_that_stays_closed() -> None:
    table = Play((), parse_position("b4 b5 b6, b7 r7 k7, k9 k10 J").table)
    for sets in ("frozen-until-replaced", "frozen"):
        edition = change(editions.load("suomi"), {"jokers.sets": sets})
        position = from_layout(parse_position("b4 J b6 b7 | b5 k9 k10 r7 k7"), edition)
        assert has_order(position, table) == (sets != "frozen")
