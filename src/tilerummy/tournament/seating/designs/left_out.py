"""A design for fewer players: some places are left out, so that nobody meets twice and small tables are shared out."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.designs.lines import Plan

SAMPLE, LOOKED_AT = 300, 40_000
"""Sets of places that are looked at, and the places of all rounds in these sets: a large plan has fewer sets."""


def without(plan: Plan, players: int, away: int, most: int) -> Plan:
    """At most so many rounds of a plan of `players`, without `away` of them, no two of whom share a table.

    Of the places that leave the most rounds, those whose tables are shared out best.
    """
    found = [_kept(plan, left_out, most) for left_out in _choices(plan, players, away)]
    kept, left_out = max(found, key=lambda choice: (len(choice[0]), -_uneven(choice[0], choice[1], players)))
    names = {place: at for at, place in enumerate(place for place in range(players) if place not in left_out)}
    return [[[names[place] for place in table if place in names] for table in tables] for tables in kept]


def _choices(plan: Plan, players: int, away: int) -> Iterator[frozenset[int]]:
    yield _strangers(plan, players, away)
    chance = Chance("left out", players, away)
    for _ in range(min(SAMPLE, LOOKED_AT // (players * len(plan))) if away > 1 else 0):
        yield frozenset(chance.shuffled(range(players))[:away])


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


def _kept(plan: Plan, left_out: frozenset[int], most: int) -> tuple[Plan, frozenset[int]]:
    """The rounds in which nobody left out shares a table with another, one after the other the one that shares out
    best."""
    rest = [tables for tables in plan if all(len(left_out.intersection(table)) < 2 for table in tables)]
    kept: Plan = []
    visits: Counter[int] = Counter()
    while rest and len(kept) < most:
        best = min(rest, key=lambda tables: sum(visits[player] for player in _small(tables, left_out)))
        rest.remove(best)
        kept.append(best)
        visits.update(_small(best, left_out))
    return kept, left_out


def _small(tables: list[list[int]], left_out: frozenset[int]) -> list[int]:
    """Who sits at a table with an empty place."""
    return [player for table in tables if left_out.intersection(table) for player in table if player not in left_out]


def _uneven(plan: Plan, left_out: frozenset[int], players: int) -> int:
    """The most visits to small tables less the fewest."""
    visits = Counter(player for tables in plan for player in _small(tables, left_out))
    every = [visits[player] for player in range(players) if player not in left_out]
    return max(every) - min(every)
