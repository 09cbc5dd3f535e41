"""What may become of a table meld with a joker where such melds are frozen: it stays whole in one meld, each joker in
its place or replaced there by the tile it stands for; further tiles only at its ends.

More than two further tiles at one end are never needed: the outer three of them would be a meld of their own.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import face
from tilerummy.rules.melds.readings import Meld, Reading, readings
from tilerummy.rules.melds.runs import last_place
from tilerummy.rules.tiles import COLOURS, Tile, is_joker

MOST_AT_END = 2


class Fate(NamedTuple):
    """What becomes of one frozen meld: the new meld, the tiles that replaced jokers (from the rack where the edition
    says so), the tiles laid beside, and how many jokers were freed."""

    meld: Meld
    replacing: tuple[Tile, ...]
    beside: tuple[Tile, ...]
    freed: int


def fates(meld: Meld, here: Counter[Tile], edition: Edition) -> list[Fate]:
    """Everything that may become of `meld` with the tiles `here`, unchanged first, each new set of tiles once."""
    found = [Fate(meld, (), (), 0)]
    seen = {tuple(sorted(meld.tiles))}
    read = readings(meld, edition)
    for reading in read:
        if reading.value < read[0].value:
            break
        make = _of_group if reading.kind == "group" else _of_run
        for fate in make(meld, reading, here, edition):
            key = tuple(sorted(fate.meld.tiles))
            used = Counter(fate.replacing + fate.beside)
            enough = all(here[tile] >= count for tile, count in used.items())
            if enough and key not in seen and readings(fate.meld, edition):
                seen.add(key)
                found.append(fate)
    return found


def _of_run(meld: Meld, reading: Reading, here: Counter[Tile], edition: Edition) -> Iterator[Fate]:
    """Jokers replaced or not, and up to two tiles or jokers at each end."""
    stands = [text[0] for text in reading.stands]
    colour, low = stands[0][0], int(stands[0][1:])
    high = low + len(stands) - 1
    jokers = [at for at, tile in enumerate(meld.tiles) if is_joker(tile)]
    for count in range(len(jokers) + 1):
        for replaced in combinations(jokers, count):
            replacing = tuple(stands[at] for at in replaced)
            if any(here[tile] == 0 for tile in replacing):
                continue
            core = tuple(stands[at] if at in replaced else tile for at, tile in enumerate(meld.tiles))
            before = list(_ends(colour, range(low - 1, max(0, low - 1 - MOST_AT_END), -1), here))
            after = list(_ends(colour, range(high + 1, min(last_place(edition) + 1, high + 1 + MOST_AT_END)), here))
            for front, back in product(before, after):
                if replaced or front or back:
                    laid = Meld((*front[::-1], *core, *back))
                    yield Fate(laid, replacing, (*front, *back), count)


def _ends(colour: str, numbers: range, here: Counter[Tile]) -> Iterator[tuple[Tile, ...]]:
    """What may lie at one end, from the meld outwards."""
    yield ()
    for length in range(1, len(numbers) + 1):
        choices = [[f"{colour}{face(number)}", "J"] for number in numbers[:length]]
        yield from (tiles for tiles in product(*choices) if all(here[tile] for tile in tiles))


def _of_group(meld: Meld, reading: Reading, here: Counter[Tile], edition: Edition) -> Iterator[Fate]:
    """Jokers replaced by missing colours, and the group filled up to four."""
    own = [tile for tile in meld.tiles if not is_joker(tile)]
    number = own[0][1:]
    jokers = len(meld.tiles) - len(own)
    missing = [f"{colour}{number}" for colour in COLOURS if f"{colour}{number}" not in own]
    for count in range(jokers + 1):
        for replacing in combinations([tile for tile in missing if here[tile]], count):
            still = [tile for tile in missing if tile not in replacing and here[tile]]
            needs_all = edition.jokers.group_needs == "both" and count and len(meld.tiles) == 3
            for more in range(4 - len(meld.tiles) + 1):
                for beside in combinations([*still, *"J" * min(more, here["J"])], more):
                    if needs_all and len(meld.tiles) + more - (jokers - count) < 4:
                        continue
                    paying = (*replacing, *beside) if needs_all else replacing
                    laid = Meld((*own, *replacing, *beside, *"J" * (jokers - count)))
                    if count or more:
                        yield Fate(laid, paying, () if needs_all else beside, count)
