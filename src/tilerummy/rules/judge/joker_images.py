"""Images: how an old set with a joker can still lie, whole and in place, within a new meld; and replacements: by which
tiles all its jokers can be replaced.

The frozen sets of rules card `jokers.sets`: every numbered tile in the same position, and in a joker's place the joker
with the same identity or the tile it stood for; further tiles only as an extension.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, Reading, readings
from tilerummy.rules.tiles import COLOURS, Tile, is_joker, number


class Image(NamedTuple):
    """One way the old set lies in the new meld, in places of both.

    `kept`: old and new place of each tile that stays. `replaced`: old place of each replaced joker and the new places
    of the tiles that replace it. `freed_by_one`: the regular joker of a group of three was replaced without both
    missing tiles being there.
    """

    kept: tuple[tuple[int, int], ...]
    replaced: tuple[tuple[int, tuple[int, ...]], ...]
    freed_by_one: bool = False


class Replacement(NamedTuple):
    """Tiles that replace all jokers of a set: `replacing`, each with the place of its joker; `besides`, what has to lie
    in the set too before the joker in that place may leave."""

    replacing: tuple[tuple[int, Tile], ...]
    besides: tuple[tuple[int, Tile], ...] = ()


def images(old: Meld, reading: Reading, new: Meld, new_readings: Sequence[Reading]) -> Iterator[Image]:
    """Every image of the old set, so read, in a new meld that can be read as the same kind of meld."""
    if not any(other.kind == reading.kind and other.mirrored == reading.mirrored for other in new_readings):
        return
    if not all(tile in new.tiles for tile in old.tiles if not is_joker(tile)):
        return
    if reading.kind == "group":
        yield from _in_group(old, reading, new)
    else:
        for start in range(len(new.tiles)):
            yield from _in_run(old, reading, new, start)


def pieces(joker: Tile, stands: Sequence[str]) -> list[tuple[Tile, ...]]:
    """The tiles that may take the joker's place, one tuple for each alternative; none for a mirror joker."""
    if joker == "M":
        return []
    if joker == "C":
        return [(f"{colour}{stands[0]}",) for colour in COLOURS]
    return [tuple(text.split("+")) for text in stands]


def lacked_laid(old: Meld, new: Meld) -> int:
    """How many numbered tiles of the old group's number, in colours it lacked, the new meld holds."""
    numbered = {tile for tile in old.tiles if not is_joker(tile)}
    value = {number(tile) for tile in numbered}
    return sum(number(tile) in value for tile in set(new.tiles) - numbered if not is_joker(tile))


def replacements(old: Meld, reading: Reading, edition: Edition) -> Iterator[Replacement]:
    """Every way to replace all jokers of a set, so read, that leaves a legal one of its kind."""
    of_three = (reading.kind, len(old.tiles), [*filter(is_joker, old.tiles)]) == ("group", 3, ["J"])
    both = of_three and edition.jokers.group_needs == "both"
    ways = [
        pieces(tile, stands) if is_joker(tile) else [(tile,)]
        for tile, stands in zip(old.tiles, reading.stands, strict=True)
    ]
    for chosen in product(*ways):
        tiles = tuple(tile for some in chosen for tile in some)
        if any(other.kind == reading.kind for other in readings(Meld(tiles), edition)):
            replacing = [(at, tile) for at, some in enumerate(chosen) if is_joker(old.tiles[at]) for tile in some]
            lacked = [f"{colour}{number(tiles[0])}" for colour in COLOURS] if both else []
            besides = [(old.tiles.index("J"), tile) for tile in lacked if tile not in tiles]
            yield Replacement(tuple(replacing), tuple(besides))


def _in_run(old: Meld, reading: Reading, new: Meld, start: int) -> Iterator[Image]:
    """The image that begins at place `start`: the old tiles lie side by side, in order."""

    def follow(
        at: int, to: int, kept: tuple[tuple[int, int], ...], replaced: tuple[tuple[int, tuple[int, ...]], ...]
    ) -> Iterator[Image]:
        if at == len(old.tiles):
            yield Image(kept, replaced)
            return
        if to == len(new.tiles):
            return
        tile = old.tiles[at]
        if new.tiles[to] == tile:
            yield from follow(at + 1, to + 1, (*kept, (at, to)), replaced)
        elif is_joker(tile):
            for tiles in pieces(tile, reading.stands[at]):
                if sorted(new.tiles[to : to + len(tiles)]) == sorted(tiles):
                    places = tuple(range(to, to + len(tiles)))
                    yield from follow(at + 1, to + len(tiles), kept, (*replaced, (at, places)))

    yield from follow(0, start, (), ())


def _in_group(old: Meld, reading: Reading, new: Meld) -> Iterator[Image]:
    """The images in a group, which has no order."""
    jokers = [tile for tile in old.tiles if is_joker(tile)]
    one_is_few = not reading.mirrored and len(old.tiles) == 3 and jokers == ["J"] and lacked_laid(old, new) < 2

    def follow(
        at: int,
        free: frozenset[int],
        kept: tuple[tuple[int, int], ...],
        replaced: tuple[tuple[int, tuple[int, ...]], ...],
    ) -> Iterator[Image]:
        if at == len(old.tiles):
            yield Image(kept, replaced, one_is_few and bool(replaced))
            return
        tile = old.tiles[at]
        for to in sorted(free):
            if new.tiles[to] == tile:
                yield from follow(at + 1, free - {to}, (*kept, (at, to)), replaced)
        if is_joker(tile):
            for tiles in pieces(tile, reading.stands[at]):
                for places in _lying(new, tiles, free):
                    yield from follow(at + 1, free - set(places), kept, (*replaced, (at, places)))

    yield from follow(0, frozenset(range(len(new.tiles))), (), ())


def _lying(new: Meld, tiles: Sequence[Tile], free: frozenset[int]) -> Iterator[tuple[int, ...]]:
    """The places among the free ones where these tiles lie."""
    if not tiles:
        yield ()
        return
    for to in sorted(free):
        if new.tiles[to] == tiles[0]:
            for rest in _lying(new, tiles[1:], free - {to}):
                yield (to, *rest)
