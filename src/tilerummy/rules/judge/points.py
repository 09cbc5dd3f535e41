"""What the rack tiles of a legal play are worth, jokers at what they stand for in the final table."""

from collections import Counter
from itertools import repeat

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_tile
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import JOKERS, NUMBER_OF, Tile, is_joker, number

_JOKERS = frozenset(JOKERS)


def points_played(position: Position, play: Play, played: tuple[Tile, ...]) -> int:
    """The value of the played rack tiles in a legal play.

    Numbered tiles count their number. Jokers of a kind are alike: those in melds that still lie there, extended or not,
    are taken to be the table's, and of the rest the rack's are those of the highest value.
    """
    points = sum(map(NUMBER_OF.get, played, repeat(0)))
    if not _JOKERS.isdisjoint(played):
        jokers = [kind for kind in JOKERS if kind in played]
        staying = _staying(position, play)
        for kind in jokers:
            moved: list[int] = []
            stayed: list[int] = []
            for index, meld in enumerate(play.table):
                if kind in meld.tiles:
                    places = [at for at, tile in enumerate(meld.tiles) if tile == kind]
                    values = [joker_value(meld, at, position.edition) for at in places]
                    moved += values[staying[index, kind] :]
                    stayed += values[: staying[index, kind]]
            points += sum((sorted(moved, reverse=True) + stayed)[: played.count(kind)])
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
    olds = [meld.tiles for meld in position.table if not _JOKERS.isdisjoint(meld.tiles)]
    news = [index for index, meld in enumerate(play.table) if not _JOKERS.isdisjoint(meld.tiles)] if olds else []
    for old in sorted(olds, key=len, reverse=True):
        tiles = Counter(old)
        holding = [index for index in news if tiles <= Counter(play.table[index].tiles)]
        if holding:
            nearest = min(holding, key=lambda index: len(play.table[index].tiles))
            news.remove(nearest)
            staying.update((nearest, tile) for tile in old if is_joker(tile))
    return staying
