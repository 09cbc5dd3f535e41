"""The best play where the table binds what may be laid, by trying every table and asking the judge: small positions."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from tests.oracle.special_melds import every_meld
from tests.oracle.special_program import Cost, cost_of
from tilerummy.rules.judge import Legal, judge
from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.query import Objective
from tilerummy.solver.task import Task


def least_cost(position: Position, objective: Objective) -> Cost | None:
    """The cost of the best play of a player who has opened, None where there is none."""
    table = Counter(tile for meld in position.table for tile in meld.tiles)
    every = table + Counter(position.rack)
    task = Task(position.edition, (), position.rack, objective)
    melds = [(Counter(tiles), _laid(tiles, position)) for tiles in sorted(every_meld(every, position.edition))]
    best: Cost | None = None
    for laid in _tables(every, table, melds, 0):
        left = in_order((every - Counter(tile for meld in laid for tile in meld.tiles)).elements())
        cost = cost_of(task, left)
        better = len(left) < len(position.rack) and (best is None or cost < best)
        if better and isinstance(judge(position, Play((), laid)), Legal):
            best = cost
    return best


def _laid(tiles: tuple[Tile, ...], position: Position) -> list[Meld]:
    """The ways to lay these tiles that differ in what they stand for."""
    found: dict[object, Meld] = {}
    for order in permutations(tiles):
        for reading in readings(Meld(order), position.edition)[:1]:
            found.setdefault((reading.kind, reading.stands if reading.kind == "run" else 0), Meld(order))
    return list(found.values())


def _tables(
    rest: Counter[Tile], needed: Counter[Tile], melds: list[tuple[Counter[Tile], list[Meld]]], least: int
) -> Iterator[tuple[Meld, ...]]:
    """Every table of these melds that holds the tiles needed."""
    if not needed:
        yield ()
    for at in range(least, len(melds)):
        tiles, ways = melds[at]
        if tiles <= rest:
            for others in _tables(rest - tiles, needed - tiles, melds, at):
                yield from ((way, *others) for way in ways)
