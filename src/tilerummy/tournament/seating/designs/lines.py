"""Transversal designs by the lines of a plane, which with the circles' own rounds are affine planes and spaces.

Players sit in as many circles as a table has seats, each of an order that is a product of prime powers; a line takes
one of each. See Bose, Shrikhande and Parker, "Further results on the construction of mutually orthogonal Latin
squares", 1960, and MacNeish, "Euler squares", 1922.
"""

from tilerummy.tournament.seating.designs.fields import has_fields, plus, prime_powers, times, units

Plan = list[list[list[int]]]
"""Rounds of tables of players, who count from 0."""


def lines(players: int, size: int, most: int) -> Plan:
    """At most so many rounds: one for each slope where an order has as many units as a table has seats, else none;
    after them the rounds that the circles hold on their own: 16 players have 4 slopes and the circles, 64 have 16 and
    five rounds more."""
    order, rest = divmod(players, size)
    if rest or order < size or not has_fields(order) or min(prime_powers(order)) < size:
        return []
    slopes = [_round(order, units(order)[:size], slope) for slope in range(min(order, most))]
    return slopes + _within(order, size, most - len(slopes))


def _round(order: int, circles: tuple[int, ...], slope: int) -> list[list[int]]:
    """The parallel lines of one slope. Two of different circles are on one line for one slope only, because the
    differences of the circles' units can be divided by."""
    return [
        [number * order + plus(at, times(slope, unit, order), order) for number, unit in enumerate(circles)]
        for at in range(order)
    ]


def _within(order: int, size: int, most: int) -> Plan:
    """Rounds of each circle on its own."""
    own = [[list(range(order))]] if order == size else lines(order, size, most)
    return [
        [[circle * order + player for player in table] for circle in range(size) for table in tables]
        for tables in own[:most]
    ]
