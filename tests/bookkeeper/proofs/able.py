"""Can anything be laid here? Every meld that could lie is a column of an integer program; no way through is a proof.

Runs longer than five are two runs, so three to five tiles are enough. Where jokers are free, a joker is a tile more of
the kind it stands for; where melds with a joker only grow, each of them has a column for every way to go on.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.jokers import replacing
from tests.bookkeeper.books.law import Play, Position, wrong
from tests.bookkeeper.books.melds import Stand, best, value
from tests.bookkeeper.books.notation import COLOURS, JOKERS, NUMBER, Tiles, laid, tiles_of
from tests.bookkeeper.proofs.flows import special_columns
from tests.bookkeeper.proofs.program import Program, UnsureError


def able(position: Position, most: bool = False) -> Play | None:
    """A legal play, with `most` one that lays as many tiles as can be; None where it is proved that there is none.

    Raises UnsureError.
    """
    if not position.rack:
        return None
    if position.opened:
        table = _found(position, most)
        play = None if table is None else Play(table, (), "proof")
    else:
        play = _opening(position)
    if play is not None and wrong(position, play):
        raise UnsureError(f"{position} -> {play}: {wrong(position, play)}")
    return play


def _opening(position: Position) -> Play | None:
    """The most valuable melds of the rack: they open or nothing does, where the table is for later turns."""
    own = Position(position.book, (), position.rack, False, position.pool, position.last)
    melds = _solved(own, worth=True, least=1)
    if not melds or sum(value(meld, position.book) for meld in melds) < position.needed:
        return None
    return Play((*position.table, *melds), tuple(melds), "proof")


def _found(position: Position, most: bool) -> tuple[str, ...] | None:
    """First with the melds of special jokers left as they lie, which is quick and mostly enough."""
    special = [meld for meld in position.table if any(joker in meld for joker in "DCM")]
    if special or any(position.rack[joker] for joker in "DCM"):
        rest = tuple(meld for meld in position.table if meld not in special)
        rack = Tiles({tile: count for tile, count in position.rack.items() if tile not in "DCM"})
        melds = _solved(replace(position, table=rest, rack=rack), worth=False, least=1, most=most)
        if melds is not None or most:
            return None if melds is None else (*special, *melds)
    melds = _solved(position, worth=False, least=1, most=most)
    return None if melds is None else tuple(melds)


def _solved(position: Position, worth: bool, least: int, most: bool = False) -> list[str] | None:
    """The melds of a table on which `least` tiles of the rack lie."""
    program, made, standing = Program(), dict[int, str](), dict[int, str]()
    fixed = [meld for meld in position.table if position.book.frozen and "J" in laid(meld).tiles]
    table = tiles_of(position.table)
    every = table + position.rack
    _rack(program, position.rack, most)
    if position.book.frozen:
        _with_jokers(program, made, every, position.book, worth)
        _growing(program, made, fixed, every, position)
    else:
        _plain(program, made, every, worth)
        standing = _standing(program, every)
    # The jokers of melds that only grow stay with these.
    supply = table - Counter({"J": tiles_of(fixed)["J"]})
    for tile in every:
        program.bound(tile, supply[tile], supply[tile])
    program.bound("laid", least, position.rack.total())
    decode = special_columns(program, every, position.book, worth) if any(every[joker] for joker in "DCM") else None
    solution = program.solve()
    if solution is None:
        return None
    melds = [meld for column, meld in made.items() for _ in range(solution[column])]
    if decode is not None:
        melds += decode(solution)
    return _put_jokers(melds, standing, solution)


def _rack(program: Program, rack: Tiles, most: bool) -> None:
    for tile, count in rack.items():
        program.column(count, float(most), **{tile: -1.0, "laid": 1.0})


# --- free jokers ------------------------------------------------------------------------------------------------


@lru_cache(1)
def shapes() -> tuple[tuple[str, ...], ...]:
    """Every run of three to five tiles, and every group."""
    found: list[tuple[str, ...]] = []
    for colour in COLOURS:
        for length in (3, 4, 5):
            for first in range(1, 15 - length):
                found.append(tuple(f"{colour}{first + at}" for at in range(length)))
    for number in range(1, 14):
        every = [f"{colour}{number}" for colour in COLOURS]
        found += [*combinations(every, 3), tuple(every)]
    return tuple(found)


def _plain(program: Program, made: dict[int, str], every: Tiles, worth: bool) -> None:
    runs = not any(every[joker] for joker in "DCM")
    for shape in shapes():
        missing = sum(not every[tile] for tile in shape)
        if missing <= every["J"] and (runs or NUMBER[shape[0]] == NUMBER[shape[1]]):
            points = sum(NUMBER[tile] for tile in shape) * worth
            column = program.column(4.0, float(points), **dict.fromkeys(shape, 1.0))
            made[column] = " ".join(shape)


def _standing(program: Program, every: Tiles) -> dict[int, str]:
    """A regular joker as a tile more of some kind; which column stands for which."""
    return {program.column(every["J"], 0.0, **{tile: -1.0, "J": 1.0}): tile for tile in NUMBER if every["J"]}


def _put_jokers(melds: list[str], standing: dict[int, str], solution: list[int]) -> list[str]:
    """The jokers back in the places for which the program took them."""
    words = [meld.split() for meld in melds]
    for tile in (tile for column, tile in standing.items() for _ in range(solution[column])):
        home = min((meld for meld in words if tile in meld), key=lambda meld: sum(one in JOKERS for one in meld))
        home[home.index(tile)] = "J"
    return [" ".join(meld) for meld in words]


# --- frozen melds -----------------------------------------------------------------------------------------------


def _with_jokers(program: Program, made: dict[int, str], every: Tiles, book: Book, worth: bool) -> None:
    """Melds with their jokers in their places; a freed joker counts as one of the rack where it has to."""
    for tiles in _places(every, book):
        meld = " ".join(tiles)
        column = program.column(4.0, float(value(meld, book) * worth), **Counter(tiles))
        made[column] = meld


def _places(every: Tiles, book: Book) -> Iterator[tuple[str, ...]]:
    for shape in shapes():
        for jokers in range(min(every["J"], book.most_jokers, len(shape) - 1) + 1):
            for places in combinations(range(len(shape)), jokers):
                tiles = tuple("J" if at in places else tile for at, tile in enumerate(shape))
                if all(every[tile] >= count for tile, count in Counter(tiles).items()):
                    yield tiles


def _growing(program: Program, made: dict[int, str], fixed: list[str], every: Tiles, position: Position) -> None:
    """For each old meld with a joker every meld it can become, once; what replaces its joker comes from the rack.

    A freed joker is supplied to the row of jokers, and in books that want it among rack tiles it is used by columns of
    its own. Where the book says so, a meld whose jokers are all replaced is there no more.
    """
    book = position.book
    for index, meld in enumerate(fixed):
        row = f"old {index}"
        program.bound(row, 1.0, 1.0)
        for tiles, replaced in _grown(meld, every, book):
            uses = Counter(tiles)
            uses["J"] -= laid(meld).tiles.count("J") if book.freed != "rack" else uses["J"]
            column = program.column(
                1.0, 0.0, **{tile: float(count) for tile, count in uses.items() if count}, **{row: 1.0}
            )
            made[column] = " ".join(tiles)
            for tile in replaced:
                program.add(column, **{f"from rack {tile}": -1.0, f"replaces {tile}": -1.0})
                if book.freed == "rack":
                    program.add(column, freed=-1.0)
        for replaced, _ in replacing(meld, book) if book.until_replaced else ():
            freed = "freed" if book.freed == "rack" else "J"
            column = program.column(1.0, 0.0, **{row: 1.0, freed: float(-len(replaced))})
            program.add(column, **{f"replaces {tile}": -1.0 for tile in replaced})
    if book.freed == "rack":
        program.bound("freed", 0.0, 0.0)
        for tiles in _places(every + Counter("J"), book):
            own = Counter(tiles) - Counter("J")
            if "J" in tiles and own <= position.rack:
                column = program.column(1.0, 0.0, freed=1.0, **dict.fromkeys(own, 1.0))
                program.add(column, **{f"from rack {tile}": -1.0 for tile in own})
                made[column] = " ".join(tiles)
    for tile in NUMBER:
        for row in (f"from rack {tile}", f"replaces {tile}"):
            if row in program.rows:
                program.bound(row, 0.0, 99.0)
                laying = next((column for column in program.rows["laid"] if column in program.rows[tile]), None)
                if laying is not None:
                    program.add(laying, **{row: 1.0})


def _grown(meld: str, every: Tiles, book: Book) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What a meld with jokers can become, with the tiles that replaced jokers."""
    first = best(meld, book)[0]
    yield from (_longer_runs if first.kind == "run" else _fuller_groups)(laid(meld).tiles, first.stands[0], every)


Grown = Iterator[tuple[tuple[str, ...], tuple[str, ...]]]


def _longer_runs(tiles: tuple[str, ...], stand: Stand, every: Tiles) -> Grown:
    ((colour, start),) = stand
    numbers = range(start, start + len(tiles))
    jokers = [number for number, tile in zip(numbers, tiles, strict=True) if tile == "J"]
    for first in range(1, start + 1):
        for last in range(start + len(tiles) - 1, 14):
            for kept in (some for size in range(len(jokers) + 1) for some in combinations(jokers, size)):
                run = [f"{colour}{number}" for number in range(first, last + 1)]
                replaced = tuple(run[number - first] for number in jokers if number not in kept)
                grown = tuple("J" if number in kept else run[number - first] for number in range(first, last + 1))
                if all(every[tile] for tile in grown):
                    yield grown, replaced


def _fuller_groups(tiles: tuple[str, ...], stand: Stand, every: Tiles) -> Grown:
    ((_, shown),) = stand
    there = [tile for tile in tiles if tile in NUMBER]
    lacking = [f"{colour}{shown}" for colour in COLOURS if f"{colour}{shown}" not in there]
    jokers = len(tiles) - len(there)
    for added in (some for size in range(len(lacking) + 1) for some in combinations(lacking, size)):
        for freed in range(min(jokers, len(added)) + 1):
            for replaced in combinations(added, freed):
                grown = (*there, *added, *["J"] * (jokers - freed))
                if 3 <= len(grown) <= 4 and all(every[tile] for tile in added):
                    yield grown, replaced
