"""The library's values: shown as notation and as drawings, equal by what lies there, as JSON, refused in sentences."""

import copy
import pickle
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

import tilerummy as tr
from tilerummy import svg

ORIGINAL = tr.load_edition("original")
LINE = "b4 b5 b6, y8 r8 k8 | k1 b3 b7 | opened | pool 97"
POSITION = tr.Position.parse(LINE, ORIGINAL)


def test_everything_is_shown_as_notation() -> None:
    meld, play = tr.parse_meld("b4 J=b5 b6"), tr.solve(POSITION).play
    assert str(POSITION) == LINE
    assert repr(POSITION) == f"<Position, original: {LINE}>"
    assert (str(meld), repr(meld)) == ("b4 J=b5 b6", "parse_meld('b4 J=b5 b6')")
    assert str(play) == "play y8 r8 k8, b3 b4 b5 b6 b7"
    assert (str(tr.Draw()), str(tr.Pass())) == ("draw", "pass")
    assert str(tr.readings(meld, ORIGINAL)[0]) == "run: b4 b5 b6"
    assert str(tr.parse_position("| b3")) == "| b3 | opened"
    assert repr(ORIGINAL) == "<Edition original>"
    for value in (
        POSITION,
        meld,
        play,
        tr.judge(POSITION, tr.Draw()),
        tr.solve(POSITION),
        tr.Game.new(seed=1).record(),
    ):
        assert len(repr(value)) < 400


def test_positions_are_equal_by_what_lies_there() -> None:
    other = tr.Position.parse("y8 r8 k8, b4 b5 b6 | b7 k1 b3 | pool 97", ORIGINAL)
    assert other == POSITION
    assert hash(other) == hash(POSITION)
    assert len({other, POSITION}) == 1
    for line in (
        "y8 r8 k8 | b7 k1 b3 | pool 97",
        LINE.replace("k1", "k2"),
        LINE.replace("97", "96"),
        LINE.replace("opened", "unopened"),
        "b4 b5 b6, b4 b5 b6, y8 r8 k8 | b7 k1 b3 | pool 97",
    ):
        assert tr.Position.parse(line, ORIGINAL) != POSITION
    assert tr.Position.parse(LINE, tr.load_edition("sabra")) != POSITION
    for again in (pickle.loads(pickle.dumps(POSITION)), copy.deepcopy(POSITION)):
        assert again == POSITION


def test_equal_positions_keep_the_table_in_their_own_order() -> None:
    """What a search remembers of one, it does not lay in the order of another."""
    from tilerummy.solver.ability import ability

    lines = ("y8 r8 k8, r1 r2 r3, b4 b5 b6 | b7 | pool 97", "r1 r2 r3, b4 b5 b6, y8 r8 k8 | b7 | pool 97")
    one, other = (tr.Position.parse(line, ORIGINAL) for line in lines)
    found = ability(one).play
    assert found is not None
    again = ability(other).play
    assert again is not None
    assert one == other
    assert found.table != again.table


def test_values_travel_as_json() -> None:
    answer = tr.solve(POSITION)
    assert answer.nanoseconds is None
    assert tr.from_json(tr.to_json(answer), tr.Answer) == answer
    assert tr.from_json(tr.to_json(POSITION), tr.Position) == POSITION
    view = tr.Game.new(seed=1).view(0)
    assert tr.from_json(tr.to_json(view), tr.View) == view
    with pytest.raises(tr.PositionError, match="too-many-copies"):
        tr.from_json(tr.to_json(POSITION).replace('"k1"', '"b4","b4"'), tr.Position)
    with pytest.raises(ValueError, match="Expected"):
        tr.from_json("[]", tr.Answer)


def as_any(value: Any) -> Any:
    """The value, as a program without types gives it."""
    return value


@pytest.mark.parametrize(
    ("ask", "kind", "said"),
    [
        (lambda: tr.judge(POSITION, as_any("draw")), TypeError, r"a Play, a Draw\(\) or a Pass\(\), not 'draw'"),
        (lambda: tr.solve(as_any(LINE)), TypeError, "Position.parse reads a line"),
        (lambda: tr.solve(POSITION, as_any("most")), ValueError, "one of tiles, value, out, not 'most'"),
        (lambda: tr.seat_tournament(3, -1), ValueError, "rounds is a number from 1 to 1000, not -1"),
        (lambda: tr.seat_tournament(1, 1), ValueError, "players is a number from 2 to 1000, not 1"),
        (lambda: tr.fewest_repeats(4, 1, 9), ValueError, "table_size is a number from 2 to 6, not 9"),
        (lambda: tr.describe(tr.Violation(code="run-gap"), "xx"), ValueError, "one of en, .*nl.*, not 'xx'"),
        (lambda: tr.load_edition("orignal"), tr.EditionError, r"unknown-edition \(allowed: original, twist"),
        (lambda: tr.load_format("leage"), tr.FormatError, r"unknown-format \(allowed: belgian"),
        (lambda: tr.rank_tournament(tr.load_format("open-league"), {"gmes": []}), tr.Refusal, "gmes: unknown-key"),
        (lambda: tr.to_json(object()), TypeError, "object"),
        (lambda: tr.seat_tournament(4, 1, apart=[(1, 9)]), ValueError, r"two numbers from 1 to 4, not \(1, 9\)"),
        (lambda: tr.fewest_repeats(4, as_any("x")), ValueError, "rounds is a number from 1 to 1000, not 'x'"),
        (lambda: tr.Game.new("original", "Ann"), TypeError, "a number or a list of names, not 'Ann'"),
        (lambda: tr.Game.new(seed=1).resign(9), ValueError, "a seat is a number from 0 to 1, not 9"),
        (lambda: tr.Game.new(seed=1).view(as_any("a")), ValueError, "a seat is a number from 0 to 1, not 'a'"),
        (lambda: tr.arrange(ORIGINAL, as_any("b1 b2 b3")), ValueError, "'b' is not a tile; parse_tiles reads a line"),
        (lambda: tr.Position.parse(LINE, as_any("original")), TypeError, "load_edition"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(ask: Callable[[], Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        ask()


def test_faults_are_described_too() -> None:
    with pytest.raises(tr.EditionError) as caught:
        tr.load_edition("orignal")
    assert tr.describe(caught.value.faults[0], "de").startswith("orignal ")


@pytest.mark.parametrize("edition", tr.edition_names())
def test_every_tile_is_drawn(edition: str) -> None:
    rules = tr.load_edition(edition)
    tiles = sorted(set(tr.Game.new(rules, rules.players.least).state.deck))
    drawn = ElementTree.fromstring(svg.tiles(tiles, rules))
    assert drawn.get("aria-label") == " ".join(tiles)
    assert len([part for part in drawn if part.tag.endswith("svg")]) == len(tiles)


def drawn(value: object) -> ElementTree.Element:
    picture = value._repr_svg_()  # type: ignore[attr-defined]
    assert isinstance(picture, str)
    return ElementTree.fromstring(picture)


def test_notebooks_draw_what_they_show() -> None:
    game = tr.Game.new(seed=1)
    for value in (POSITION, tr.parse_meld("b4 J b6"), tr.solve(POSITION).play, game, svg.rack("b4 J"), svg.tile("b4")):
        assert drawn(value).tag.endswith("svg")
    # drawings beside each other share no names
    assert " id=" not in svg.position(POSITION)
    # before anything lies there, the rack alone
    assert [part.get("fill") for part in drawn(game) if part.tag.endswith("rect")] == ["#d9bd8d"]


def test_a_move_marks_the_tiles_that_it_lays() -> None:
    play = tr.solve(POSITION).play
    assert play is not None
    marks = svg.move(POSITION, play).count('stroke-width="6"/></svg>')
    assert marks == 2
    assert svg.move(POSITION, tr.Draw()) == svg.position(POSITION)


def test_without_the_pages_drawings_notebooks_show_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    monkeypatch.setattr(svg, "FOLDER", Path("nowhere"))
    svg._drawings.cache_clear()
    assert POSITION._repr_svg_() is None
    with pytest.raises(svg.NoDrawingsError, match="build the page, or install a wheel"):
        svg.tile("b4")
    svg._drawings.cache_clear()
