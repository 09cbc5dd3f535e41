"""Every table that can be laid of given tiles, all of them."""

from collections import Counter
from collections.abc import Iterator

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import Tile, in_order, is_joker
from tilerummy.solver.dispatch import best
from tilerummy.solver.every_meld import melds_with
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Task

POSSIBLE = Budget(100_000)


def tables_of(edition: Edition, tiles: tuple[Tile, ...]) -> Iterator[tuple[Meld, ...]]:
    """The ways to lay exactly these tiles in legal melds, each once. Melds of jokers alone are laid in one way only.

    The lowest tile goes into one meld after the other; what remains is only expanded where it can be laid at all.
    """
    yield from _lay(edition, Counter(tiles), ())


def _lay(edition: Edition, rest: Counter[Tile], laid: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
    numbered = [tile for tile in in_order(rest) if not is_joker(tile)]
    if not numbered:
        left = best(Task(edition, in_order(rest.elements()), (), "tiles", exact=True), POSSIBLE).melds if rest else ()
        if left is not None:
            yield laid + left
        return
    lowest = numbered[0]
    another = bool(laid) and in_order(laid[-1].tiles)[0] == lowest
    for meld in melds_with(edition, lowest, rest):
        if another and laid[-1].tiles > meld.tiles:
            continue  # melds of the same lowest tile come in order
        remaining = rest - Counter(meld.tiles)
        task = Task(edition, in_order(remaining.elements()), (), "tiles", exact=True)
        if not remaining or best(task, POSSIBLE).melds is not None:
            yield from _lay(edition, remaining, (*laid, meld))
