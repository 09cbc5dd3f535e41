"""Runs with special jokers as paths: from number to number, over the border of a two-colour joker, two at a time with
a double one. Groups with a double joker, and mirrored melds as far as they cannot be cut into smaller ones, are columns.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from tests.bookkeeper.book import Book
from tests.bookkeeper.melds import value
from tests.bookkeeper.notation import COLOURS, Tiles
from tests.bookkeeper.program import Program

Node = tuple[str, int, int]
"""Where a path is: the colour (a border: `C` and the colour before it), the last number, and the tiles so far up to 3."""
START: Node = ("", 0, 0)


def special_columns(program: Program, every: Tiles, book: Book, worth: bool) -> Callable[[list[int]], list[str]]:
    """Add runs, and melds with special jokers; the function finds the melds of a solution."""
    made: dict[int, str] = {}
    arcs: dict[int, tuple[Node, str, Node | None]] = {}
    for origin, tile, target in _arcs(every):
        number = 0 if target is None else 2 * target[1] - 1 if tile == "D" else target[1]
        column = program.column(4.0, float(number * worth), **({tile: 1.0} if tile else {}))
        arcs[column] = (origin, tile, target)
        if origin != START:
            program.add(column, **{f"at {origin}": -1.0})
        if target is not None:
            program.add(column, **{f"at {target}": 1.0})
    for tiles in {*_double_groups(), *_mirrored(book)}:
        if all(every[joker] >= tiles.count(joker) for joker in "DCM") and value(" ".join(tiles), book):
            column = program.column(4.0, float(value(" ".join(tiles), book) * worth), **Counter(tiles))
            made[column] = " ".join(tiles)
    return lambda solution: [*_taken(made, solution), *_paths(arcs, solution)]


def _taken(made: dict[int, str], solution: list[int]) -> list[str]:
    return [meld for column, meld in made.items() for _ in range(solution[column])]


# --- runs as paths ----------------------------------------------------------------------------------------------


def _arcs(every: Tiles) -> Iterator[tuple[Node, str, Node | None]]:
    nodes, waiting = {START}, [START]
    while waiting:
        origin = waiting.pop()
        for tile, target in _steps(origin, every):
            yield origin, tile, target
            if target not in nodes:
                nodes.add(target)
                waiting.append(target)
        if origin[2] == 3:
            yield origin, "", None


def _steps(origin: Node, every: Tiles) -> Iterator[tuple[str, Node]]:
    colour, number, length = origin
    longer = min(3, length + 1)
    starts = range(1, 14) if origin == START else [number + 1]
    for following in starts:
        after = [
            other
            for other in COLOURS
            if colour in ("", "C") or (other == colour if colour[0] != "C" else other != colour[1])
        ]
        for other in after:
            tile = f"{other}{following}"
            if following <= 13 and (every[tile] or every["J"]):
                yield tile, (other, following, longer)
            if following <= 12 and every["D"]:
                yield "D", (other, following + 1, longer)
        if following <= 13 and every["C"]:
            yield "C", (colour if colour[:1] == "C" else f"C{colour}", following, longer)


def _paths(arcs: dict[int, tuple[Node, str, Node | None]], solution: list[int]) -> list[str]:
    """The runs of a solution, one path after another."""
    left = {column: solution[column] for column in arcs if solution[column]}
    runs = []
    while any(arcs[column][0] == START for column in left):
        at: Node | None = START
        tiles: list[str] = []
        while at is not None:
            column = next(column for column in left if arcs[column][0] == at)
            left[column] -= 1
            if not left[column]:
                del left[column]
            _, tile, at = arcs[column]
            tiles += [tile] if tile else []
        runs.append(" ".join(tiles))
    return runs


# --- groups and mirrored melds ----------------------------------------------------------------------------------


def _double_groups() -> Iterator[tuple[str, ...]]:
    for number in range(1, 14):
        for one, other in combinations(COLOURS, 2):
            yield f"{one}{number}", f"{other}{number}", "D"


def _mirrored(book: Book) -> Iterator[tuple[str, ...]]:
    for left, right in {*_mirrored_groups(), *_mirrored_runs()}:
        yield (*left, "M", *right[::-1])
        yield (*left[::-1], "M", *right)


def _mirrored_groups() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for number in range(1, 14):
        for size in (1, 2, 3, 4):
            for half in combinations([f"{colour}{number}" for colour in COLOURS], size):
                yield half, half
                for one in _doubled_group(half):
                    yield half, one
                    yield from ((one, other) for other in _doubled_group(half))


def _doubled_group(half: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for pair in combinations(half, 2):
        yield (*(tile for tile in half if tile not in pair), "D")


def _mirrored_runs() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for size in (2, 3, 4):
        for first in range(1, 15 - size):
            for colour in COLOURS:
                half = tuple(f"{colour}{first + at}" for at in range(size))
                sides = [half, *_doubled_run(half)]
                yield from ((one, other) for one in sides for other in sides)
            for one, other in combinations(COLOURS, 2):
                for before, after in ((one, other), (other, one)):
                    for border in range(size):
                        half = tuple(
                            "C" if at == border else f"{before if at < border else after}{first + at}"
                            for at in range(size)
                        )
                        yield half, half


def _doubled_run(half: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for at in range(len(half) - 1):
        yield (*half[:at], "D", *half[at + 2 :])
    if len(half) == 4:
        yield "D", "D"
