"""Resolvable designs by a starter: one round that is turned and gives all others.

Players sit in one circle fewer than a table has seats, and up to as many stand in the middle. A step moves the circles
on by one place; a swap hands each circle to the next (and their places are multiplied by a number). The starter looks
the same after a swap, so that only every third table of it is written down. Where all differences of the places at its
tables are different, nobody meets twice: Bose, "On the construction of balanced incomplete block designs", 1939;
Anderson, "Combinatorial designs: construction methods", 1990. The tables here were found by simulated annealing, in
seconds each."""

from typing import Final, NamedTuple

from tilerummy.tournament.seating.designs.lines import Plan


class Starter(NamedTuple):
    """A starter: how many `steps` a circle has; who stands in the `middle`; `tables` of players, each standing for all
    its swaps, where a player is circle + circles * place and the middle has the highest numbers; the places `between`
    whose players sit with each of the middle, where fewer stand there than there are circles; the `factor` of a swap;
    whether the `tables` are `whole`, without swaps."""

    steps: int
    middle: int
    tables: tuple[tuple[int, ...], ...]
    between: tuple[int, ...] = ()
    factor: int = 1
    whole: bool = False


STARTERS: Final[dict[tuple[int, int], Starter]] = {
    (3, 15): Starter(7, 1, ((12, 14, 9), (2, 0, 6), (11, 5, 4), (13, 10, 1), (7, 8, 3)), whole=True),
    (3, 24): Starter(11, 2, ((1, 2, 22), (4, 11, 13), (17, 6, 20), (15, 9, 19))),
    (3, 27): Starter(13, 1, ((7, 14, 17), (3, 22, 24), (19, 1, 13), (20, 5, 9)), (5,)),
    (4, 24): Starter(7, 3, ((7, 19, 9, 4), (15, 14, 21, 1))),
    (4, 28): Starter(9, 1, ((7, 21, 10, 3), (24, 25, 0, 19)), (4,), 4),
    (4, 36): Starter(11, 3, ((33, 3, 19, 17), (12, 21, 25, 31), (10, 7, 28, 2))),
    (4, 40): Starter(13, 1, ((29, 23, 10, 1), (13, 8, 5, 37), (15, 31, 19, 33)), (8,)),
    (4, 44): Starter(14, 2, ((0, 7, 37, 29), (21, 32, 33, 17), (25, 24, 15, 9)), (6, 9), 11),
    (4, 48): Starter(15, 3, ((17, 31, 20, 29), (13, 46, 9, 38), (2, 8, 23, 40), (5, 34, 42, 24))),
    (4, 52): Starter(17, 1, ((11, 37, 29, 30), (23, 33, 2, 47), (5, 41, 44, 18), (7, 12, 49, 17)), (8,)),
    (4, 56): Starter(18, 2, ((53, 41, 46, 38), (34, 43, 14, 21), (8, 39, 24, 19), (32, 2, 28, 50)), (3, 5), 7),
    (4, 60): Starter(19, 3, ((32, 24, 11, 29), (12, 5, 39, 50), (37, 22, 56, 8), (46, 2, 52, 35), (20, 57, 42, 16))),
    (4, 76): Starter(
        25,
        1,
        ((41, 69, 7, 52), (73, 66, 64, 12), (17, 36, 24, 42), (0, 33, 49, 11), (59, 23, 19, 4), (55, 31, 28, 60)),
        (15,),
    ),
    (4, 80): Starter(
        26,
        2,
        ((28, 25, 62, 57), (12, 30, 0, 53), (19, 36, 67, 10), (8, 69, 54, 68), (66, 45, 46, 64), (22, 72, 63, 41)),
        (9, 17),
        3,
    ),
    (4, 84): Starter(
        27,
        3,
        (
            (83, 17, 18, 58),
            (37, 71, 40, 59),
            (55, 9, 29, 1),
            (45, 77, 15, 24),
            (48, 33, 4, 51),
            (67, 60, 61, 22),
            (13, 78, 65, 72),
        ),
        factor=10,
    ),
}
"""By the size of the tables and the number of players."""


def turned(players: int, size: int, most: int) -> Plan:
    """At most so many rounds of a starter, none where there is no starter for these players."""
    starter = STARTERS.get((size, players))
    if starter is None:
        return []
    circles = size - 1
    first = _first(starter, circles)
    return [
        [[_stepped(player, step, starter.steps, circles) for player in table] for table in first]
        for step in range(min(most, starter.steps))
    ]


def _first(starter: Starter, circles: int) -> list[list[int]]:
    """The starter's whole round: its tables with all their swaps, and those of the middle."""
    tables = [list(table) for table in starter.tables]
    found = []
    for _ in range(1 if starter.whole else circles):
        found += tables
        tables = [[_swapped(player, starter, circles) for player in table] for table in tables]
    for middle, place in enumerate(starter.between, start=starter.steps * circles):
        table = [place * circles]
        for _ in range(circles - 1):
            table.append(_swapped(table[-1], starter, circles))
        found.append([middle, *table])
    return found


def _swapped(player: int, starter: Starter, circles: int) -> int:
    place, circle = divmod(player, circles)
    next_circle = (circle + 1) % circles
    return (place if place == starter.steps else place * starter.factor % starter.steps) * circles + next_circle


def _stepped(player: int, step: int, steps: int, circles: int) -> int:
    place, circle = divmod(player, circles)
    return player if place == steps else (place + step) % steps * circles + circle
