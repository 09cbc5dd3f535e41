"""What seating is held to: pairs kept apart, and players fixed to a table, whose groups are made and numbered here.

Tables count from 0, as in a round's list of them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from tilerummy.tournament.seating.history import Seating

Fixed = Mapping[int, int]
"""The table of each player who is fixed to one."""
NOBODY: Final[Fixed] = MappingProxyType({})
Pair = tuple[int, int]


class Locks(NamedTuple):
    """Pairs who should never sit together, and tables to which players are fixed in every round; those of the pairs who
    are in one team, also where a rule says who sits together (`teams`)."""

    apart: Collection[Pair] = ()
    fixed: Fixed = NOBODY
    teams: Collection[Pair] = ()

    def of(self, players: Collection[int], tables: int) -> "Locks":
        """The same for those who are here, at so many tables."""
        here = set(players)
        return Locks(
            [two for two in self.apart if here.issuperset(two)],
            {player: at for player, at in self.fixed.items() if player in here and at < tables},
            [two for two in self.teams if here.issuperset(two)],
        )


FREE = Locks()


class Elsewhere(NamedTuple):
    """A player who sits at another table than their own in a round."""

    player: int
    round: int
    table: int


def fixed_to(places: Iterable[tuple[int, int]]) -> Fixed:
    """Places of players as commands and events say them, where tables count from 1."""
    return {player: table - 1 for player, table in places}


def elsewhere(plan: Sequence[Seating], fixed: Fixed) -> tuple[Elsewhere, ...]:
    """Who sits at another table than their own, in order."""
    return tuple(
        Elsewhere(player, number, at)
        for number, seating in enumerate(plan)
        for at, table in enumerate(seating.tables)
        for player in table
        if fixed.get(player, at) != at
    )


def crowds(fixed: Fixed, most: int) -> dict[int, tuple[int, ...]]:
    """The tables to which more players are fixed than the `most` that sit at one, with all of them."""
    return {at: tuple(here) for at, here in sorted(_by_table(fixed).items()) if len(here) > most}


def always_together(fixed: Fixed) -> frozenset[Pair]:
    """The pairs that are fixed to one table, the lower number first: they meet in every round."""
    return frozenset(two for here in _by_table(fixed).values() for two in combinations(here, 2))


def never_together(fixed: Fixed) -> frozenset[Pair]:
    """The pairs that are fixed to different tables, the lower number first."""
    return frozenset((one, other) for one, other in combinations(sorted(fixed), 2) if fixed[one] != fixed[other])


def gathered(tables: Sequence[Sequence[int]], fixed: Fixed) -> list[list[int]]:
    """The tables of a round in the order of their numbers, with players swapped so that everybody sits at the table
    they are fixed to, as far as there are chairs."""
    if not fixed:
        return [list(table) for table in tables]
    groups = [list(table) for table in tables]
    wanted = _by_table({player: at for player, at in fixed.items() if at < len(groups)})
    left = set(range(len(groups)))
    for at, players in sorted(wanted.items(), key=lambda one: (-len(one[1]), one[0])):
        host = max(
            sorted(left),
            key=lambda number: (
                min(len(groups[number]), len(players)),
                len(set(players).intersection(groups[number])),
                number == at,
            ),
        )
        left.remove(host)
        _bring(players, groups, host)
    return numbered(groups, fixed)


def _bring(players: Sequence[int], groups: list[list[int]], host: int) -> None:
    """Swap players into a group, for those who are not to be there."""
    seated = {player: number for number, group in enumerate(groups) for player in group}
    for player in players:
        number = seated.get(player, host)
        leaves = next((mate for mate in groups[host] if mate not in players), None)
        if number != host and leaves is not None:
            groups[host][groups[host].index(leaves)] = player
            groups[number][groups[number].index(player)] = leaves


def numbered(tables: Sequence[Sequence[int]], fixed: Fixed) -> list[list[int]]:
    """The same groups; one with a player fixed to a table goes there, before others the one with most of them."""
    if not fixed:
        return [list(table) for table in tables]
    homes = Counter((fixed[player], at) for at, table in enumerate(tables) for player in table if player in fixed)
    placed: dict[int, int] = {}
    for (number, at), _ in sorted(homes.items(), key=lambda one: (-one[1], one[0])):
        if number < len(tables) and number not in placed and at not in placed.values():
            placed[number] = at
    others = [at for at in range(len(tables)) if at not in placed.values()]
    for at in [*others]:
        if at not in placed:
            placed[at] = at
            others.remove(at)
    free = (number for number in range(len(tables)) if number not in placed)
    placed |= dict(zip(free, others, strict=False))
    return [list(tables[placed[number]]) for number in range(len(tables))]


def held(tables: Sequence[Sequence[int]], fixed: Fixed) -> frozenset[int]:
    """The numbers of tables to which players are fixed."""
    return frozenset(at for at, table in enumerate(tables) if any(fixed.get(player) == at for player in table))


def _by_table(fixed: Fixed) -> dict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    for player in sorted(fixed):
        found[fixed[player]].append(player)
    return dict(found)
