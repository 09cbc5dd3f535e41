"""Groups: one number in three or four different colours (1A, 2.2)."""

from collections.abc import Sequence
from itertools import permutations

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.cells import ANY_COLOUR, BITS, CELLS, ITSELF, SINGLES, covers, group_pairs, open_numbers
from tilerummy.rules.melds.types import Meld, Reading
from tilerummy.rules.tiles import COLOURS, Tile


def group_readings(meld: Meld, edition: Edition) -> list[Reading]:
    """The readings of a meld without mirror joker as a group."""
    number, taken, size = 0, 0, 0
    for tile in meld.tiles:
        own, colours, width = CELLS[tile]
        if own:
            if (number and own != number) or taken & colours:
                return []
            number = own
            taken |= colours
        elif not colours:
            return []
        size += width
    if size > 4 or size < 3:
        return []
    missing = ANY_COLOUR & ~taken
    found = []
    for each in open_numbers(number):
        stands = tuple(_stand(tile, missing, each) for tile in meld.tiles)
        if meld.stands is None or (covers(stands, meld.stands) and seated(meld.tiles, meld.stands, missing)):
            found.append(Reading("group", mirrored=False, stands=stands, value=each * size))
    return found


def _stand(tile: Tile, missing: int, number: int) -> tuple[str, ...]:
    if tile == "J":
        return SINGLES[missing][number]
    return group_pairs(missing, number) if tile == "D" else ITSELF[tile]


def seated(tiles: Sequence[Tile], stated: Sequence[str | None], missing: int) -> bool:
    """Whether the jokers can take different ones of the missing colours and each still obey its statement."""
    claims: list[set[str]] = []
    for tile, claim in zip(tiles, stated, strict=True):
        if tile == "J":
            claims.append(set(COLOURS) if claim is None else {text[0] for text in claim.split("|")})
        elif tile == "D":
            pair = set(COLOURS) if claim is None else {text[0] for text in claim.split("+")}
            claims += [pair, pair]
    free = [letter for letter in COLOURS if missing & BITS[letter]]
    return any(
        all(letter in claim for letter, claim in zip(order, claims, strict=True))
        for order in permutations(free, len(claims))
    )
