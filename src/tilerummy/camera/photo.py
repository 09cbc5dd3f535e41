"""What is on a photograph: the tiles with their places, melds and rack, and what a person should look at."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from sys import byteorder
from typing import Any, Final, Literal, NamedTuple

import msgspec

from tilerummy.camera.kernel import FLOATS, RACK, TABLE, See
from tilerummy.coded import Coded
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.scoring import rack_value
from tilerummy.rules.melds.types import Meld
from tilerummy.rules.notation import format_meld, format_tiles
from tilerummy.rules.tiles import JOKERS, NUMBERED, Tile, is_joker

Shown = Literal["rack", "table"]
"""What the photograph shows."""
SMALLEST: Final = 3
"""Tiles of a meld."""
_PLACES: Final = {"rack": RACK, "table": TABLE}


class PhotoError(Coded, ValueError):
    """A file that cannot be read. `code`: `no-picture`, `heic`, `damaged`, `animated`, `too-small`, `too-large`, and
    `no-camera` where this installation has nothing that reads."""


class Picture(NamedTuple):
    """Pixels as red, green, blue and a fourth byte, row by row; `scale`: pixels of the photograph for each of them."""

    rgba: bytes
    width: int
    height: int
    scale: float = 1.0


class SeenTile(msgspec.Struct, frozen=True):
    """A `tile` on the photograph. `p`: how probable it is, the rules counted in; `unsure`: a person should look;
    `others`: what else it may be, and how probable; `corners`: x, y from the top left, clockwise as one reads it."""

    tile: Tile
    p: float
    unsure: bool
    others: tuple[tuple[Tile, float], ...]
    corners: tuple[tuple[float, float], ...]


class Photo(msgspec.Struct, frozen=True):
    """What was read. `tiles` in reading order; of a table the `melds` as they lie, and as `legal` the most probable
    melds by the rules, None where they are the same; of a `rack` the tiles by row. `points`: what the tiles cost."""

    tiles: tuple[SeenTile, ...]
    melds: tuple[Meld, ...]
    legal: tuple[Meld, ...] | None
    rack: tuple[Tile, ...]
    points: int

    @property
    def unsure(self) -> tuple[int, ...]:
        """The tiles that a person should look at."""
        return tuple(place for place, tile in enumerate(self.tiles) if tile.unsure)

    def fields(self) -> dict[str, Any]:
        """The same as JSON has it: melds and rack as notation."""
        said: dict[str, Any] = {
            "tiles": [
                {"tile": tile.tile, "p": tile.p, "corners": tile.corners, "others": tile.others} for tile in self.tiles
            ],
            "melds": [format_meld(meld) for meld in self.melds],
            "rack": format_tiles(self.rack),
            "points": self.points,
            "unsure": self.unsure,
        }
        if self.legal is not None:
            said["legal"] = [format_meld(meld) for meld in self.legal]
        return said


class _Read(NamedTuple):
    """A tile of the reply, as `struct camera_tile` of the C has it."""

    floats: Sequence[float]

    def one(self, at: int) -> int:
        return int(self.floats[at])

    def pairs(self, kinds: Sequence[Tile]) -> tuple[tuple[Tile, float], ...]:
        """The other kinds that it may be."""
        return tuple((kinds[self.one(35 + n)], round(self.floats[38 + n], 4)) for n in range(3))


def read(
    see: See, weights: bytes, picture: Picture, shown: Shown, edition: Edition, elsewhere: Iterable[Tile] = ()
) -> Photo:
    """Read a picture with the tiles of that edition; `elsewhere`: tiles known to lie in other places.

    Raises ValueError where the weights are none, MemoryError."""
    kinds, box = _box(edition, elsewhere)
    wraps = edition.runs.past_last is not None
    size = (picture.width, picture.height)
    replied = array("f", see(weights, picture.rgba, *size, _PLACES[shown], SMALLEST, int(wraps), box))
    if byteorder == "big":
        replied.byteswap()
    found = [_Read(replied[at : at + FLOATS]) for at in range(0, len(replied), FLOATS)]
    tiles = tuple(_tile(one, kinds, edition, picture.scale) for one in found)
    read_as = [tile.tile for tile in tiles]
    melds: tuple[Meld, ...] = ()
    legal = None
    if shown == "table":
        melds = _melds(read_as, [one.one(32) for one in found])
        legal = _melds([kinds[one.one(33)] for one in found], [one.one(34) for one in found])
    rack = tuple(read_as) if shown == "rack" else ()
    return Photo(tiles, melds, None if legal == melds else legal, rack, rack_value(edition, read_as))


def _box(edition: Edition, elsewhere: Iterable[Tile]) -> tuple[tuple[Tile, ...], bytes]:
    """The kinds that the C numbers, its one joker that of the edition, and how often each may be on the picture."""
    left = Counter(all_tiles(edition))
    left.subtract(elsewhere)
    jokers = [joker for joker in JOKERS if edition.tiles.jokers[joker]]
    counts = [left[tile] for tile in NUMBERED] + [sum(left[joker] for joker in jokers)]
    return (*NUMBERED, jokers[0] if jokers else "J"), bytes(max(0, count) for count in counts)


def _tile(one: _Read, kinds: Sequence[Tile], edition: Edition, scale: float) -> SeenTile:
    """A tile; where the edition has several jokers, which of them is asked."""
    tile, others = kinds[one.one(29)], one.pairs(kinds)
    several = [joker for joker in JOKERS if edition.tiles.jokers[joker]] if is_joker(tile) else []
    which = tuple((joker, round(one.floats[30] / len(several), 4)) for joker in several[1:])
    corners = tuple((round(one.floats[at] * scale, 1), round(one.floats[at + 1] * scale, 1)) for at in range(0, 8, 2))
    p = one.floats[30] / max(1, len(several))
    return SeenTile(tile, round(p, 4), bool(one.floats[31]) or bool(which), (*which, *others)[:3], corners)


def _melds(tiles: Sequence[Tile], groups: Sequence[int]) -> tuple[Meld, ...]:
    together = groupby(zip(groups, tiles, strict=True), key=lambda pair: pair[0])
    return tuple(Meld(tuple(tile for _, tile in pairs)) for _, pairs in together)
