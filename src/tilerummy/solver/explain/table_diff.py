"""The difference of two tables: which parts of melds stay together in a play, and which are taken.

A piece is tiles that lie together, as laid. Each new meld may grow on one piece of an old one, its base; a run keeps
tiles that lie side by side, a group any of its tiles. The largest pieces are found first, as far as the plan
allows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import Tile, in_order, is_joker

Piece = tuple[Tile, ...]


@dataclass(slots=True, eq=False)
class Part:
    """Part of an old meld: a base of the new meld `target`, or to be taken (None)."""

    tiles: Piece
    target: int | None = None


@dataclass(slots=True, eq=False)
class Old:
    """An old meld that changes: as laid, its parts in order, and the tiles that replace jokers of it (`swapped`: the
    joker's place, the tile). `frozen`: it may not be taken apart, for the jokers that it holds."""

    tiles: Piece
    group: bool
    parts: list[Part]
    frozen: bool
    swapped: list[tuple[int, Tile]] = field(default_factory=list)

    def replace(self, place: int, tile: Tile) -> None:
        """Replace a joker, while the meld is whole."""
        self.swapped.append((place, tile))
        whole = put_in(self.parts[0].tiles, place, tile)
        self.parts = [Part(whole)]
        self.frozen = self.frozen and any(map(is_joker, whole))


class New(NamedTuple):
    """A new meld that did not lie there before."""

    tiles: Piece
    group: bool


class Fit(NamedTuple):
    """Tiles that a part and a new meld have in common, the best fit greatest: a frozen meld, more tiles, no joker
    replaced, the part's first tile stays, then the order in which the melds lie."""

    frozen: bool
    tiles: int
    plain: bool
    first: bool
    old: int
    part: int
    new: int
    swap: tuple[int, Tile] | None


class Plan(NamedTuple):
    """What to do otherwise than the largest pieces ask for, by the places of old and new melds among those that change.

    `apart`: pairs of an old meld and a new one that does not grow on it. `lent`: old melds whose joker may be replaced
    by a tile of another one.
    """

    apart: frozenset[tuple[int, int]] = frozenset()
    lent: frozenset[int] = frozenset()


def changes(before: tuple[Meld, ...], after: tuple[Meld, ...], edition: Edition) -> tuple[list[Old], list[New]]:
    """The old melds that change and the new ones; a group lies as before in whatever order its tiles are."""
    news = [New(meld.tiles, is_group(meld, before, edition)) for meld in after]
    olds = []
    for meld in before:
        frozen = edition.jokers.frozen and any(map(is_joker, meld.tiles))
        old = Old(meld.tiles, is_group(meld, after, edition), [Part(meld.tiles)], frozen)
        same = next((new for new in news if _same(old, new)), None)
        if same is None:
            olds.append(old)
        else:
            news.remove(same)
    return olds, news


def is_group(meld: Meld, others: Iterable[Meld], edition: Edition) -> bool:
    """Whether the meld is a group; one that reads as either is what it has more in common with the `others` as. A group
    around a mirror joker keeps its order, as a run does."""
    kinds = _kinds(meld, edition)
    if len(kinds) == 1:
        return True in kinds
    alike = {True: 0, False: 0}
    for other in others:
        for group in _kinds(other, edition):
            alike[group] = max(alike[group], len(common(meld.tiles, other.tiles, group=group)))
    return alike[True] >= alike[False]


def _kinds(meld: Meld, edition: Edition) -> set[bool]:
    """Whether it reads as a group: yes, no, or both."""
    return {reading.kind == "group" and not reading.mirrored for reading in readings(meld, edition)}


def find_bases(olds: list[Old], news: list[New], rack: Counter[Tile], plan: Plan) -> None:
    """Part the old melds: every new meld gets the largest base that the plan allows, the largest of all first, two
    tiles at least. `rack`: the tiles laid from it; one that is to take a joker's place is removed from it."""
    pairs = [
        (at, index)
        for at, old in enumerate(olds)
        for index, new in enumerate(news)
        if old.group == new.group and (at, index) not in plan.apart
        if len({*old.parts[0].tiles} & {*new.tiles}) >= 2
    ]
    while pairs:
        fits = [
            fit
            for at, index in pairs
            for number, part in enumerate(olds[at].parts)
            if part.target is None
            for fit in _fits(at, olds, number, index, news[index], rack, plan)
        ]
        if not fits:
            return
        best = max(fits)
        old = olds[-best.old]
        if best.swap is not None:
            old.replace(*best.swap)
            rack -= Counter([best.swap[1]])
        _part(old, old.parts[-best.part], news[-best.new], -best.new)
        pairs = [(at, index) for at, index in pairs if index != -best.new]


@lru_cache(maxsize=1 << 12)
def common(one: Piece, other: Piece, *, group: bool) -> Piece:
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


def settle_frozen(olds: list[Old], news: list[New], rack: Counter[Tile], edition: Edition) -> None:
    """Replace jokers of frozen melds by tiles of the rack, which are removed from it, until a new meld holds the whole
    meld, beside those before it, or it has no joker left."""
    room = [Counter(new.tiles) for new in news]
    for old in olds:
        if not old.frozen:
            continue
        while (at := _holding(old.parts[0].tiles, news, room)) is None:
            whole = old.parts[0].tiles
            tiles = [tile for tile in in_order(rack) if not is_joker(tile)]
            places = [place for place, tile in enumerate(whole) if is_joker(tile)]
            ways = [(place, tile) for place in places for tile in tiles]
            ways = [way for way in ways if readings(Meld(put_in(whole, *way)), edition)]
            if not ways:
                break
            held = (way for way in ways if _holding(put_in(whole, *way), news, room) is not None)
            best = next(held, ways[0])
            old.replace(*best)
            rack -= Counter([best[1]])
        if at is not None:
            old.group = news[at].group
            room[at] -= Counter(old.parts[0].tiles)


def _holding(whole: Piece, news: list[New], room: list[Counter[Tile]]) -> int | None:
    """The first new meld in which the whole of these tiles lies, and that has room for them."""
    return next(
        (
            at
            for at, new in enumerate(news)
            if Counter(whole) <= room[at] and len(common(whole, new.tiles, group=new.group)) == len(whole)
        ),
        None,
    )


def _same(old: Old, new: New) -> bool:
    if old.group and new.group:
        return Counter(old.tiles) == Counter(new.tiles)
    return old.tiles == new.tiles


def _fits(
    at: int, olds: list[Old], number: int, index: int, new: New, rack: Counter[Tile], plan: Plan
) -> Iterator[Fit]:
    old = olds[at]
    part = old.parts[number]
    stays = common(part.tiles, new.tiles, group=old.group)
    if len(stays) >= 2 and not all(map(is_joker, stays)):
        kept = part.tiles[0] in stays
        yield Fit(old.frozen, len(stays), plain=True, first=kept, old=-at, part=-number, new=-index, swap=None)
    if old.swapped or old.frozen or len(old.parts) > 1:
        return
    for place in [place for place, tile in enumerate(old.tiles) if is_joker(tile)]:
        for tile in {*new.tiles} - {*old.tiles}:
            lent = at in plan.lent and any(tile in other.tiles for other in olds if other is not old)
            if is_joker(tile) or not (tile in rack or lent):
                continue
            together = len(common(put_in(old.tiles, place, tile), new.tiles, group=old.group))
            if together == len(old.tiles) and together > len(stays):
                swap = place, tile
                yield Fit(
                    frozen=False, tiles=together, plain=False, first=True, old=-at, part=-number, new=-index, swap=swap
                )


def _part(old: Old, part: Part, new: New, target: int) -> None:
    """Part it in what is the base of the new meld and what lies before and after that (of a group: the rest)."""
    base = common(part.tiles, new.tiles, group=old.group)
    if old.group:
        pieces = [Part(base, target), Part(tuple((Counter(part.tiles) - Counter(base)).elements()))]
    else:
        start = next(at for at in range(len(part.tiles)) if part.tiles[at : at + len(base)] == base)
        pieces = [Part(part.tiles[:start]), Part(base, target), Part(part.tiles[start + len(base) :])]
    at = next(index for index, other in enumerate(old.parts) if other is part)
    old.parts[at : at + 1] = [piece for piece in pieces if piece.tiles]


def put_in(piece: Piece, place: int, tile: Tile) -> Piece:
    """The piece with another tile in that place."""
    return (*piece[:place], tile, *piece[place + 1 :])


def lies_in(stretch: Piece, tiles: Piece) -> bool:
    """Whether the stretch lies in the tiles, side by side."""
    return any(tiles[at : at + len(stretch)] == stretch for at in range(len(tiles) - len(stretch) + 1))
