"""What stays as it lies beside special jokers: melds of the table that need not be touched for a play already chosen.

One with a joker stays where the play lays a meld of the same tiles; one without stays where it can be taken out of the
melds without jokers, which may be cut again. Then the others are tried in the order in which they lie: all that is not
yet kept is arranged without one, and if that succeeds within a few states it stays too.
"""

from collections.abc import Callable

from tilerummy.solver.regular.arrangement import Arrangement
from tilerummy.solver.regular.melds import lay
from tilerummy.solver.regular.stability import take_out
from tilerummy.solver.special.joker_places import JOKER

Kinds = tuple[int, ...]
Arrange = Callable[[list[int]], list[Kinds] | None]
"""Melds of exactly these tiles (counts), found within a few states."""


def keep(table: list[Kinds], melds: list[Kinds], arrange: Arrange) -> tuple[list[int], list[Kinds]]:
    """The indices of the melds that stay, and the other melds of the play in canonical order."""
    plain, others = _parted(melds)
    kept = [index for index, meld in enumerate(table) if _take(meld, plain, others)]
    for index, meld in enumerate(table):
        if index in kept:
            continue
        rest = [0] * 56
        for kind in (kind for laid in (*lay(plain), *others) for kind in laid):
            rest[kind] += 1
        for kind in meld:
            rest[kind] -= 1
        again = arrange(rest)
        if again is not None:
            plain, others = _parted(again)
            kept.append(index)
    return sorted(kept), sorted((*lay(plain), *others))


def _take(meld: Kinds, plain: Arrangement, others: list[Kinds]) -> bool:
    """Take the meld out of the others, if it lies in them."""
    if max(meld) < JOKER:
        return take_out(meld, plain)
    same = next((laid for laid in others if sorted(laid) == sorted(meld)), None)
    if same is not None:
        others.remove(same)
    return same is not None


def _parted(melds: list[Kinds]) -> tuple[Arrangement, list[Kinds]]:
    """The melds without jokers as an arrangement, and those with jokers."""
    plain = Arrangement()
    others: list[Kinds] = []
    for meld in melds:
        if max(meld) >= JOKER:
            others.append(meld)
            continue
        rows = plain.groups if meld[0] % 13 == meld[1] % 13 else plain.runs
        for kind in meld:
            rows[kind % 13 + 1][kind // 13] += 1
    return plain, others
