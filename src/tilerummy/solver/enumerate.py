"""Every table that can be laid of given tiles, all of them."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import COLOURS, NUMBER_OF, Tile, in_order, is_joker
from tilerummy.solver.dispatch import best
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Task

POSSIBLE = Budget(100_000)
Tiles = tuple[Tile, ...]


def tables_of(edition: Edition, tiles: tuple[Tile, ...]) -> Iterator[tuple[Meld, ...]]:
    """The ways to lay exactly these tiles in legal melds, each once. Melds of jokers alone are laid in one way only.

    The lowest tile goes into one meld after the other; what remains is only expanded where it can be laid at all.
    """
    yield from _lay(edition, Counter(tiles), ())


def _lay(edition: Edition, rest: Counter[Tile], laid: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
    numbered = [tile for tile in in_order(rest) if not is_joker(tile)]
    if not numbered:
        left = best(Task(edition, in_order(rest.elements()), (), "tiles", exact=True), POSSIBLE).melds if rest else ()
        if left is not None:
            yield laid + left
        return
    lowest = numbered[0]
    another = bool(laid) and in_order(laid[-1].tiles)[0] == lowest
    for meld in _melds_with(edition, lowest, rest):
        if another and laid[-1].tiles > meld.tiles:
            continue  # melds of the same lowest tile come in order
        remaining = rest - Counter(meld.tiles)
        task = Task(edition, in_order(remaining.elements()), (), "tiles", exact=True)
        if not remaining or best(task, POSSIBLE).melds is not None:
            yield from _lay(edition, remaining, (*laid, meld))


def _melds_with(edition: Edition, tile: Tile, rest: Counter[Tile]) -> Iterator[Meld]:
    """The legal melds of the rest that hold `tile`, its lowest numbered one."""
    seen: set[Tiles] = set()
    for tiles in (*_groups(tile, rest, 3), *_runs(tile, rest, 3), *_mirrored(edition, tile, rest)):
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


def _runs(tile: Tile, rest: Counter[Tile], least: int) -> Iterator[Tiles]:
    """Lines of rising numbers, the tile among them; its own colour has no lower ones."""
    for number in range(NUMBER_OF[tile], 0, -1):
        for colour in COLOURS if rest["C"] else tile[0]:
            yield from (line for line in _lines((), colour, number, rest, tile) if len(line) >= least)


def _lines(start: Tiles, colour: str, number: int, rest: Counter[Tile], held: Tile | None = None) -> Iterator[Tiles]:
    """The line and all longer ones that hold the tile, if one must be: a double joker takes two numbers, any colour may
    follow a two-colour joker."""
    if held is None or held in start:
        yield start
    elif number > NUMBER_OF[held]:
        return
    if number > 13:
        return
    for tile, width, colours in (
        (f"{colour}{number}", 1, colour),
        ("J", 1, colour),
        ("D", 2, colour),
        ("C", 1, COLOURS),
    ):
        if rest[tile] > start.count(tile):
            for after in colours:
                yield from _lines((*start, tile), after, number + width, rest, held)


def _mirrored(edition: Edition, tile: Tile, rest: Counter[Tile]) -> Iterator[Tiles]:
    """Two sides around a mirror joker, the tile in the left one; they rise to the middle where that is legal."""
    if not rest["M"]:
        return
    for left in dict.fromkeys((*_groups(tile, rest, 1), *_runs(tile, rest, 1))):
        width, others = _width(left), rest - Counter(left)
        first = NUMBER_OF[tile] - _width(left[: left.index(tile)])
        lines = (line for colour in COLOURS for line in _lines((), colour, first, others))
        for right in dict.fromkeys((*_alike(NUMBER_OF[tile], others, 1, 4), *lines)):
            if _width(right) == width:
                rising = (*left, "M", *right[::-1])
                yield rising if readings(Meld(rising), edition) else (*left[::-1], "M", *right)


def _width(tiles: Tiles) -> int:
    """The numbered tiles that they stand for."""
    return len(tiles) + tiles.count("D")
