"""The least cost of a task as an integer program over every meld that the book allows."""

from collections import Counter
from math import inf

from tests.bookkeeper.books.every import every_meld
from tests.bookkeeper.books.melds import readings
from tests.bookkeeper.books.notation import Tiles, laid
from tests.bookkeeper.proofs.program import Program
from tests.oracle.asked import book, told
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import NUMBER_OF, Tile, in_order, is_joker
from tilerummy.solver.query import Objective
from tilerummy.solver.task import Task

Cost = tuple[int, int, int]
SECONDS = 60.0


def cost_of(task: Task, left: tuple[Tile, ...]) -> Cost:
    """What leaving these tiles of `may` behind costs: the objective, jokers laid, the other measure."""
    points = sum(NUMBER_OF.get(tile, task.edition.jokers.penalty) for tile in left)
    jokers = sum(map(is_joker, task.may)) - sum(map(is_joker, left))
    return (points, jokers, len(left)) if task.objective == "value" else (len(left), jokers, points)


def best_cost(position: Position, objective: Objective) -> Cost | None:
    """The cost of the best play where jokers are free, None where nothing can be laid."""
    asked, edition, rack = told(position), position.edition, position.rack
    table = in_order(tile for meld in position.table for tile in meld.tiles)
    if position.opened or asked.book.same_turn:
        least = least_cost(Task(edition, table, rack, objective), None if position.opened else asked.needed)
    else:
        least = least_cost(Task(edition, (), rack, objective, asked.needed))
    return least if least != cost_of(Task(edition, (), rack, objective), rack) else None


def least_cost(task: Task, opening: int | None = None) -> Cost | None:
    """The optimum, None where there is no way. Raises UnsureError when the program is not solved in time.

    `opening`: of the tiles of `may` that are laid, melds that count so much can be made without any others.
    """
    every, must = Counter((*task.must, *task.may)), Counter(task.must)
    if task.exact or task.objective == "out":
        must = every
    program, left = Program(), dict[int, Tile]()
    for tile, count in every.items():
        points = NUMBER_OF.get(tile, task.edition.jokers.penalty)
        weight = points * 65536 + 1 if task.objective == "value" else 65536 * 8 + points
        own = {} if opening is None else {f"own {tile}": 1.0}
        column = program.column(count - must[tile], 4096.0 * is_joker(tile) - weight, **{tile: 1.0}, **own)
        left[column] = tile
        program.bound(tile, count, count)
        program.bound(f"own {tile}", -inf, task.may.count(tile))
    for meld, worth in _melds(every, task).items():
        program.column(8.0, **Counter(meld), value=worth)
    program.bound("value", task.threshold, inf)
    if opening is not None:
        for meld, worth in _melds(Counter(task.may), task).items():
            program.column(8.0, **{f"own {tile}": count for tile, count in Counter(meld).items()}, opens=worth, melds=1)
        program.bound("opens", opening, inf)
        program.bound("melds", 1.0, inf)
    solution = program.solve(SECONDS)
    if solution is None:
        return None
    return cost_of(task, in_order(tile for column, tile in left.items() for _ in range(solution[column])))


def _melds(tiles: Tiles, task: Task) -> dict[tuple[Tile, ...], int]:
    """The melds of these tiles that a task allows, and what the best way to lay each is worth in the opening."""
    found: dict[tuple[Tile, ...], int] = {}
    for meld in every_meld(tiles, book(task.edition)):
        bound = not task.run_only.isdisjoint(laid(meld).tiles)
        for held in readings(meld, book(task.edition)):
            if held.kind == "run" or not bound:
                key = tuple(sorted(laid(meld).tiles))
                found[key] = max(held.value, found.get(key, 0))
    return found
