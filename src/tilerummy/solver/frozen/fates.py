"""What may become of a table meld with a joker where such melds are frozen.

It lies whole in one new meld, each joker in its place or replaced there by what it stands for; further tiles lie only
at its ends. Where it is frozen only until all its jokers are replaced, its tiles are then as loose as any others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.joker_images import pieces
from tilerummy.rules.melds.cells import face
from tilerummy.rules.melds.readings import Meld, Reading, readings
from tilerummy.rules.tiles import COLOURS, NUMBER_OF, Tile, in_order, is_joker

MOST_AT_END: Final = 2
"""Of more tiles at one end, unless all are jokers, the outer ones would be a meld of their own."""
GROUP: Final = ("group", False)
"""What lies in no order."""
Tiles = tuple[Tile, ...]


class Shadow(NamedTuple):
    """Numbered tiles in the stead of a core, or of one end of it: what can lie `before` and `after` them can lie before
    and after the core. A `group` grows by the colours that the shadow lacks."""

    tiles: Tiles
    before: bool
    after: bool
    group: bool


class Core(NamedTuple):
    """The meld of index `old` as it lies in a new one: its tiles, those of them that replaced jokers, one that has to
    lie there besides, the jokers freed, and shadows for its ends. `loose`: it need not lie in one."""

    old: int
    tiles: Tiles
    replacing: Tiles
    besides: Tiles
    freed: Tiles
    shadows: tuple[Shadow, ...]
    loose: bool


class Extended(NamedTuple):
    """A new meld that holds a core, and what it has at its ends; of a group all is after it."""

    before: Tiles
    core: Core
    after: Tiles

    @property
    def meld(self) -> Meld:
        """All its tiles."""
        return Meld((*self.before, *self.core.tiles, *self.after))

    @property
    def beside(self) -> Counter[Tile]:
        """The tiles at its ends."""
        return Counter(self.before + self.after)

    @property
    def shadowed(self) -> bool:
        """Whether the same can lie at the ends of the core's shadows."""
        shadows = self.core.shadows
        lacking = not any(tile in shadow.tiles for shadow in shadows if shadow.group for tile in self.after)
        before = not self.before or any(shadow.before for shadow in shadows)
        return lacking and before and (not self.after or any(shadow.after for shadow in shadows))


def cores(table: Sequence[Meld], at: int, hand: Counter[Tile], paying: Counter[Tile], edition: Edition) -> list[Core]:
    """The ways to keep or replace each joker of a meld with the tiles of `hand`, all kept first; those of them that are
    `paying` may replace one."""
    found: dict[Tiles, Core] = {}
    old = table[at]
    read = readings(old, edition)
    for reading in read:
        if reading.value < read[0].value:
            break
        for chosen in product(*map(_in_place, old.tiles, reading.stands)):
            changed = [place for place, way in enumerate(chosen) if way != (old.tiles[place],)]
            replacing = tuple(tile for place in changed for tile in chosen[place])
            freed = tuple(old.tiles[place] for place in changed)
            for besides in _besides(old, reading, freed, edition):
                tiles = (*(tile for way in chosen for tile in way), *besides)
                key = tiles if reading.kind == "run" else in_order(tiles)
                enough = Counter(replacing) <= paying and Counter(replacing + besides) <= hand
                if key not in found and enough and _kind(reading) in _kinds(tiles, edition):
                    loose = edition.jokers.sets == "frozen-until-replaced" and not any(map(is_joker, tiles))
                    shadows = () if loose else _shadows(tiles, hand, edition)
                    found[key] = Core(at, tiles, replacing, besides, freed, shadows, loose)
    return sorted(found.values(), key=lambda core: len(core.freed))


def _besides(old: Meld, reading: Reading, freed: Tiles, edition: Edition) -> list[Tiles]:
    """What has to lie there too: where the joker of a group of three needs both, either of the tiles that it lacked."""
    alone = len(old.tiles) == 3 and tuple(filter(is_joker, old.tiles)) == freed == ("J",)
    if edition.jokers.group_needs == "both" and _kind(reading) == GROUP and alone:
        return [(stood,) for stood in reading.stands[old.tiles.index("J")]]
    return [()]


def _in_place(tile: Tile, stands: tuple[str, ...]) -> list[Tiles]:
    """What may lie in the place of a tile: itself, or for a joker what it stands for, in either order."""
    others = pieces(tile, stands) if is_joker(tile) else []
    return list(dict.fromkeys(((tile,), *others, *(way[::-1] for way in others))))


def _kind(reading: Reading) -> tuple[str, bool]:
    return reading.kind, reading.mirrored


def _kinds(tiles: Tiles, edition: Edition) -> set[tuple[str, bool]]:
    return set(map(_kind, readings(Meld(tiles), edition)))


def _shadows(tiles: Tiles, hand: Counter[Tile], edition: Edition) -> tuple[Shadow, ...]:
    """Of a run of one colour all that its tiles stand for, of one of several colours three tiles from each end, of a
    group three tiles of different colours, with those that the hand has left out if can be."""
    read = readings(Meld(tiles), edition)
    if len(read) != 1 or "M" in tiles:
        return ()
    if read[0].kind == "group":
        return _group_shadow(tiles, hand)
    stands = read[0].stands
    if "C" not in tiles:
        covered = tuple(text for texts in stands for text in texts[0].split("+"))
        return (Shadow(covered, before=True, after=True, group=False),)
    return (*_end_shadow(stands[0], 1), *_end_shadow(stands[-1], -1))


def _group_shadow(tiles: Tiles, hand: Counter[Tile]) -> tuple[Shadow, ...]:
    numbered = [tile for tile in tiles if not is_joker(tile)]
    lacking = [f"{colour}{numbered[0][1:]}" for colour in COLOURS if f"{colour}{numbered[0][1:]}" not in numbered]
    lacking.sort(key=lambda tile: hand[tile] > 0)
    jokers = len(tiles) - len(numbered) + tiles.count("D")
    return (Shadow((*numbered, *lacking[:jokers]), before=False, after=True, group=True),)


def _end_shadow(stands: tuple[str, ...], step: int) -> Iterator[Shadow]:
    """Three tiles from the end of a run of several colours inwards, unless no tile fixes the colour there."""
    first = stands[0].split("+")[0 if step > 0 else -1]
    if len(stands) == 1 and first in NUMBER_OF:
        numbers = sorted(NUMBER_OF[first] + step * at for at in range(3))
        if numbers[0] >= 1 and numbers[2] <= 13:
            yield Shadow(tuple(f"{first[0]}{number}" for number in numbers), step > 0, step < 0, group=False)


def extended(core: Core, hand: Counter[Tile], edition: Edition) -> Iterator[Extended]:
    """The new melds that hold the core, with tiles of `hand` at its ends: first the core alone."""
    seen: set[Tiles] = set()
    kinds = _kinds(core.tiles, edition)
    waiting = [Extended((), core, ())]
    for laid in waiting:
        tiles = laid.meld.tiles
        key = tiles if any(kind == "run" for kind, _ in kinds) else in_order(tiles)
        if key in seen or not _kinds(tiles, edition) & kinds:
            continue
        seen.add(key)
        yield laid
        rest = hand - laid.beside
        more = (
            _both_ends(tiles, rest, edition) if "M" in tiles else _one_end(tiles, rest, edition, group=kinds == {GROUP})
        )
        for before, after in more:
            longer = Extended((*before, *laid.before), core, (*laid.after, *after))
            few = map(_few, (longer.before, longer.after))
            if longer.beside <= hand and (any(few) if "M" in tiles else all(few)):
                waiting.append(longer)


def _few(end: Tiles) -> bool:
    return len(end) <= MOST_AT_END or all(map(is_joker, end))


def _one_end(tiles: Tiles, rest: Counter[Tile], edition: Edition, *, group: bool) -> Iterator[tuple[Tiles, Tiles]]:
    """One tile more, before or after."""
    for tile in _near(tiles, rest, 1, edition):
        if not group:
            yield (tile,), ()
        yield (), (tile,)


def _both_ends(tiles: Tiles, rest: Counter[Tile], edition: Edition) -> Iterator[tuple[Tiles, Tiles]]:
    """One tile more at each end, or a double joker at one and two tiles at the other."""
    yield from (((front,), (back,)) for front, back in product(_near(tiles, rest, 1, edition), repeat=2))
    if rest["D"]:
        for pair in product(_near(tiles, rest, 2, edition), repeat=2):
            yield ("D",), pair
            yield pair, ("D",)


def _near(tiles: Tiles, rest: Counter[Tile], distance: int, edition: Edition) -> list[Tile]:
    """The jokers of the rest, and its tiles with about the numbers that lie at the ends."""
    numbers = {number for reading in readings(Meld(tiles), edition) for number in _numbers_at_ends(reading)}
    near = {face(number + step) for number in numbers for step in range(-distance, distance + 1)}
    return [tile for tile in rest if tile not in NUMBER_OF or NUMBER_OF[tile] in near]


def _numbers_at_ends(reading: Reading) -> Iterable[int]:
    texts = (text for at in (0, -1) for stands in reading.stands[at] for text in stands.split("+"))
    return (int(text.lstrip(COLOURS)) for text in texts)
