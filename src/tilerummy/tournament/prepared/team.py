"""A team of an event, and which pairs it has."""

from collections.abc import Iterable
from itertools import combinations
from typing import Final

import msgspec

FEWEST: Final = 2
"""Members of a team at least."""
MOST: Final = 4
"""Members of a team at most: a table full."""


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """People who are counted together, by their numbers."""

    name: str
    members: tuple[int, ...]

    def without(self, gone: Iterable[int]) -> "Team":
        """The same without some people."""
        left = set(gone)
        return Team(self.name, tuple(number for number in self.members if number not in left))


def mates(teams: Iterable[Team]) -> frozenset[tuple[int, int]]:
    """The pairs of one team, the lower number first."""
    return frozenset(two for team in teams for two in combinations(sorted(team.members), 2))
