"""The deal: who starts, and what everyone gets. What makes it fair is in `promise`; older games, without words, have
the `commitment` to the deck as it was dealt.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.events import Lot
from tilerummy.rules.game.promise import Shuffle
from tilerummy.rules.tiles import JOKERS, NUMBERED, Tile, in_order, is_joker, number, same_tiles


@lru_cache(maxsize=64)
def all_tiles(edition: Edition) -> tuple[Tile, ...]:
    """Every tile of the edition's box, in canonical order."""
    jokers = [kind for kind in JOKERS for _ in range(edition.tiles.jokers[kind])]
    return in_order([*NUMBERED * edition.tiles.copies, *jokers])


def is_whole(shuffle: Shuffle, edition: Edition) -> bool:
    """Whether both shuffles of a promise hold exactly the edition's tiles."""
    box = all_tiles(edition)
    return same_tiles(shuffle.deck, box) and same_tiles(shuffle.draws, box)


def commitment(salt: str, deck: Sequence[Tile]) -> str:
    """SHA-256, in hex, of the salt, a space, and the deck's tiles in deal order with spaces between them."""
    return hashlib.sha256(f"{salt} {' '.join(deck)}".encode()).hexdigest()


def starting_draw(draws: Sequence[Tile], seats: int) -> tuple[tuple[Lot, ...], int]:
    """The draw for the first turn from the shuffled tiles `draws`: the lots in order, and the seat that starts.

    The highest number starts; a joker does not count and is put aside for another tile; those tied for the
    highest draw again (docs/rules.md 1A). Should the tiles run out, the first of the tied seats starts.
    """
    lots: list[Lot] = []
    heap = iter(draws)
    drawing, time = list(range(seats)), 1
    while len(drawing) > 1:
        numbers: dict[int, int] = {}
        for seat in drawing:
            for tile in heap:
                lots.append(Lot(time, seat, tile))
                if not is_joker(tile):
                    numbers[seat] = number(tile)
                    break
        if len(numbers) < len(drawing):
            break
        highest = max(numbers.values())
        drawing = [seat for seat in drawing if numbers[seat] == highest]
        time += 1
    return tuple(lots), drawing[0]


def deal(edition: Edition, seats: int, deck: Sequence[Tile]) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """Racks (sorted) and pool from the deck. Raises ValueError when the deck is not the edition's box or the seats do
    not fit the edition."""
    if not same_tiles(deck, all_tiles(edition)):
        raise ValueError("the deck is not the edition's set of tiles")
    if not edition.players.least <= seats <= edition.players.most:
        raise ValueError(f"{seats} seats do not fit {edition.id}")
    return filled(edition, seats, deck)


def filled(
    edition: Edition, seats: int, tiles: Sequence[Tile]
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """Racks (sorted) from the tiles, and the rest in order: seat 0 gets the first, seat 1 the next.

    Where every seat is dealt a joker, the first jokers go to the seats in turn and the rest of the rack follows.
    """
    rest = list(tiles)
    racks: list[list[Tile]] = [[] for _ in range(seats)]
    if edition.deal.joker_each:
        for rack in racks:
            joker = next(tile for tile in rest if is_joker(tile))
            rest.remove(joker)
            rack.append(joker)
    for rack in racks:
        missing = edition.deal.tiles - len(rack)
        rack.extend(rest[:missing])
        del rest[:missing]
    return tuple(in_order(rack) for rack in racks), tuple(rest)
