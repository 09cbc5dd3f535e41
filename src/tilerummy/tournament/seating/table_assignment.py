"""Which table a group gets and who sits where at it: nobody at the same table again, seats shared out.

Changes no meeting: groups come in, tables in seat order come out.
"""

from collections.abc import Sequence
from itertools import combinations, permutations

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.history import History, Seating, Table

Group = Sequence[int]


def placed(groups: Sequence[Group], byes: Sequence[int], history: History, chance: Chance) -> Seating:
    """One round with its table numbers and seats, after the rounds in `history`."""
    order = numbered(chance.shuffled(groups), history)
    return Seating(tuple(seated(group, history, chance) for group in order), tuple(byes))


def numbered(groups: list[Group], history: History) -> list[Group]:
    """The groups in the order of their table numbers, swapped while that saves sitting at the same table again."""

    def cost(group: Group, number: int) -> int:
        return sum(history.sat[player, number] for player in group)

    swapped = True
    while swapped:
        swapped = False
        for at, other in combinations(range(len(groups)), 2):
            here, there = groups[at], groups[other]
            now = cost(here, at) + cost(there, other)
            if now and cost(here, other) + cost(there, at) < now:
                groups[at], groups[other] = there, here
                swapped = True
    return groups


def seated(group: Group, history: History, chance: Chance) -> Table:
    """The group in the seat order in which each has been in their seat least often."""
    shuffled = chance.shuffled(group)
    if len(shuffled) > 4:
        orders = [tuple(shuffled[at:] + shuffled[:at]) for at in range(len(shuffled))]
    else:
        orders = list(permutations(shuffled))
    return min(orders, key=lambda order: sum(history.seat[player, seat] for seat, player in enumerate(order)))
