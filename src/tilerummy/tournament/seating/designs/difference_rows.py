"""Nearly transversal designs for any number of tables, by a matrix of differences that is filled row by row.

A row holds the places of one table's players in their circles; turned, it gives a round. Nobody meets twice while the
differences between two columns are different in all rows: Drake, "Partial lambda-geometries and generalized Hadamard
matrices over groups", 1979.
"""

from itertools import combinations

from tilerummy.tournament.seating.designs.lines import Plan


def rows(players: int, size: int, most: int) -> Plan:
    """At most so many rounds, and as many as a greedy choice finds: nearly as many as there are tables."""
    order = players // size
    used: dict[tuple[int, int], set[int]] = {pair: set() for pair in combinations(range(size), 2)}
    plan: Plan = []
    for offset in range(min(order, most)):
        row = _row([0, offset], size, order, used)
        if row is not None:
            for one, other in used:
                used[one, other].add((row[other] - row[one]) % order)
            plan.append(
                [[circle * order + (at + place) % order for circle, place in enumerate(row)] for at in range(order)]
            )
    return plan


def _row(begun: list[int], size: int, order: int, used: dict[tuple[int, int], set[int]]) -> list[int] | None:
    """The first row with this beginning whose differences are all new, depth first; None where there is none."""
    at = len(begun)
    if at == size:
        return begun
    for place in range(order):
        if all((place - begun[one]) % order not in used[one, at] for one in range(at)):
            found = _row([*begun, place], size, order, used)
            if found is not None:
                return found
    return None
