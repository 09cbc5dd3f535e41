"""Perfect plans by construction: tables of four at which nobody meets the same player twice.

Where a plan uses every possible meeting, local search seldom finds it; these are known designs. Players count from 0.
"""

from collections.abc import Callable

Plan = list[list[list[int]]]
"""Rounds of tables of players."""

_BASE_24 = (
    (0, 3, 9, 20),
    (1, 4, 10, 18),
    (2, 5, 11, 19),
    (6, 14, 16, 21),
    (7, 12, 17, 22),
    (8, 13, 15, 23),
)
"""One round of 24 players: 0-20 are seven in each of three circles (3 x step + circle), 21-23 stand in the middle.
Turning the circles six times gives seven rounds (a resolvable design with groups of three that never meet)."""


def perfect(players: int, rounds: int) -> Plan | None:
    """A plan of `rounds` in which no two meet twice and all tables hold four or three; None where none is stored.

    A design for a multiple of four serves up to three players fewer: the places left out never meet in it, but for the
    one round in which a whole circle sits together.
    """
    whole = -(-players // 4) * 4
    plan = _whole(whole, rounds)
    if plan is None or (whole - players > 1 and whole != 24 and rounds > whole // 4):
        return None
    return [[[player for player in table if player < players] for table in tables] for tables in plan]


def _whole(players: int, rounds: int) -> Plan | None:
    tables = players // 4
    if players == 24 and rounds <= 7:
        return [[[_turned(player, step) for player in table] for table in _BASE_24] for step in range(rounds)]
    if tables in _FIELDS:
        plan = [_parallel(tables, _field_times, _field_plus, slope) for slope in range(tables)]
        if tables % 4 == 0:
            plan.append([list(range(at, at + 4)) for at in range(0, players, 4)])
    elif tables >= 5 and tables % 2 and tables % 3:
        plan = [_parallel(tables, _ring_times, _ring_plus, slope) for slope in range(tables)]
    else:
        return None
    return plan[:rounds] if rounds <= len(plan) else None


def _turned(player: int, steps: int) -> int:
    return player if player > 20 else (player // 3 + steps) % 7 * 3 + player % 3


_Law = Callable[[int, int, int], int]


def _parallel(order: int, times: _Law, plus: _Law, slope: int) -> list[list[int]]:
    """A round of lines of one slope: one player of each of four circles of `order`; the last circle holds the highest
    numbers. Two of different circles are on one line for one slope only, because the differences of the circles'
    numbers can be divided by."""
    return [
        [circle * order + plus(at, times(slope, circle, order), order) for circle in range(4)] for at in range(order)
    ]


def _ring_plus(one: int, other: int, order: int) -> int:
    return (one + other) % order


def _ring_times(one: int, other: int, order: int) -> int:
    return one * other % order


_FIELDS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (1, 0))}
"""Finite fields by order: the prime, and an irreducible polynomial without its highest power, the lowest first."""


def _field_plus(one: int, other: int, order: int) -> int:
    prime, _ = _FIELDS[order]
    total, place = 0, 1
    while one or other:
        total += (one % prime + other % prime) % prime * place
        one, other, place = one // prime, other // prime, place * prime
    return total


def _field_times(one: int, other: int, order: int) -> int:
    """Horner's rule over the digits of `other`; numbers are polynomials written in the prime's digits."""
    prime, modulus = _FIELDS[order]
    product, place = 0, order // prime
    while place:
        high, low = divmod(product, order // prime)
        product = low * prime
        for at, part in enumerate(modulus):
            product = _field_plus(product, (-high * part) % prime * prime**at, order)
        for _ in range(other // place % prime):
            product = _field_plus(product, one, order)
        place //= prime
    return product
