"""Choosing among melds that compete for the same tiles."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import Tile, is_joker

STEPS = 3000
"""How many choices a search looks at; racks of ordinary size stay far below."""


class Total(msgspec.Struct, frozen=True):
    """What some melds amount to: tiles laid, opening value, jokers spent."""

    tiles: int = 0
    value: int = 0
    jokers: int = 0


Rank = Callable[[Total], tuple[int, ...]]
"""Orders choices: the highest is taken."""


def best_choice(melds: Sequence[Meld], held: Counter[Tile], edition: Edition, rank: Rank) -> tuple[Meld, ...]:
    """Melds that the tiles held can lay side by side, the highest in `rank`; melds with more tiles are tried first."""
    options = [(meld, Counter(meld.tiles), _amount(meld, edition)) for meld in sorted(melds, key=_size, reverse=True)]
    left = Counter(held)
    best: tuple[Meld, ...] = ()
    best_rank = rank(Total())
    steps = 0

    def look(start: int, chosen: tuple[Meld, ...], total: Total) -> None:
        nonlocal best, best_rank, steps
        if (reached := rank(total)) > best_rank:
            best, best_rank = chosen, reached
        for index in range(start, len(options)):
            if steps >= STEPS:
                return
            steps += 1
            meld, need, amount = options[index]
            if all(left[tile] >= count for tile, count in need.items()):
                left.subtract(need)
                look(index, (*chosen, meld), _sum(total, amount))
                left.update(need)

    look(0, (), Total())
    return best


def _size(meld: Meld) -> int:
    return len(meld.tiles)


def _amount(meld: Meld, edition: Edition) -> Total:
    return Total(len(meld.tiles), readings(meld, edition)[0].value, sum(map(is_joker, meld.tiles)))


def _sum(one: Total, other: Total) -> Total:
    return Total(one.tiles + other.tiles, one.value + other.value, one.jokers + other.jokers)
