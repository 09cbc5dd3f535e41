"""Tables of two by standing: the leader against the nearest player they have not met, and so on down."""

from collections.abc import Collection, Sequence

from tilerummy.tournament.seating.history import History, pair
from tilerummy.tournament.seating.orders import consecutive, fresh

TRIES = 20_000
"""Pairs tried before the search for a round without a repeat is given up."""


def pairs(order: Sequence[int], reach: int, history: History, apart: Collection[tuple[int, int]]) -> list[list[int]]:
    """An even number of players in pairs, nobody against a player they met, as near in the order as can be.

    Where that cannot be done, neighbours play each other, with as few repeats as swaps can reach.
    """
    shunned = {pair(one, other) for one, other in apart}
    tries = 0
    found: list[tuple[int, int]] = []
    # a stack of choices instead of a recursion: fields may be large
    stack: list[tuple[list[int], int]] = [(list(order), 1)]
    while stack:
        left, at = stack.pop()
        if not left:
            return [list(two) for two in found]
        del found[len(stack) :]
        while at < min(len(left), reach + 2):
            tries += 1
            both = pair(left[0], left[at])
            if not history.met[both] and both not in shunned:
                break
            at += 1
        else:
            continue
        if tries > TRIES:
            break
        stack.append((left, at + 1))
        found.append((left[0], left[at]))
        stack.append(([*left[1:at], *left[at + 1 :]], 1))
    return fresh(consecutive(order, [2] * (len(order) // 2)), order, reach, history, apart)
