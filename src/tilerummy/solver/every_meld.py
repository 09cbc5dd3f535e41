"""Every legal meld of given tiles, one after another, or those of them that do not fall apart."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple, Protocol

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import face
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.melds.runs import last_place
from tilerummy.rules.melds.types import Kind
from tilerummy.rules.tiles import COLOURS, JOKERS, NUMBER_OF, Tile, in_order, is_joker

Tiles = tuple[Tile, ...]
Hope = Callable[[Tiles, int, str], bool]
"""Whether these tiles, and any more from this place on in these colours, may be a meld that is asked for."""
JOKERS_ALONE: Final = frozenset(JOKERS)
END: Final = (15, "")
"""A place after all others."""


class Cut(Protocol):
    """Whether a run may be laid as these parts instead, each of which is a meld; also with whatever comes to the last
    one where that `grows`."""

    def __call__(self, parts: Sequence[Tiles], /, *, grows: bool) -> bool: ...


def never(_: Sequence[Tiles], *, grows: bool) -> bool:
    """Runs are laid whole."""
    return False


def always(_: Tiles, __: int, ___: str) -> bool:
    """All melds are asked for."""
    return True


def melds_of(edition: Edition, tiles: tuple[Tile, ...], cut: Cut = never) -> Iterator[Meld]:
    """Every legal meld that these tiles can make with a numbered tile among them, but for runs that may be cut. Groups
    and the two sides of a mirror joker come in one order."""
    return melds_through(edition, tiles, tiles, cut)


def melds_through(
    edition: Edition, through: Iterable[Tile], tiles: Iterable[Tile], cut: Cut = never, hope: Hope = always
) -> Iterator[Meld]:
    """Those of them that hold one of the numbered tiles `through` and for which there is hope."""
    rest = Counter(tiles)
    for tile in in_order(set(through)):
        if not is_joker(tile):
            yield from melds_with(edition, tile, rest, cut, hope)
            del rest[tile]


def melds_with(
    edition: Edition, tile: Tile, rest: Counter[Tile], cut: Cut = never, hope: Hope = always
) -> Iterator[Meld]:
    """The legal melds of the rest that hold `tile`, a numbered one; but for runs that may be cut."""
    yield from groups_with(edition, tile, rest, hope)
    yield from runs_with(edition, tile, rest, cut, hope)


def groups_with(edition: Edition, tile: Tile, rest: Counter[Tile], hope: Hope = always) -> Iterator[Meld]:
    """Those that are groups and nothing else."""
    for tiles in dict.fromkeys((*_groups(tile, rest, 3), *_mirrored_groups(edition, tile, rest, hope))):
        if hope(tiles, *END) and _kinds(edition, tiles) == {"group"}:
            yield Meld(tiles)


def runs_with(
    edition: Edition, tile: Tile, rest: Counter[Tile], cut: Cut = never, hope: Hope = always
) -> Iterator[Meld]:
    """Those that can be runs, but for those that may be cut."""
    last = last_place(edition)
    places = [place for place in range(1, last + 1) if face(place) == NUMBER_OF[tile]]
    lines = (line for place in places for line in _Lines(rest, last, tile, place, cut, hope).through())
    free = edition.jokers.mirror_run_colours == "free"
    mirrored = _mirrored(edition, rest, _Sides(rest, tile, cut, hope, free).through(), "run")
    for tiles in dict.fromkeys((*lines, *mirrored)):
        if hope(tiles, *END) and "run" in _kinds(edition, tiles):
            yield Meld(tiles)


def _kinds(edition: Edition, tiles: Tiles) -> set[Kind]:
    """As what they can be read."""
    return {reading.kind for reading in readings(Meld(tiles), edition)}


def _groups(tile: Tile, rest: Counter[Tile], least: int) -> Iterator[Tiles]:
    """Tiles of one number, then jokers, the tile among them; `least` to four."""
    others = rest - Counter((tile,))
    yield from (in_order((tile, *more)) for more in _alike(NUMBER_OF[tile], others, least - 1, 3))


def _alike(number: int, rest: Counter[Tile], least: int, most: int) -> Iterator[Tiles]:
    """Tiles of that number, one of each colour, and jokers; fewest jokers first."""
    numbered = [tile for colour in COLOURS if rest[tile := f"{colour}{number}"]]
    jokers = [joker for joker in "JD" for _ in range(rest[joker])]
    for size in range(least, most + 1):
        for used in range(min(len(jokers), size) + 1):
            for chosen in combinations(numbered, size - used):
                yield from ((*chosen, *some) for some in dict.fromkeys(combinations(jokers, used)))


class _Lines(NamedTuple):
    """Lines of rising numbers up to `last` with `tile` at its place: a double joker takes two numbers, any colour may
    follow a two-colour joker."""

    rest: Counter[Tile]
    last: int
    tile: Tile
    place: int
    cut: Cut
    hope: Hope

    def through(self) -> Iterator[Tiles]:
        """Those of three tiles or more."""
        for number in range(self.place, 0, -1):
            colours = COLOURS if self.rest["C"] else self.tile[0]
            yield from (line for line in self._longer((), colours, number) if len(line) >= 3)

    def _longer(self, start: Tiles, then: str, number: int) -> Iterator[Tiles]:
        """The line and all longer ones that hold the tile, in one of the colours at first."""
        crossing = self.rest["C"] > start.count("C")
        colours = COLOURS if crossing else then
        if not self.hope(start, number, colours) or self._cut(start, grows=True):
            return
        if self.tile in start:
            if not self._cut(start, grows=False):
                yield start
        elif number > self.place or self.tile[0] not in colours:
            return
        if number > self.last:
            return
        for colour in then:
            for tile, width in ((f"{colour}{face(number)}", 1), ("J", 1), ("D", 2)):
                if self.rest[tile] > start.count(tile):
                    yield from self._longer((*start, tile), colour, number + width)
        if crossing:
            yield from self._longer((*start, "C"), COLOURS, number + 1)

    def _cut(self, line: Tiles, *, grows: bool) -> bool:
        if len(line) > 5:
            for parts in _parts(line):
                if self.cut(parts, grows=grows):
                    return True
        return False


def _parts(line: Tiles) -> Iterator[tuple[Tiles, Tiles]]:
    """The two parts of a line, wherever both are melds."""
    for at in range(3, len(line) - 2):
        parts = line[:at], line[at:]
        if all(map(_has_number, parts)):
            yield parts


def _has_number(tiles: Tiles) -> bool:
    return not JOKERS_ALONE.issuperset(tiles)


def _mirrored(
    edition: Edition, rest: Counter[Tile], sides: Iterable[tuple[Tiles, Tiles]], kind: Kind
) -> Iterator[Tiles]:
    """Two sides around a mirror joker; they rise to the middle where that is legal as this kind."""
    for left, right in sides if rest["M"] else ():
        rising = (*left, "M", *right[::-1])
        yield rising if kind in _kinds(edition, rising) else (*left[::-1], "M", *right)


def _mirrored_groups(edition: Edition, tile: Tile, rest: Counter[Tile], hope: Hope) -> Iterator[Tiles]:
    """Groups around a mirror joker."""
    if hope(("M", tile), NUMBER_OF[tile], COLOURS):
        sides = ((left, right) for left, right in _group_sides(tile, rest) if hope((*left, "M", *right), *END))
        yield from _mirrored(edition, rest, sides, "group")


def _group_sides(tile: Tile, rest: Counter[Tile]) -> Iterator[tuple[Tiles, Tiles]]:
    """Both sides of a mirror joker in a group, with `tile` in the left one."""
    for left in _groups(tile, rest, 1):
        for right in _alike(NUMBER_OF[tile], rest - Counter(left), 1, 4):
            if _width(right) == _width(left):
                yield left, right


def _width(tiles: Tiles) -> int:
    """The numbered tiles that they stand for."""
    return len(tiles) + tiles.count("D")


class _Sides(NamedTuple):
    """Both sides of a mirror joker in a run, as rising lines, with `tile` in the left one; of `free` colours, or of the
    same."""

    rest: Counter[Tile]
    tile: Tile
    cut: Cut
    hope: Hope
    free: bool

    def through(self) -> Iterator[tuple[Tiles, Tiles]]:
        """All of them."""
        for number in range(NUMBER_OF[self.tile], 0, -1):
            for colour in COLOURS if self.rest["C"] else self.tile[0]:
                for other in COLOURS if self.free else colour:
                    yield from self._longer((), (), (colour, other), number)

    def _longer(self, left: Tiles, right: Tiles, at: tuple[str, str], first: int) -> Iterator[tuple[Tiles, Tiles]]:
        """The sides from `first` on, each in a colour at first, and all longer ones that hold the tile."""
        lead = _width(left) - _width(right)
        number = first + min(_width(left), _width(right))
        used = left + right
        colours = COLOURS if self.free or self.rest["C"] > used.count("C") + 1 else at[0]
        if not self.hope(("M", *used), number, colours):
            return
        if not lead and left:
            parts = list(_parts_of_sides(left, right))
            if any(self.cut(each, grows=True) for each in parts):
                return
            if self.tile in left and not any(self.cut(each, grows=False) for each in parts):
                yield left, right
        if number > (13 if self.tile in left else NUMBER_OF[self.tile]):
            return
        crossing = "C" if self.free else ""
        for tile in (f"{at[lead > 0]}{number}", "J", "D", *crossing):
            if self.rest[tile] > used.count(tile):
                for after in COLOURS if tile == "C" else at[lead > 0]:
                    if lead > 0:
                        yield from self._longer(left, (*right, tile), (at[0], after), first)
                    else:
                        yield from self._longer((*left, tile), right, (after, at[1]), first)
        if not self.free and not lead and self.rest["C"] > used.count("C") + 1:
            for after in COLOURS:
                yield from self._longer((*left, "C"), (*right, "C"), (after, after), first)


def _parts_of_sides(left: Tiles, right: Tiles) -> Iterator[tuple[Tiles, Tiles, Tiles]]:
    """The outer parts and the inner one, wherever all are melds."""
    for one in range(3, len(left)):
        for other in range(3, len(right)):
            parts = left[:one], right[:other], (*left[one:], *right[other:])
            if _width(parts[0]) == _width(parts[1]) and all(map(_has_number, parts)):
                yield parts
