"""The best play where the table binds what may be laid, by trying every table and asking the judge: small positions."""

from collections import Counter
from collections.abc import Iterator

from tests.oracle.special_melds import candidates, last_place
from tests.oracle.special_program import Cost, cost_of
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.query import Objective
from tilerummy.solver.task import Task


def least_cost(position: Position, objective: Objective) -> Cost | None:
    """The cost of the best play of a player who has opened, None where there is none."""
    table = Counter(tile for meld in position.table for tile in meld.tiles)
    every = table + Counter(position.rack)
    task = Task(position.edition, (), position.rack, objective)
    able = melds(every, position.edition)
    best: Cost | None = None
    for laid in tables(every, table, able, 0):
        left = in_order((every - Counter(tile for meld in laid for tile in meld.tiles)).elements())
        cost = cost_of(task, left)
        better = len(left) < len(position.rack) and (best is None or cost < best)
        if better and isinstance(judge(position, Play((), laid)), Legal):
            best = cost
    return best


def melds(every: Counter[Tile], edition: Edition) -> list[tuple[Counter[Tile], list[Meld]]]:
    """Every meld by its tiles, and the ways to lay them that differ in what they stand for."""
    found: dict[tuple[Tile, ...], dict[object, Meld]] = {}
    for laid in candidates(every, whole=True, last=last_place(edition)):
        for reading in readings(Meld(laid), edition)[:1]:
            stands = reading.stands if reading.kind == "run" else 0
            found.setdefault(tuple(sorted(laid)), {}).setdefault((reading.kind, stands), Meld(laid))
    return [(Counter(tiles), list(found[tiles].values())) for tiles in sorted(found)]


def tables(
    rest: Counter[Tile], needed: Counter[Tile], melds: list[tuple[Counter[Tile], list[Meld]]], least: int
) -> Iterator[tuple[Meld, ...]]:
    """Every table of these melds that holds the tiles needed."""
    if not needed:
        yield ()
    for at in range(least, len(melds)):
        tiles, ways = melds[at]
        if tiles <= rest:
            for others in tables(rest - tiles, needed - tiles, melds, at):
                yield from ((way, *others) for way in ways)
