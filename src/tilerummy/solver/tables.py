"""Every table that can be laid of given tiles, all of them."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tilerummy.rules.edition import Edition
from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.tiles import COLOURS, NUMBER_OF, Tile, in_order, is_joker
from tilerummy.solver.best import best
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Task

POSSIBLE = Budget(100_000)


def tables_of(edition: Edition, tiles: tuple[Tile, ...]) -> Iterator[tuple[Meld, ...]]:
    """The ways to lay exactly these tiles in legal melds of runs and groups with regular jokers, each once.

    The lowest tile goes into one meld after the other; what remains is only taken up where it can be laid at all.
    Melds around special jokers are not tried.
    """
    yield from _lay(edition, Counter(tiles), ())


def _lay(edition: Edition, rest: Counter[Tile], laid: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
    numbered = [tile for tile in in_order(rest) if not is_joker(tile)]
    if not numbered:
        if not rest:
            yield laid
        return
    for meld in _melds_with(edition, numbered[0], rest):
        if laid and laid[-1].tiles > meld.tiles and numbered[0] in laid[-1].tiles and numbered[0] in meld.tiles:
            continue
        remaining = rest - Counter(meld.tiles)
        task = Task(edition, in_order(remaining.elements()), (), "tiles", exact=True)
        if not remaining or best(task, POSSIBLE).melds is not None:
            yield from _lay(edition, remaining, (*laid, meld))


def _melds_with(edition: Edition, tile: Tile, rest: Counter[Tile]) -> Iterator[Meld]:
    """The legal melds of the rest that hold `tile`, its lowest numbered one."""
    jokers = rest["J"]
    seen: set[tuple[Tile, ...]] = set()
    for tiles in (*_groups(tile, rest, jokers), *_runs(tile, rest, jokers)):
        if tiles not in seen and readings(Meld(tiles), edition):
            seen.add(tiles)
            yield Meld(tiles)


def _groups(tile: Tile, rest: Counter[Tile], jokers: int) -> Iterator[tuple[Tile, ...]]:
    number = NUMBER_OF[tile]
    others = [other for colour in COLOURS if (other := f"{colour}{number}") != tile and rest[other]]
    for size in (3, 4):
        for used in range(min(jokers, size - 1) + 1):
            for chosen in combinations(others, size - 1 - used):
                yield in_order((tile, *chosen)) + ("J",) * used


def _runs(tile: Tile, rest: Counter[Tile], jokers: int) -> Iterator[tuple[Tile, ...]]:
    """Runs in which the tile is the lowest numbered one, jokers before it and anywhere behind it."""
    for before in range(min(jokers, NUMBER_OF[tile] - 1) + 1):
        start = ("J",) * before + (tile,)
        yield from _longer(start, tile[0], NUMBER_OF[tile] + 1, rest, jokers - before)


def _longer(
    start: tuple[Tile, ...], colour: str, number: int, rest: Counter[Tile], jokers: int
) -> Iterator[tuple[Tile, ...]]:
    if len(start) >= 3:
        yield start
    if number > 13:
        return
    tile = f"{colour}{number}"
    if rest[tile]:
        yield from _longer((*start, tile), colour, number + 1, rest, jokers)
    if jokers:
        yield from _longer((*start, "J"), colour, number + 1, rest, jokers - 1)
