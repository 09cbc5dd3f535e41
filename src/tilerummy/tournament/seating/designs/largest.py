"""The longest known plan in which nobody meets the same player twice, for tables of one size and the one below."""

from itertools import combinations

from tilerummy.tournament.seating.designs.difference_rows import rows
from tilerummy.tournament.seating.designs.lines import Plan, lines
from tilerummy.tournament.seating.designs.starters import turned


def largest(players: int, size: int, most: int) -> Plan:
    """At most so many rounds, in which no two of players 0.. meet twice; all tables hold `size` or one less. Empty where
    none is known.

    A design for a multiple of the size serves fewer players: the places left out never meet in it, but for rounds that
    are left out too.
    """
    away = -players % size
    whole = max((build(players + away, size, most + away) for build in (lines, turned, rows)), key=len)
    if not away:
        return whole[:most]
    if players + away < size * (away + 1):
        return []
    left_out = _strangers(whole, players + away, away)
    kept = [tables for tables in whole if all(len(left_out.intersection(table)) < 2 for table in tables)]
    names = {place: at for at, place in enumerate(p for p in range(players + away) if p not in left_out)}
    return [[[names[place] for place in table if place in names] for table in tables] for tables in kept[:most]]


def _strangers(plan: Plan, players: int, count: int) -> frozenset[int]:
    """So many players who never meet in the plan, else some who meet in its last round only."""
    met = {pair for tables in plan for table in tables for pair in combinations(sorted(table), 2)}
    for first in range(players):
        group = [first]
        for other in range(first + 1, players):
            if len(group) < count and all((one, other) not in met for one in group):
                group.append(other)
        if len(group) == count:
            return frozenset(group)
    return frozenset(plan[-1][0][:count])
