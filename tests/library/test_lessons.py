"""What the page's lessons claim, proved by solver and judge from the very positions that the page lays out."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tilerummy import (
    Illegal,
    Legal,
    Meld,
    Play,
    Position,
    arrange,
    best_plays,
    format_meld,
    from_layout,
    judge,
    load_edition,
    parse_meld,
    parse_position,
    parse_tiles,
    placeable,
    position,
    readings,
    solve,
    ways_out,
)
from tilerummy.messages import languages, text, texts

LEARN = Path(__file__).parents[2] / "webapp" / "src" / "pages" / "learn"
PAGE: dict[str, Any] = json.loads((LEARN / "positions.json").read_text(encoding="utf-8"))
EVERY = 99
"""More plays than any of these positions has."""


class Turn(NamedTuple):
    """One turn of a lesson: what lies there, and what the learner has to lay, or draws."""

    before: Position
    lay: tuple[str, ...]
    draw: str | None
    says: dict[str, int]
    warns: bool

    @property
    def after(self) -> Position:
        """The position when the turn is over."""
        if self.draw is not None:
            return holding(self.before, *self.before.rack, self.draw)
        return laid(self.before, *self.lay)


def lesson(name: str) -> tuple[Turn, ...]:
    """The turns of a lesson, as the page reads them."""
    source = PAGE["lessons"][name]
    edition = load_edition(source["edition"])
    return tuple(
        Turn(
            from_layout(parse_position(turn["position"]), edition),
            parse_tiles(turn.get("lay", "")),
            turn.get("draw"),
            turn.get("says", {}),
            turn.get("warns", False),
        )
        for turn in source["turns"]
    )


LESSONS = tuple(PAGE["lessons"])
TURNS = [pytest.param(turn, id=f"{name}-{at}") for name in LESSONS for at, turn in enumerate(lesson(name), 1)]


def holding(before: Position, *rack: str) -> Position:
    """The same table before a player who has opened and holds these tiles."""
    return position(edition=before.edition, table=before.table, rack=rack, opened=True, pool=before.pool)


def laid(before: Position, *tiles: str) -> Position:
    """After a play of these tiles of the rack; fails where no play lays them and no others."""
    table = next(play.table for play in ways(before, *tiles))
    rack = Counter(before.rack) - Counter(tiles)
    return position(edition=before.edition, table=table, rack=rack.elements(), opened=True, pool=before.pool)


def ways(before: Position, *tiles: str) -> Iterator[Play]:
    """Every play that lays these tiles of the rack and no others, each table once."""
    only = position(edition=before.edition, table=before.table, rack=tiles, opened=before.opened, pool=before.pool)
    return (play for play in ways_out(only, EVERY) if isinstance(judge(before, play), Legal))


def plays(before: Position) -> set[tuple[str, ...]]:
    """The tiles of every play, sorted."""
    return {tuple(sorted(answer.played)) for answer in best_plays(before, EVERY)}


def on_table(before: Position) -> list[str]:
    return [tile for meld in before.table for tile in meld.tiles]


def unseen(before: Position) -> Counter[str]:
    """The tiles that the learner does not see: in the pool, or on the racks of the others."""
    edition = before.edition
    box = Counter({f"{colour}{number}": edition.tiles.copies for colour in "krby" for number in range(1, 14)})
    box.update({joker: edition.tiles.jokers[joker] for joker in "JDCM"})
    return +(box - Counter(on_table(before)) - Counter(before.rack))


def numbered(tiles: set[str]) -> set[str]:
    return {tile for tile in tiles if tile not in "JDCM"}


def welcome(before: Position) -> set[str]:
    """The numbered tiles nobody has seen of which the next player could lay a single one."""
    return numbered({tile for tile in unseen(before) if solve(holding(before, tile)).play is not None})


def without(tiles: list[str], joker: str) -> tuple[str, ...]:
    """The tiles but one joker."""
    rest = list(tiles)
    rest.remove(joker)
    return tuple(rest)


def freeing(before: Position, joker: str) -> set[str]:
    """The numbered tiles nobody has seen one of which frees the joker: the table is complete with it in its place."""
    rest = without(on_table(before), joker)
    assert arrange(before.edition, rest) is None
    return numbered({tile for tile in unseen(before) if arrange(before.edition, (*rest, tile)) is not None})


def going_out(before: Position) -> Counter[str]:
    """The tiles nobody has seen with one of which the whole rack can be laid."""
    return Counter(
        {
            tile: copies
            for tile, copies in unseen(before).items()
            if solve(holding(before, *before.rack, tile), "out").play is not None
        }
    )


def ends_of(turn: Turn, *mates: str) -> set[frozenset[str]]:
    """Where the tiles that lay with the joker lie afterwards: the melds, in all ways to play the turn."""
    return {
        frozenset(format_meld(meld) for meld in play.table if set(mates) & set(meld.tiles))
        for play in ways(turn.before, *turn.lay)
    }


# what holds for all of them


@pytest.mark.parametrize("turn", TURNS)
def test_what_is_asked_for_can_be_played(turn: Turn) -> None:
    assert (turn.draw is None) == bool(turn.lay)
    assert turn.draw is None or unseen(turn.before)[turn.draw]
    assert turn.draw is not None or next(ways(turn.before, *turn.lay), None) is not None


@pytest.mark.parametrize("turn", TURNS)
def test_a_warning_has_something_to_warn_of(turn: Turn) -> None:
    others = plays(turn.before) - {tuple(sorted(turn.lay))}
    assert others or not turn.warns


@pytest.mark.parametrize("name", ["joker", "early", "fourth", "saving", "waiting", "double", "mirror"])
def test_the_next_turn_follows_from_the_one_before(name: str) -> None:
    """The other lessons lay out another table."""
    first, second = lesson(name)
    assert Counter(on_table(first.after)) <= Counter(on_table(second.before))
    if name in ("early", "fourth", "saving", "waiting"):
        assert first.after.rack == second.before.rack


def test_the_page_knows_the_colours_and_jokers_of_its_editions() -> None:
    for name, shown in PAGE["editions"].items():
        edition = load_edition(name)
        assert shown["palette"] == list(edition.tiles.palette)
        assert shown["jokers"] == {joker: edition.tiles.jokers[joker] for joker in shown["jokers"]}
        assert sum(shown["jokers"].values()) + 52 * edition.tiles.copies == edition.tiles.total


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", LESSONS)
def test_the_texts_speak_of_tiles_that_are_there(name: str, lang: str) -> None:
    turns = lesson(name)
    for at, turn in enumerate(turns, 1):
        said = spoken(lang, f"{name}-text" if at == 1 else f"{name}-{at}-text", turn)
        sight = {*on_table(turn.before), *turn.before.rack}
        points = {"27", str(turn.before.edition.opening.amount)} if not turn.before.opened else set()
        numbers = {tile[1:] for tile in sight} | points | {str(number) for number in turn.says.values()}
        assert set(re.findall(r"\d+", said)) <= numbers
        if lang == "en":
            letters = dict(zip(turn.before.edition.tiles.palette, "krby", strict=True))
            found = re.findall(rf"\b({'|'.join(letters)}) (\d+)", said)
            assert {letters[colour] + number for colour, number in found} <= sight | AWAITED.get(name, set())
    assert f"lesson.{name}-{len(turns) + 1}-text" not in texts(lang)
    assert f"lesson.{name}-done" in texts(lang)
    assert any(turn.warns for turn in turns) == (f"page.refused-lesson-{name}" in texts(lang))


AWAITED = {"ends": {"b10"}}
"""Tiles that are spoken of because nobody has seen them."""


def spoken(lang: str, key: str, turn: Turn) -> str:
    return text(lang, f"lesson.{key}", set="", split="", **turn.says)


# the first steps


def test_opening() -> None:
    """The nines are 27 points, with the run 33."""
    (turn,) = lesson("opening")
    nines = parse_meld("k9 r9 b9")
    assert readings(nines, turn.before.edition)[0].value == 27
    verdict = judge(turn.before, Play((nines,), (*turn.before.table, nines)))
    assert isinstance(verdict, Illegal)
    assert [one.code for one in verdict.violations] == ["opening-too-low"]
    verdict = judge(turn.before, next(ways(turn.before, *turn.lay)))
    assert isinstance(verdict, Legal)
    assert verdict.points == 33


def test_joker() -> None:
    """Between 8 and 10 it is the red 9; with that tile it comes free, and makes a group with the two elevens."""
    laid_first, won_back = lesson("joker")
    (reading,) = readings(parse_meld("r8 J r10"), laid_first.before.edition)
    assert reading.texts() == ["r8", "r9", "r10"]
    assert ends_of(won_back, "r8", "r10") == {frozenset({"r8 r9 r10"})}
    assert all(parse_meld("k11 y11 J") in play.table for play in ways(won_back.before, *won_back.lay))


# strategy


def test_early() -> None:
    """The tens alone open, with exactly 30; three tiles fit on the table and cannot be laid before."""
    opening, then = lesson("early")
    fitting = {"y5", "r6", "b3"}
    assert fitting.isdisjoint(tile for played in plays(opening.before) for tile in played)
    assert fitting <= set(placeable(holding(opening.before, *opening.before.rack)))
    verdict = judge(opening.before, next(ways(opening.before, *opening.lay)))
    assert isinstance(verdict, Legal)
    assert verdict.points == opening.before.edition.opening.amount
    assert "J" in opening.after.rack
    assert sorted(then.lay) == sorted(then.before.rack)
    assert {*then.lay} == fitting | {"J"}


def test_fourth() -> None:
    """All four eights can go at once, but then nothing can be laid next turn; the place of the fourth is safe."""
    holding_back, then = lesson("fourth")
    assert holding_back.after.rack == then.before.rack
    assert solve(holding_back.before).played == ("k8", "r8", "b8", "y8")
    assert unseen(holding_back.before)["y8"] == 0
    assert placeable(then.before) == then.lay == ("y8",)
    assert solve(then.after).status == "no-play"


def test_saving() -> None:
    """The joker would bring itself alone, and lie where all can take it; kept, it lets the whole rack go."""
    keeping, then = lesson("saving")
    most = solve(keeping.before)
    assert sorted(most.played) == sorted((*keeping.lay, "J"))
    # the table is complete without it: the one who comes next takes it and gives nothing
    lying = laid(keeping.before, *keeping.lay, "J")
    assert arrange(lying.edition, without(on_table(lying), "J")) is not None
    assert sorted(then.lay) == sorted(then.before.rack)
    assert all(parse_meld("k12 b12 J") in play.table for play in ways(then.before, *then.lay))
    spent = holding(then.before, *without([*then.before.rack], "J"))
    assert solve(spent, "out").status == "no-play"


def test_freeing() -> None:
    """There is one way each: a tile of the table in the joker's place, and the run split in two."""
    swap, split = lesson("freeing")
    assert ends_of(swap, "b3", "r3") == {frozenset({"r3 b3 y3"})}
    assert "y3" in on_table(swap.before)
    assert ends_of(split, "r2", "r3", "r5", "r6") == {frozenset({"r1 r2 r3", "r5 r6 r7"})}
    # and the joker may not be kept
    taken = Play((), (parse_meld("b3 r3 k3"), *swap.before.table[1:]))
    verdict = judge(holding(swap.before, "k3"), taken)
    assert isinstance(verdict, Illegal)
    assert [one.code for one in verdict.violations] == ["joker-to-rack"]


def test_undoing() -> None:
    """There is one way each: a tile at the other end, and other places for the joker's neighbours."""
    add, apart = lesson("undoing")
    assert ends_of(add, "y6", "y7") == {frozenset({"y5 y6 y7"})}
    assert "y5" in add.before.rack
    assert ends_of(apart, "k1", "k2") == {frozenset({"k1 r1 b1 y1", "k2 r2 b2 y2"})}
    assert {"k1", "k2"}.isdisjoint(apart.lay)


def test_ends() -> None:
    """Four tiles fit though the rack has no meld; and of two melds, only the run takes one more numbered tile."""
    both, choice = lesson("ends")
    assert sorted(placeable(both.before)) == sorted(both.lay)
    alone = position(edition=both.before.edition, table=(), rack=both.before.rack, opened=True, pool=0)
    assert solve(alone).status == "no-play"
    group, run = ("k11", "r11", "b11"), ("b11", "b12", "b13")
    assert plays(choice.before) == {tuple(sorted(group)), tuple(sorted(run))}
    assert choice.lay == group
    assert unseen(choice.before)["y11"] == 0
    already = welcome(choice.before)
    assert welcome(laid(choice.before, *group)) == already
    assert welcome(laid(choice.before, *run)) == already | {"b10"}
    assert {tile for tile in unseen(choice.before) if readings(Meld((*group, tile)), choice.before.edition)} == {"J"}


def test_counting() -> None:
    """Only with the joker, in one of two places; no numbered tile frees it in the first, a blue 11 in the second."""
    (turn,) = lesson("counting")
    reds, blues = ("r9", "J", "r11"), ("b10", "J", "b12")
    assert plays(turn.before) == {tuple(sorted(reds)), tuple(sorted(blues))}
    assert turn.lay == reds
    assert unseen(turn.before)["r10"] == 0
    assert unseen(turn.before)["b11"] == 2
    assert freeing(laid(turn.before, *reds), "J") == set()
    assert freeing(laid(turn.before, *blues), "J") == {"b11"}


def test_waiting() -> None:
    """One tile can be laid, the other must wait for a draw in any case; ten of the 95 tiles take both out."""
    draw, then = lesson("waiting")
    assert placeable(draw.before) == ("r8",)
    first = laid(draw.before, "r8")
    assert first.rack == ("b8",)
    assert solve(first).status == "no-play"
    outs = going_out(draw.before)
    assert draw.says == {"ways": outs.total(), "all": unseen(draw.before).total()}
    assert draw.draw in outs
    assert sorted(then.lay) == sorted(then.before.rack)


def test_double() -> None:
    """Neither run would be legal with a regular joker in the place of the special one."""
    double, two_colour = lesson("double")
    edition = double.before.edition
    assert all(edition.tiles.jokers[joker] for joker in "JDCM")
    (reading,) = readings(Meld(double.lay), edition)
    assert reading.texts() == ["b2", "b3+b4", "b5"]
    (reading,) = readings(Meld(two_colour.lay), edition)
    assert reading.texts() == ["y2", "y3", "4", "r5"]
    for turn, special in ((double, "D"), (two_colour, "C")):
        regular = tuple("J" if tile == special else tile for tile in turn.lay)
        assert arrange(edition, turn.lay) is not None
        assert arrange(edition, regular) is None


def test_mirror() -> None:
    """Between two tiles on each side no numbered tile frees the joker, or is welcome; between three it is free."""
    short, long = lesson("mirror")
    assert parse_meld("b2 b3 M b3 b2") in short.after.table
    assert freeing(short.after, "M") == welcome(short.after) == set()
    assert solve(holding(short.after, "b1", "b1")).tiles == 2
    assert parse_meld("b1 b2 b3 M b3 b2 b1") in long.before.table
    assert arrange(long.before.edition, without(on_table(long.before), "M")) is not None
    assert ends_of(long, "M") == {frozenset({"k9 r9 M r9 k9"})}
