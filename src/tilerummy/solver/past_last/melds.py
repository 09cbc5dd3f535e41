"""Runs that go on to a 1 after 13, as many as are needed.

A run that falls into two legal melds is not needed, so they have a few tiles only. Neither is one whose last joker in
front of the same tiles makes a run of no less value, as every joker does that is one number. So every run here ends
with a numbered 1, or for the sake of its value with a double joker.
"""

from collections import Counter
from collections.abc import Iterator

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import COLOURS, Tile, is_joker


def goes_past(meld: Meld, edition: Edition) -> bool:
    """Whether a legal meld ends with a 1 after 13 in its best reading."""
    reading = readings(meld, edition)[0]
    numbers = [text[0].split("+")[-1].lstrip(COLOURS) for text in reading.stands]
    return reading.kind == "run" and not reading.mirrored and numbers[-1] == "1"


def past_melds(here: Counter[Tile], edition: Edition, *, by_value: bool) -> list[Meld]:
    """The needed runs of the tiles `here`, fewest jokers and tiles first. `by_value`: also those that are needed for
    their value alone, as the same tiles make a group or another run."""
    found = [
        meld
        for colour in COLOURS
        for last, place in ((f"{colour}1", 13), *([("D", 12)] if by_value else []))
        if here[last]
        for meld in _longer((last,), colour, place, here, edition)
        if by_value or all(reading.kind == "run" for reading in readings(meld, edition))
    ]
    return sorted(dict.fromkeys(found), key=lambda meld: (sum(map(is_joker, meld.tiles)), len(meld.tiles)))


def _longer(line: tuple[Tile, ...], colour: str, place: int, here: Counter[Tile], edition: Edition) -> Iterator[Meld]:
    """The needed runs that end with this line, whose next tile to the left stands at `place`, of that colour."""
    if _falls_apart(line, edition):
        return
    if readings(Meld(line), edition):
        yield Meld(line)
    for tile, width, colours in _left_of(colour, place):
        if here[tile] > line.count(tile) and place - width >= 0:
            for other in colours:
                yield from _longer((tile, *line), other, place - width, here, edition)


def _left_of(colour: str, place: int) -> Iterator[tuple[Tile, int, str]]:
    """What may stand at a place: the tile, the places it takes, the colours further to the left."""
    if place:
        yield f"{colour}{place}", 1, colour
        yield "J", 1, colour
        yield "D", 2, colour
        yield "C", 1, COLOURS


def _falls_apart(line: tuple[Tile, ...], edition: Edition) -> bool:
    """Whether a line is a run and another after it."""
    cuts = range(3, len(line) - 2)
    return any(readings(Meld(line[:at]), edition) and readings(Meld(line[at:]), edition) for at in cuts)
