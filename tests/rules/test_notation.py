"""The notation: what is formatted is read as the same again, and every fault has its column."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.rules.melds.types import Meld
from tilerummy.rules.notation import (
    Layout,
    NotationError,
    format_meld,
    format_position,
    format_tiles,
    parse_meld,
    parse_position,
    parse_tile,
    parse_tiles,
)
from tilerummy.rules.tiles import KINDS, NUMBERED, in_order

TILES = st.sampled_from(KINDS)
NUMBERED_TILES = st.sampled_from(NUMBERED)


@st.composite
def tokens(draw: st.DrawFn) -> tuple[str, str | None]:
    tile = draw(TILES)
    if tile not in "JDCM" or draw(st.booleans()):
        return tile, None
    if tile == "J":
        return tile, "|".join(in_order(draw(st.sets(NUMBERED_TILES, min_size=1, max_size=3))))
    if tile == "D":
        return tile, "+".join(in_order(draw(st.lists(NUMBERED_TILES, min_size=2, max_size=2))))
    return tile, str(draw(st.integers(1, 13)))


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    drawn = draw(st.lists(tokens(), min_size=1, max_size=8))
    stands = tuple(stand for _, stand in drawn)
    kind = draw(st.sampled_from([None, "run", "group"]))
    return Meld(tuple(tile for tile, _ in drawn), kind, stands if any(stands) else None)  # type: ignore[arg-type]


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    return Layout(
        tuple(draw(st.lists(melds(), max_size=4))),
        in_order(draw(st.lists(TILES, max_size=10))),
        draw(st.booleans()),
        draw(st.one_of(st.none(), st.integers(0, 160))),
        draw(st.booleans()),
    )


def column_of_fault(parse: Callable[[str], object], text: str) -> int:
    """1 where there is no fault."""
    try:
        parse(text)
    except NotationError as error:
        return error.column
    return 1


@given(melds())
def test_a_meld_is_read_as_it_was_written(meld: Meld) -> None:
    assert parse_meld(format_meld(meld)) == meld


@given(layouts())
def test_a_position_is_read_as_it_was_written(layout: Layout) -> None:
    assert parse_position(format_position(layout)) == layout


@given(st.lists(TILES, max_size=20))
def test_tiles_are_read_as_they_were_written(tiles: list[str]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@given(st.text(alphabet="krbyJDCM0123456789=,+|: rungop", max_size=30))
def test_any_text_is_read_or_refused_within_it(text: str) -> None:
    for parse in (parse_meld, parse_position, parse_tiles, parse_tile):
        assert 1 <= column_of_fault(parse, text) <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "column", "code"),
    [
        ("b4 x5", 4, "not-a-tile"),
        ("b14", 1, "not-a-tile"),
        ("X4", 1, "not-a-tile"),
        ("sequence: b4 b5 b6", 1, "not-a-kind"),
        ("run:", 5, "no-tiles"),
        ("", 1, "no-tiles"),
        ("b3 J=b14", 6, "not-a-numbered-tile"),
        ("b3 J=J", 6, "not-a-numbered-tile"),
        ("D=b3 b5", 3, "not-a-pair"),
        ("D=3 b5", 3, "not-a-pair"),
        ("D=3,5 b6", 3, "not-a-pair"),
        ("D=3,3 b6", 3, "not-a-pair"),
        ("D=13,14", 3, "not-a-pair"),
        ("b3 C=14", 6, "not-a-number"),
        ("b4=b5", 3, "not-a-joker"),
    ],
)
def test_faults_of_a_meld(text: str, column: int, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_meld(text)
    assert (caught.value.column, caught.value.code) == (column, code)
    assert caught.value.allowed


@pytest.mark.parametrize(
    ("text", "column", "code"),
    [
        ("b4 b5 b6, , k1 | b3", 11, "no-tiles"),
        ("b4 b5 x6 | b3", 7, "not-a-tile"),
        ("b4 b5 b6 | b3 q", 15, "not-a-tile"),
        ("b4 b5 b6 | b3 | pol 3", 17, "not-a-word"),
        ("b4 b5 b6 | b3 | pool N", 17, "not-a-word"),
        ("b4 b5 b6 | b3 | pool", 17, "not-a-word"),
        ("b4 b5 b6 | b3 | pool 12345", 17, "not-a-word"),
        ("b4 b5 b6 | b3 | opened | unopened", 26, "not-a-word"),
        ("b4 b5 b6 | b3 | pool 3 | opened | pool 3", 35, "not-a-word"),
    ],
)
def test_faults_of_a_position(text: str, column: int, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert (caught.value.column, caught.value.code) == (column, code)


def test_a_position_line_as_a_person_writes_it() -> None:
    layout = parse_position("b2 D=b3,b4 b5, b3 r3 J=k3|y3,run: J b8 J | y3 b1 | unopened | pool 30 | last turn")
    assert [meld.stands for meld in layout.table] == [(None, "b3+b4", None), (None, None, "k3|y3"), None]
    assert layout.table[2].kind == "run"
    assert parse_position("b2 D=3,4 b5,b3 r3 J | y3").table[0].stands == (None, "3+4", None)
    assert layout.rack == ("b1", "y3")
    assert (layout.opened, layout.pool, layout.last_turn) == (False, 30, True)
    assert parse_position("b4 b5 b6 | b3").opened
    assert parse_position("") == Layout()


def test_colours_may_be_written_large() -> None:
    assert parse_meld("B4 b5 B6") == parse_meld("b4 b5 b6")
    assert parse_position("R5 r6 R7 | K1 y2") == parse_position("r5 r6 r7 | k1 y2")
