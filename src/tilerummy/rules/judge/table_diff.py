"""Tables compared: which tiles lie on them, and which melds are new."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import Tile


def tiles_on(table: Iterable[Meld]) -> Counter[Tile]:
    """How many tiles of each kind lie in these melds."""
    return Counter(tile for meld in table for tile in meld.tiles)


def changed_melds(before: Sequence[Meld], after: Sequence[Meld]) -> tuple[int, ...]:
    """The indices of the melds of `after` that did not lie in `before` with the same tiles in the same order."""
    unmatched = Counter(meld.tiles for meld in before)
    changed = []
    for index, meld in enumerate(after):
        if unmatched[meld.tiles] > 0:
            unmatched[meld.tiles] -= 1
        else:
            changed.append(index)
    return tuple(changed)
