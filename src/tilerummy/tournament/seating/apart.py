"""Pairs to keep apart that a plan does not keep apart, and why that cannot be."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from tilerummy.tournament.seating.history import Seating, pair, pairs_of


def together(plan: Iterable[Seating], apart: Collection[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The pairs to keep apart that sit together in some round, the lower number first."""
    met = {two for seating in plan for table in seating.tables for two in pairs_of(table)}
    return tuple(sorted(met.intersection(pair(one, other) for one, other in apart)))


def crowd(apart: Collection[tuple[int, int]]) -> tuple[int, ...]:
    """Players who are all to be kept apart from each other: as many as are found by adding to each one in turn every
    player kept apart from all who are in. More than there are tables cannot be seated."""
    shunned: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in apart:
        shunned[one].add(other)
        shunned[other].add(one)
    found: list[int] = []
    for first in sorted(shunned):
        group = [first]
        for other in sorted(shunned[first], key=lambda player: (-len(shunned[player]), player)):
            if shunned[other].issuperset(group):
                group.append(other)
        found = max(found, group, key=len)
    return tuple(sorted(found))
