"""Tiles and melds as they go over the wire."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

COLOURS: Final = "krby"
JOKERS: Final = frozenset("JDCM")
COLOUR: Final = {f"{colour}{number}": colour for colour in COLOURS for number in range(1, 14)}
NUMBER: Final = {f"{colour}{number}": number for colour in COLOURS for number in range(1, 14)}
Tiles = Counter[str]


class Laid(NamedTuple):
    """A meld as laid: its kind where it is stated, its tiles, and what each is stated to stand for."""

    kind: str | None
    tiles: tuple[str, ...]
    stands: tuple[str | None, ...]


@lru_cache(200_000)
def laid(text: str) -> Laid:
    """The meld of a text such as `b4 J b6`, `run: J b8 J` or `J=b5 b6 b7`."""
    words = text.split()
    kind = words.pop(0)[:-1] if words[0].endswith(":") else None
    parts = [word.partition("=") for word in words]
    return Laid(kind, tuple(tile for tile, _, _ in parts), tuple(stand or None for _, _, stand in parts))


def tiles_of(melds: Iterable[str]) -> Tiles:
    """The tiles of melds in notation."""
    return Counter(tile for meld in melds for tile in laid(meld).tiles)


def canonical(meld: str) -> tuple[str, ...]:
    """The tiles of a meld in a fixed order: the same for the same tiles in another order."""
    return tuple(sorted(laid(meld).tiles))
