"""Melds made of rack tiles together with tiles that the table can spare, and jokers set free by the tile they
stand for."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from tilerummy.bots.material import melds_of
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import Tile, is_joker

Table = tuple[Meld, ...]
MOST_BORROWED = 2
"""Tiles of the table that one new meld may be made of."""


class Loan(msgspec.Struct, frozen=True):
    """A tile that the meld at place `source` of the table can spare, and the legal melds that it leaves there."""

    tile: Tile
    source: int
    rest: tuple[Meld, ...]


def loans(table: Table, edition: Edition) -> tuple[Loan, ...]:
    """Every numbered tile that one meld can spare: at its end, out of a group, or between two halves of a run."""
    found = []
    for source, meld in enumerate(table):
        if edition.jokers.frozen and any(map(is_joker, meld.tiles)):
            continue
        for at, tile in enumerate(meld.tiles):
            for rest in ((_without(meld, at),), (Meld(meld.tiles[:at]), Meld(meld.tiles[at + 1 :]))):
                if not is_joker(tile) and all(readings(part, edition) for part in rest):
                    found.append(Loan(tile, source, rest))
                    break
    return tuple(found)


def with_borrowed(table: Table, rack: Counter[Tile], edition: Edition, *, jokers: bool) -> Iterator[Table]:
    """Tables with a new meld of rack tiles and borrowed ones; those that lay most rack tiles come first."""
    offers = loans(table, edition)
    reach = Counter(rack)
    reach.update({loan.tile for loan in offers})
    made = []
    for meld in melds_of(reach, edition, jokers=jokers):
        borrowed = tuple((Counter(meld.tiles) - rack).elements())
        if 0 < len(borrowed) <= MOST_BORROWED and len(borrowed) < len(meld.tiles):
            made.append((len(borrowed) - len(meld.tiles), meld, borrowed))
    made.sort(key=lambda option: option[0])
    for _, meld, borrowed in made:
        taken = _take(offers, borrowed)
        if taken:
            yield (*_paid_out(table, taken), meld)


def with_joker_freed(table: Table, rack: Counter[Tile], edition: Edition) -> Iterator[Table]:
    """Tables on which a rack tile replaces a regular joker, and that joker lies in a new meld with rack tiles, the
    dearest first."""
    for replaced, tile in _replaced(table, rack, edition):
        held = rack - Counter((tile,))
        held["J"] = 1
        melds = [meld for meld in melds_of(held, edition) if "J" in meld.tiles]
        melds.sort(key=lambda meld: -readings(meld, edition)[0].value)
        yield from ((*replaced, meld) for meld in melds)


def _replaced(table: Table, rack: Counter[Tile], edition: Edition) -> Iterator[tuple[Table, Tile]]:
    """Tables on which a rack tile lies in the place of a regular joker that stood for it, and that tile."""
    for index, meld in enumerate(table):
        for at in (place for place, tile in enumerate(meld.tiles) if tile == "J"):
            for tile in sorted({stand for reading in readings(meld, edition) for stand in reading.stands[at]}):
                replaced = Meld((*meld.tiles[:at], tile, *meld.tiles[at + 1 :]))
                if rack[tile] and readings(replaced, edition):
                    yield (*table[:index], replaced, *table[index + 1 :]), tile


def _take(offers: Sequence[Loan], borrowed: Sequence[Tile]) -> tuple[Loan, ...]:
    """A loan for each tile, each from another meld; none when that cannot be."""
    if not borrowed:
        return ()
    first, *others = borrowed
    for offer in offers:
        if offer.tile == first:
            elsewhere = [other for other in offers if other.source != offer.source]
            taken = _take(elsewhere, others)
            if len(taken) == len(others):
                return (offer, *taken)
    return ()


def _paid_out(table: Table, taken: Sequence[Loan]) -> Table:
    rests = {loan.source: loan.rest for loan in taken}
    return tuple(part for source, meld in enumerate(table) for part in rests.get(source, (meld,)))


def _without(meld: Meld, at: int) -> Meld:
    stands = None if meld.stands is None else (*meld.stands[:at], *meld.stands[at + 1 :])
    return Meld((*meld.tiles[:at], *meld.tiles[at + 1 :]), meld.kind, stands)
