"""The k best plays by Lawler's partition, what can be laid at all, every way to go out."""

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush

from msgspec.structs import replace

from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import NUMBER_OF, Tile, in_order
from tilerummy.solver.enumerate import tables_of
from tilerummy.solver.objectives import cost
from tilerummy.solver.query import Answer, Budget, Objective, Query
from tilerummy.solver.solve import UNLIMITED, answer

Waiting = tuple[tuple[int, int, int], tuple[Tile, ...], int, Query, Answer]


def best_plays(
    position: Position,
    count: int,
    objective: Objective = "tiles",
    budget: Budget = UNLIMITED,
    *,
    together: bool = False,
) -> Iterator[Answer]:
    """The best plays, best first, no two of which lay the same rack tiles; at most `count`.

    The budget is for each search, or, where they share it `together`, its time is for all of them. After the best of
    all plays, those that remain are parted by how many tiles of a kind they lay, so that each part has one best play of
    its own. Where the search of a part ended before its proof, a play that is worth no more than what may be found
    there is `feasible`, with that as its bound.
    """
    waiting: list[Waiting] = []
    start = budget.begin()
    doubt = _wait(waiting, Query(position, objective), budget)
    for left in reversed(range(count)):
        if not waiting:
            return
        _, _, _, query, found = heappop(waiting)
        yield found if _worth(found, objective) > doubt else replace(found, status="feasible", bound=doubt)
        for part in _parts(query, found) if left else ():
            if together and budget.ended(0, start):
                # even a search without time takes a moment, and the parts are many: none is worth more than the whole
                doubt = max(doubt, _worth(found, objective))
                break
            doubt = max(doubt, _wait(waiting, part, budget.rest(0, start) if together else budget))


def placeable(position: Position, budget: Budget = UNLIMITED) -> tuple[Tile, ...]:
    """The rack tiles that some legal play of this turn lays, in canonical order, each as often as the rack holds it and
    one play can lay it. Tiles for which the budget of a search ends are left out."""
    most: Counter[Tile] = Counter()
    rack = Counter(position.rack)
    most |= Counter(answer(Query(position), budget).played)
    for tile in in_order(rack):
        while most[tile] < rack[tile]:
            found = answer(Query(position, least=(tile,) * (most[tile] + 1)), budget)
            if found.play is None:
                break
            most |= Counter(found.played)
    return in_order(most.elements())


def ways_out(position: Position, limit: int, budget: Budget = UNLIMITED) -> Iterator[Play]:
    """The legal plays that lay the whole rack, no two of which leave the same melds; at most `limit`."""
    first = answer(Query(position, "out"), budget)
    if first.play is None or limit < 1:
        return
    yield first.play
    given = {_melds(first.play.table)}
    for table in _tables(position):
        if len(given) >= limit:
            return
        play = Play(_opening(position, table, first.play), table)
        if _melds(table) not in given and played_legally(position, play) is not None:
            given.add(_melds(table))
            yield play


def _tables(position: Position) -> Iterator[tuple[Meld, ...]]:
    """Every table of legal melds that holds the table's tiles and the whole rack."""
    if not position.opened and position.edition.opening.table_use == "later-turn":
        for own in tables_of(position.edition, position.rack):
            yield position.table + own
    else:
        on_table = tuple(tile for meld in position.table for tile in meld.tiles)
        yield from tables_of(position.edition, in_order(on_table + position.rack))


def _opening(position: Position, table: tuple[Meld, ...], first: Play) -> tuple[Meld, ...]:
    if position.opened:
        return ()
    if position.edition.opening.table_use == "later-turn":
        return table[len(position.table) :]
    return first.opening


def _melds(table: tuple[Meld, ...]) -> tuple[tuple[Tile, ...], ...]:
    """The melds whatever the order they lie in, groups whatever the order of their tiles, mirrored runs from whichever
    side."""
    return tuple(sorted(map(_from_any_side, table)))


def _from_any_side(meld: Meld) -> tuple[Tile, ...]:
    if _one_number(meld):
        return in_order(meld.tiles)
    return min(meld.tiles, meld.tiles[::-1]) if "M" in meld.tiles else meld.tiles


def _one_number(meld: Meld) -> bool:
    return len({NUMBER_OF[tile] for tile in meld.tiles if tile in NUMBER_OF}) == 1


def _wait(waiting: list[Waiting], query: Query, budget: Budget) -> int:
    """Add the best play of a part; returns what another play of it may be worth at most, -1 where it is proved."""
    found = answer(query, budget)
    if found.play is not None:
        left = in_order((Counter(query.position.rack) - Counter(found.played)).elements())
        worth = cost(query.position, query.objective, left)
        heappush(waiting, (worth, found.played, len(waiting), query, found))
    return -1 if found.status in ("optimal", "no-play") else found.bound


def _worth(found: Answer, objective: Objective) -> int:
    return found.value if objective == "value" else found.tiles


def _parts(query: Query, found: Answer) -> Iterator[Query]:
    """The questions whose plays together are all that `query` allows but those that lay what `found` lays: of the first
    kinds as many tiles as `found`, of the next kind fewer, or more."""
    least = Counter(query.least)
    most = Counter(query.position.rack if query.most is None else query.most)
    laid = Counter(found.played)
    for tile in in_order(most):
        if laid[tile] > least[tile]:
            yield _bounded(query, least, most - Counter({tile: most[tile] - laid[tile] + 1}))
        if laid[tile] < most[tile]:
            yield _bounded(query, least | Counter({tile: laid[tile] + 1}), most)
        least[tile] = most[tile] = laid[tile]


def _bounded(query: Query, least: Counter[Tile], most: Counter[Tile]) -> Query:
    return Query(query.position, query.objective, in_order((+least).elements()), in_order((+most).elements()))
