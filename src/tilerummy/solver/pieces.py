"""What becomes of the melds of a table in a play: which parts stay together, and which are taken.

A piece is tiles that lie together, as laid. Each new meld may grow on one piece of an old one, its base; a run keeps
tiles that lie side by side, a group any of its tiles. The largest pieces are found first.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from tilerummy.rules.edition import Edition
from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.tiles import Tile, in_order, is_joker

Piece = tuple[Tile, ...]


@dataclass(slots=True, eq=False)
class Part:
    """Part of an old meld: a base of the new meld `target`, or to be taken (None)."""

    tiles: Piece
    target: int | None = None


@dataclass(slots=True, eq=False)
class Old:
    """An old meld that changes: as laid, its parts in order, and the tile that replaces a joker of it (`swapped`: the
    joker, the tile)."""

    tiles: Piece
    group: bool
    parts: list[Part] = field(default_factory=list)
    swapped: tuple[Tile, Tile] | None = None

    def after_swap(self) -> Piece:
        """The tiles as laid once the joker is replaced."""
        if self.swapped is None:
            return self.tiles
        at = self.tiles.index(self.swapped[0])
        return (*self.tiles[:at], self.swapped[1], *self.tiles[at + 1 :])


class New(NamedTuple):
    """A new meld that did not lie there before."""

    tiles: Piece
    group: bool


class Fit(NamedTuple):
    """Tiles that a part and a new meld have in common, the best fit greatest: more tiles, no joker replaced, the part's
    first tile stays, then the order in which the melds lie."""

    tiles: int
    plain: bool
    first: bool
    old: int
    part: int
    new: int
    swap: tuple[Tile, Tile] | None


def changes(before: tuple[Meld, ...], after: tuple[Meld, ...], edition: Edition) -> tuple[list[Old], list[New]]:
    """The old melds that change and the new ones; a group lies as before in whatever order its tiles are."""
    news = [New(meld.tiles, is_group(meld, edition)) for meld in after]
    olds = []
    for meld in before:
        old = Old(meld.tiles, is_group(meld, edition), [Part(meld.tiles)])
        same = next((new for new in news if _same(old, new)), None)
        if same is None:
            olds.append(old)
        else:
            news.remove(same)
    return olds, news


def is_group(meld: Meld, edition: Edition) -> bool:
    """Whether the meld reads as a group (at best); one around a mirror joker keeps its order, as a run does."""
    reading = readings(meld, edition)[0]
    return reading.kind == "group" and not reading.mirrored


def find_bases(olds: list[Old], news: list[New], rack: Counter[Tile]) -> None:
    """Part the old melds: every new meld gets the largest base there is, the largest of all first, two tiles at
    least. `rack`: the tiles laid from it, one of which may take a joker's place."""
    based: set[int] = set()
    while True:
        fits = [
            fit
            for at, old in enumerate(olds)
            for number, part in enumerate(old.parts)
            if part.target is None
            for index, new in enumerate(news)
            if index not in based
            for fit in _fits(at, old, number, part, index, new, rack)
        ]
        if not fits:
            return
        best = max(fits)
        old = olds[-best.old]
        if best.swap is not None:
            old.swapped = best.swap
            rack[best.swap[1]] -= 1
            old.parts = [Part(old.after_swap())]
        _part(old, old.parts[-best.part], news[-best.new], -best.new)
        based.add(-best.new)


def common(one: Piece, other: Piece, group: bool) -> Piece:
    """The tiles that stay together: any of a group, of a run the longest stretch."""
    if group:
        return tuple((Counter(one) & Counter(other)).elements())
    best: Piece = ()
    for start in range(len(one)):
        for end in range(len(one), start + len(best), -1):
            if lies_in(one[start:end], other):
                best = one[start:end]
                break
    return best


def _same(old: Old, new: New) -> bool:
    if old.group and new.group:
        return Counter(old.tiles) == Counter(new.tiles)
    return old.tiles == new.tiles


def _fits(at: int, old: Old, number: int, part: Part, index: int, new: New, rack: Counter[Tile]) -> list[Fit]:
    if old.group != new.group:
        return []
    stays = common(part.tiles, new.tiles, old.group)
    fits = [Fit(len(stays), True, part.tiles[0] in stays, -at, -number, -index, None)] if len(stays) >= 2 else []
    if old.swapped is None and len(old.parts) == 1:
        joker = next((tile for tile in old.tiles if is_joker(tile)), None)
        for tile in in_order(+rack) if joker else ():
            if is_joker(tile) or tile in old.tiles or joker is None or tile not in new.tiles:
                continue
            swapped = Old(old.tiles, old.group, [], (joker, tile)).after_swap()
            together = len(common(swapped, new.tiles, old.group))
            if together == len(old.tiles) and together > len(stays):
                fits.append(Fit(together, False, True, -at, -number, -index, (joker, tile)))
    return fits


def _part(old: Old, part: Part, new: New, target: int) -> None:
    """Part it in what is the base of the new meld and what lies before and behind that (of a group: the rest)."""
    base = common(part.tiles, new.tiles, old.group)
    if old.group:
        rest = part.tiles
        kept = tuple(tile for tile in rest if tile in base)
        pieces = [Part(kept, target), Part(tuple((Counter(rest) - Counter(kept)).elements()))]
    else:
        start = next(at for at in range(len(part.tiles)) if part.tiles[at : at + len(base)] == base)
        pieces = [Part(part.tiles[:start]), Part(base, target), Part(part.tiles[start + len(base) :])]
    at = next(index for index, other in enumerate(old.parts) if other is part)
    old.parts[at : at + 1] = [piece for piece in pieces if piece.tiles]


def lies_in(stretch: Piece, tiles: Piece) -> bool:
    """Whether the stretch lies in the tiles, side by side."""
    return any(tiles[at : at + len(stretch)] == stretch for at in range(len(tiles) - len(stretch) + 1))
