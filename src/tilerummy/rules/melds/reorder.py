"""A legal order for tiles that are laid in a wrong one.

Runs, plain and mirrored, are built number by number from the lowest, which leaves little to choose: a numbered tile has
its place, and only jokers fill the rest. In groups only the place of a mirror joker matters.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import ANY_COLOUR, CELLS, PAST_LAST, stated_cells
from tilerummy.rules.melds.runs import last_place, run_value
from tilerummy.rules.melds.types import Meld
from tilerummy.rules.tiles import Tile, sort_key


class Piece(NamedTuple):
    """A tile with what it is stated to stand for; `number` 0 and all colours where that is open, colours 0 for a
    two-colour joker, `width` tiles stood for."""

    tile: Tile
    stand: str | None
    number: int
    colours: int
    width: int


def orders(meld: Meld, edition: Edition) -> Iterator[Meld]:
    """Orders of a meld's tiles that may be legal, the likeliest and most valuable first; each is still to be read."""
    pieces = _pieces(meld)
    if pieces is None:
        return
    mirrors = [piece for piece in pieces if piece.tile == "M"]
    others = [piece for piece in pieces if piece.tile != "M"]
    if not mirrors and meld.kind != "group":
        for line in _runs(others, edition):
            yield _as_meld(line, meld)
    elif len(mirrors) == 1:
        if meld.kind != "group":
            for left, right in _mirrored_runs(others, edition):
                yield _as_meld([*left, *mirrors, *reversed(right)], meld)
                yield _as_meld([*reversed(left), *mirrors, *right], meld)
        if meld.kind != "run":
            for left, right in _mirrored_groups(others):
                yield _as_meld([*left, *mirrors, *reversed(right)], meld)


def turned(meld: Meld) -> Meld:
    """A mirrored meld with each side reversed: falling becomes rising."""
    centre = meld.tiles.index("M")
    places = [*range(centre - 1, -1, -1), centre, *range(len(meld.tiles) - 1, centre, -1)]
    stands = None if meld.stands is None else tuple(meld.stands[at] for at in places)
    return Meld(tuple(meld.tiles[at] for at in places), meld.kind, stands)


def _pieces(meld: Meld) -> list[Piece] | None:
    """The tiles of a meld, or None where a statement can only be meant in a group and the meld is no such."""
    stands = meld.stands or (None,) * len(meld.tiles)
    pieces = []
    for tile, stand in zip(meld.tiles, stands, strict=True):
        if tile == "M":
            pieces.append(Piece(tile, stand, 0, 0, 0))
            continue
        cells = [CELLS[tile]] if stand is None else stated_cells(Meld((tile,), None, (stand,)))
        if cells is None:
            return None
        pieces.append(Piece(tile, stand, *cells[0]))
    return pieces


def _as_meld(line: Iterable[Piece], meld: Meld) -> Meld:
    pieces = tuple(line)
    stands = None if meld.stands is None else tuple(piece.stand for piece in pieces)
    return Meld(tuple(piece.tile for piece in pieces), meld.kind, stands)


class Colours(NamedTuple):
    """The colours of the segment being laid, and whether it has a tile yet."""

    possible: int
    filled: bool

    def with_tile(self, colours: int) -> "Colours":
        return Colours(self.possible & colours, filled=True)

    def after_border(self, edition: Edition) -> "Colours":
        """The next segment, after a two-colour joker."""
        if not self.filled:
            free = edition.jokers.two_colour_neighbours == "free"
            return Colours(ANY_COLOUR if free else self.possible, filled=False)
        if self.possible.bit_count() > 1:
            return Colours(ANY_COLOUR, filled=False)
        return Colours(ANY_COLOUR & ~self.possible, filled=False)


_START = Colours(ANY_COLOUR, filled=False)


def _starts(pieces: list[Piece], length: int, last: int = 13) -> Iterable[int]:
    """Numbers a line of that length may start with that ends at `last` at the latest, the highest first."""
    numbers = [piece.number for piece in pieces if piece.number]
    highest = min([last + 1 - length, *numbers])
    lowest = max([1, *(number - length + 1 for number in numbers)])
    return range(highest, lowest - 1, -1)


def _runs(pieces: list[Piece], edition: Edition) -> Iterator[list[Piece]]:
    length, last = sum(piece.width for piece in pieces), last_place(edition)
    lines = [(start, laid) for laid in _placed(pieces, last) for start in _starts(laid, length, last)]
    for start, laid in sorted(lines, key=lambda line: -run_value(line[0], length)):
        line = _run_from(start, Counter(laid), _START, edition, set())
        if line is not None:
            yield line


def _placed(pieces: list[Piece], last: int) -> Iterator[list[Piece]]:
    """The pieces as they are, and where a run may go so far with one 1 of them after 13."""
    yield pieces
    if last == PAST_LAST:
        for piece in dict.fromkeys(piece for piece in pieces if piece.number == 1):
            others = pieces.copy()
            others.remove(piece)
            yield [*others, piece._replace(number=PAST_LAST)]


_Dead = set[tuple[object, ...]]
"""Situations already found to lead nowhere."""


def _run_from(number: int, left: Counter[Piece], colours: Colours, edition: Edition, dead: _Dead) -> list[Piece] | None:
    """The pieces left, from this number on; None where there is no way."""
    if not left:
        return []
    situation = (number, colours, frozenset(left.items()))
    if situation in dead:
        return None
    for piece in _candidates(number, left):
        after = colours.after_border(edition) if not piece.colours else colours.with_tile(piece.colours)
        if after.possible or not after.filled:
            rest = _run_from(number + piece.width, left - Counter([piece]), after, edition, dead)
            if rest is not None:
                return [piece, *rest]
    dead.add(situation)
    return None


def _candidates(number: int, left: Counter[Piece]) -> list[Piece]:
    """What may stand at a number: a tile of that number, or else an open joker. None once a number was missed."""
    if any(piece.number and piece.number < number for piece in left):
        return []
    known = [piece for piece in left if piece.number == number]
    return known or [piece for piece in left if not piece.number]


def _mirrored_runs(pieces: list[Piece], edition: Edition) -> Iterator[tuple[list[Piece], list[Piece]]]:
    """Both sides from the outside in, rising."""
    width = sum(piece.width for piece in pieces)
    if width % 2 or width < 4:
        return
    for start in _starts(pieces, width // 2):
        both = _sides_from((start, start), Counter(pieces), (_START, _START), edition, set())
        if both is not None:
            yield both


def _sides_from(
    ends: tuple[int, int], rest: Counter[Piece], colours: tuple[Colours, Colours], edition: Edition, dead: _Dead
) -> tuple[list[Piece], list[Piece]] | None:
    """The pieces that are left, on two sides whose next numbers are `ends`; None where there is no way."""
    if not rest:
        return ([], []) if ends[0] == ends[1] else None
    situation = (ends, colours, frozenset(rest.items()))
    if situation in dead:
        return None
    number = min(ends)
    if not any(piece.number and piece.number < number for piece in rest):
        # a joker may stand opposite a numbered tile, so both are tried
        for piece in sorted(rest, key=lambda piece: piece.number != number):
            if piece.number in (0, number):
                for step in _steps(piece, ends, rest, colours, edition):
                    both = _sides_from(step.ends, step.rest, step.colours, edition, dead)
                    if both is not None:
                        return [*step.laid[0], *both[0]], [*step.laid[1], *both[1]]
    dead.add(situation)
    return None


class _Step(NamedTuple):
    """What is laid on either side, and what follows from it."""

    laid: tuple[list[Piece], list[Piece]]
    ends: tuple[int, int]
    rest: Counter[Piece]
    colours: tuple[Colours, Colours]


def _steps(
    piece: Piece, ends: tuple[int, int], rest: Counter[Piece], colours: tuple[Colours, Colours], edition: Edition
) -> Iterator[_Step]:
    """The piece laid on the shorter side. Where both have the same colours a two-colour joker lies opposite another."""
    free, (left, right) = edition.jokers.mirror_run_colours == "free", ends
    less = rest - Counter([piece])
    if not piece.colours and not free:
        after = colours[0].after_border(edition)
        for other in [other for other in less if not other.colours and other.width] if left == right else ():
            yield _Step(([piece], [other]), (left + 1, right + 1), less - Counter([other]), (after, after))
        return
    first = left <= right
    mine = colours[0 if first else 1]
    after = mine.with_tile(piece.colours) if piece.colours else mine.after_border(edition)
    if after.possible or not after.filled:
        both = (after, after) if not free else (after, colours[1]) if first else (colours[0], after)
        longer = (left + piece.width, right) if first else (left, right + piece.width)
        yield _Step(([piece], []) if first else ([], [piece]), longer, less, both)


def _mirrored_groups(pieces: list[Piece]) -> Iterator[tuple[list[Piece], list[Piece]]]:
    """Every division into two sides of equal size, each in canonical order from the outside in."""
    width = sum(piece.width for piece in pieces)
    if width % 2 or width > 8 or len({piece.number for piece in pieces if piece.number}) > 1:
        return
    ordered = sorted(pieces, key=lambda piece: sort_key(piece.tile))
    for size in range(1, len(ordered)):
        for chosen in combinations(range(len(ordered)), size):
            left = [ordered[at] for at in chosen]
            if 2 * sum(piece.width for piece in left) == width:
                yield left, [piece for at, piece in enumerate(ordered) if at not in chosen]
