"""Places for the free jokers that the walk left over: at the ends of runs and in groups of three."""

from collections.abc import Iterator

from tilerummy.rules.edition import Edition
from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.tiles import Tile


def settled(melds: tuple[Meld, ...], spare: tuple[Tile, ...], edition: Edition) -> tuple[Meld, ...] | None:
    """The melds with every spare joker laid on one of them, or None where the places do not suffice.

    Of several ways the first: jokers in the order given, each on the first meld that takes it, behind before in front.
    """
    if not spare:
        return melds
    joker, others = spare[0], spare[1:]
    for at, meld in enumerate(melds):
        for longer in _with(meld, joker):
            if readings(longer, edition):
                found = settled((*melds[:at], longer, *melds[at + 1 :]), others, edition)
                if found is not None:
                    return found
    return None


def _with(meld: Meld, joker: Tile) -> Iterator[Meld]:
    if "M" not in meld.tiles:
        yield Meld((*meld.tiles, joker))
        yield Meld((joker, *meld.tiles))
