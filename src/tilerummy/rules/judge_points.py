"""What the rack tiles of a legal play are worth, jokers at what they stand for in the final table."""

from collections import Counter

from tilerummy.rules.edition import Edition
from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_tile
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import JOKERS, Tile, is_joker, number


def points_played(position: Position, play: Play, played: Counter[Tile]) -> int:
    """The value of the played rack tiles in a legal play.

    Numbered tiles count their number. Jokers of a kind are alike: those in melds that still lie there, extended or not,
    are taken to be the table's, and of the rest the rack's are those of the highest value.
    """
    points = sum(number(tile) * count for tile, count in played.items() if not is_joker(tile))
    jokers = [kind for kind in JOKERS if played[kind]]
    if jokers:
        staying = _staying(position, play)
        for kind in jokers:
            values = [
                [joker_value(meld, at, position.edition) for at, tile in enumerate(meld.tiles) if tile == kind]
                for meld in play.table
            ]
            moved = [value for index, found in enumerate(values) for value in found[staying[index, kind] :]]
            stayed = [value for index, found in enumerate(values) for value in found[: staying[index, kind]]]
            points += sum((sorted(moved, reverse=True) + stayed)[: played[kind]])
    return points


def joker_value(meld: Meld, at: int, edition: Edition) -> int:
    """What the joker at place `at` of a legal meld counts: the sum of the tiles it stands for in the reading that is
    stated or of the highest value; for a mirror joker what the edition's opening counts."""
    stands = readings(meld, edition)[0].stands[at][0]
    if meld.tiles[at] == "M" and edition.opening.mirror_value == "zero":
        return 0
    if stands.isdecimal():
        return int(stands)
    return sum(number(parse_tile(part)) for part in stands.split("+"))


def _staying(position: Position, play: Play) -> Counter[tuple[int, Tile]]:
    """How many table jokers of a kind lie in each new meld that holds their whole old meld."""
    staying: Counter[tuple[int, Tile]] = Counter()
    taken: set[int] = set()
    with_jokers = [meld for meld in position.table if any(map(is_joker, meld.tiles))]
    for old in sorted(with_jokers, key=lambda meld: -len(meld.tiles)):
        tiles = Counter(old.tiles)
        holding = [i for i, meld in enumerate(play.table) if i not in taken and tiles <= Counter(meld.tiles)]
        if holding:
            nearest = min(holding, key=lambda i: len(play.table[i].tiles))
            taken.add(nearest)
            staying.update((nearest, tile) for tile in old.tiles if is_joker(tile))
    return staying
