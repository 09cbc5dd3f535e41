"""What lies on the table when a player's time is up: the arrangements that were shown, in order."""

from random import Random

from tests.bookkeeper.books.law import Play, Position
from tests.bookkeeper.books.notation import JOKERS, laid, tiles_of
from tests.bookkeeper.players.plays import find
from tests.bookkeeper.players.slips import slip


def draft(position: Position, random: Random) -> list[Play]:
    """Nothing, a whole play, something unfinished, or something that was taken back; of tiles that are there."""
    reach = tiles_of(position.table) + position.rack
    return [
        play
        for play in _lies(position, random)
        if tiles_of(play.table) <= reach and tiles_of(play.opening) <= position.rack
    ]


def _lies(position: Position, random: Random) -> list[Play]:
    made = find(position, random)
    lies = Play(position.table)
    match random.randrange(9):
        case 0 | 1:
            return []
        case 2 if position.table:
            return [*([made] if made else []), lies]
        case 3 if made:
            return [made]
        case 4 if made:
            return [Play((*made.table, *_loose(position, made, random)), made.opening)]
        case 5 if position.table:
            return [_rearranged(position, random)]
        case 6 if any(joker in meld for meld in position.table for joker in JOKERS):
            return [_without_joker(position, made or lies)]
        case 7 if position.table:
            return [_lifted(made or lies, random)]
        case _:
            slipped = slip(position, random)
            return [slipped] if slipped.table else []


def _loose(position: Position, made: Play, random: Random) -> list[str]:
    """A tile or two of the rack that lie there alone."""
    rest = sorted((position.rack - (tiles_of(made.table) - tiles_of(position.table))).elements())
    return random.sample(rest, min(len(rest), random.choice((1, 2))))


def _rearranged(position: Position, random: Random) -> Play:
    """A long run in two, whether or not the halves are legal."""
    table = list(position.table)
    at = max(range(len(table)), key=lambda index: len(table[index]))
    tiles = laid(table[at]).tiles
    cut = len(tiles) // 2
    table[at : at + 1] = [" ".join(tiles[:cut]), " ".join(tiles[cut:])]
    return Play(tuple(table))


def _without_joker(position: Position, play: Play) -> Play:
    """A joker that was on the table is in nobody's meld."""
    table = list(play.table)
    at = next(index for index, meld in enumerate(table) if any(tile in JOKERS for tile in laid(meld).tiles))
    tiles = list(laid(table[at]).tiles)
    joker = next(tile for tile in tiles if tile in JOKERS)
    tiles.remove(joker)
    table[at : at + 1] = [" ".join(tiles), joker]
    return Play(tuple(table), play.opening)


def _lifted(play: Play, random: Random) -> Play:
    """A meld of the table of which the tiles are in the hand."""
    table = list(play.table)
    lifted = table.pop(random.randrange(len(table)))
    return Play(tuple(table), tuple(meld for meld in play.opening if meld != lifted))
