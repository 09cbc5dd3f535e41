"""Every legal meld of given tiles, one after another."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import face
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.melds.runs import last_place
from tilerummy.rules.tiles import COLOURS, NUMBER_OF, Tile, in_order, is_joker

Tiles = tuple[Tile, ...]


def melds_of(edition: Edition, tiles: tuple[Tile, ...]) -> Iterator[Meld]:
    """Every legal meld that these tiles can make with a numbered tile among them, each set of tiles in one order."""
    rest = Counter(tiles)
    for tile in in_order(rest):
        if not is_joker(tile):
            yield from melds_with(edition, tile, rest)
            del rest[tile]


def melds_with(edition: Edition, tile: Tile, rest: Counter[Tile]) -> Iterator[Meld]:
    """The legal melds of the rest that hold `tile`, its lowest numbered one."""
    seen: set[Tiles] = set()
    last = last_place(edition)
    places = [place for place in range(1, last + 1) if face(place) == NUMBER_OF[tile]]
    runs = (line for place in places for line in _runs(tile, rest, 3, place, last))
    for tiles in (*_groups(tile, rest, 3), *runs, *_mirrored(edition, tile, rest)):
        if tiles not in seen and readings(Meld(tiles), edition):
            seen.add(tiles)
            yield Meld(tiles)


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


def _runs(tile: Tile, rest: Counter[Tile], least: int, place: int, last: int = 13) -> Iterator[Tiles]:
    """Lines of rising numbers up to `last`, the tile at its place among them; its own colour has no lower ones."""
    for number in range(place, 0, -1):
        for colour in COLOURS if rest["C"] else tile[0]:
            lines = _lines((), colour, number, rest, last, (tile, place))
            yield from (line for line in lines if len(line) >= least)


def _lines(
    start: Tiles, colour: str, number: int, rest: Counter[Tile], last: int, held: tuple[Tile, int]
) -> Iterator[Tiles]:
    """The line and all longer ones that hold the tile by its place: a double joker takes two numbers, any colour may
    follow a two-colour joker."""
    if held[0] in start:
        yield start
    elif number > held[1]:
        return
    if number > last:
        return
    for tile, width, colours in (
        (f"{colour}{face(number)}", 1, colour),
        ("J", 1, colour),
        ("D", 2, colour),
        ("C", 1, COLOURS),
    ):
        if rest[tile] > start.count(tile):
            for after in colours:
                yield from _lines((*start, tile), after, number + width, rest, last, held)


def _mirrored(edition: Edition, tile: Tile, rest: Counter[Tile]) -> Iterator[Tiles]:
    """Two sides around a mirror joker, the tile in the left one; they rise to the middle where that is legal."""
    if not rest["M"]:
        return
    for left in dict.fromkeys((*_groups(tile, rest, 1), *_runs(tile, rest, 1, NUMBER_OF[tile]))):
        width, others = _width(left), rest - Counter(left)
        first = NUMBER_OF[tile] - _width(left[: left.index(tile)])
        answers = _answers(_cells(left), first, others)
        for right in dict.fromkeys((*_alike(NUMBER_OF[tile], others, 1, 4), *answers)):
            if _width(right) == width:
                rising = (*left, "M", *right[::-1])
                yield rising if readings(Meld(rising), edition) else (*left[::-1], "M", *right)


def _cells(side: Tiles) -> Tiles:
    """What the other side of a mirror joker has to answer, number by number: `*` is whatever a joker stands for."""
    return tuple(cell for tile in side for cell in {"J": "*", "D": "**"}.get(tile, (tile,)))


def _answers(cells: Tiles, number: int, rest: Counter[Tile], begun: Tiles = ()) -> Iterator[Tiles]:
    """The rising sides, from `number` on, that answer these cells; a two-colour joker is answered by another alone."""
    if not cells:
        yield begun
        return
    first, pair = cells[0], cells[:2]
    fitting = [f"{colour}{number}" for colour in COLOURS] if first == "*" else [first]
    double = ["D"] if len(pair) == 2 and "C" not in pair else []
    for tile in (*fitting, *([] if first == "C" else ["J", *double])):
        if rest[tile] > begun.count(tile):
            width = _width((tile,))
            yield from _answers(cells[width:], number + width, rest, (*begun, tile))


def _width(tiles: Tiles) -> int:
    """The numbered tiles that they stand for."""
    return len(tiles) + tiles.count("D")
