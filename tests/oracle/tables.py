"""Every play there is in a small position, by trying every table and asking the book; and the best of them."""

from collections.abc import Iterator

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.every import every_meld
from tests.bookkeeper.books.law import Play, Position, wrong
from tests.bookkeeper.books.melds import readings
from tests.bookkeeper.books.notation import Tiles, canonical, tiles_of
from tests.oracle.asked import told
from tests.oracle.program import Cost, cost_of
from tilerummy.rules import position as product
from tilerummy.rules.tiles import in_order
from tilerummy.solver.query import Objective
from tilerummy.solver.task import Task

Ways = list[tuple[Tiles, list[str]]]
"""Tiles of melds, and the ways to lay them."""


def plays(asked: Position, whole: bool = False) -> Iterator[Play]:
    """The legal plays without a named opening, with `whole` those that lay the whole rack; melds that differ in nothing
    but their order are laid in one."""
    return (play for play in _plays(asked, whole) if not wrong(asked, play))


def least_cost(position: product.Position, objective: Objective) -> Cost | None:
    """The cost of the best play of a player who has opened, None where there is none."""
    asked, task = told(position), Task(position.edition, (), position.rack, objective)
    every, best = tiles_of(asked.table) + asked.rack, None
    for play in _plays(asked):
        left = in_order((every - tiles_of(play.table)).elements())
        cost = cost_of(task, left)
        better = len(left) < len(position.rack) and (best is None or cost < best)
        if better and not wrong(asked, play):
            best = cost
    return best


def _plays(asked: Position, whole: bool = False) -> Iterator[Play]:
    table = tiles_of(asked.table)
    every = table + asked.rack
    melds = _melds(every, asked.book)
    known = {way for _, ways in melds for way in ways}
    melds += [(tiles_of([meld]), [meld]) for meld in asked.table if meld not in known]
    return map(Play, _tables(every, every if whole else table, melds, 0))


def _melds(every: Tiles, book: Book) -> Ways:
    """Every meld by its tiles, and the ways to lay them that differ in what they stand for."""
    found: dict[tuple[str, ...], dict[object, str]] = {}
    for meld in every_meld(every, book, whole=True):
        held = readings(meld, book)[0]
        stands = held.stands if held.kind == "run" else 0
        found.setdefault(canonical(meld), {}).setdefault((held.kind, stands), meld)
    return [(Tiles(tiles), list(found[tiles].values())) for tiles in sorted(found)]


def _tables(rest: Tiles, needed: Tiles, melds: Ways, least: int) -> Iterator[tuple[str, ...]]:
    """Every table of these melds that holds the tiles needed."""
    if not needed:
        yield ()
    for at in range(least, len(melds)):
        tiles, ways = melds[at]
        if tiles <= rest:
            for others in _tables(rest - tiles, needed - tiles, melds, at):
                yield from ((way, *others) for way in ways)
