"""Several others with an empty pool: to go out first, and not to be caught with a full rack, since points are what a
match counts.

While all hold many tiles, the one tile after which the fewest go out. Once another's rack is a fraction of one's own,
the game may end soon, and the play counts that wins most points in the mean.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from msgspec.structs import replace

from tilerummy.bots.empty_pool import LARGER_PLAYS, Hand, going_out, safest, single_tiles
from tilerummy.bots.hidden_racks import dealt_again, others, unseen
from tilerummy.bots.plays import BUDGET, jokers_kept
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.scoring import rack_value
from tilerummy.rules.game.views import View
from tilerummy.rules.judge.ability import must_lay
from tilerummy.rules.moves import Move, Pass, Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile
from tilerummy.solver.ability import ability
from tilerummy.solver.k_best import best_plays

DEALS: Final = 24
"""Deals of the unseen tiles, the same for every play."""
SOON: Final = 0.4
"""Another who holds no more than this share of one's own tiles may go out soon."""
WON: Final = 0.2
"""How often a game that goes on is won; else what stays on the rack is paid."""
LARGER: Final = 6
"""Plays of more than one tile that are looked at: so many of the most tiles, and so many of the most points."""


def in_company(view: View, position: Position, stream: Stream) -> Move:
    """The move among several others, with an empty pool."""
    soon = min(view.seats[seat].tiles for seat in others(view)) <= SOON * len(position.rack)
    if ability(position).stuck or not (soon or must_lay(position.edition, position.pool)):
        return Pass()
    tiles = unseen(view)
    hands = [hand for _ in range(DEALS) for hand in dealt_again(view, tiles, stream).items()]
    if soon:
        return _most_points(view, position, hands) or Pass()
    # of who could go out before, no play is to blame
    hands = [hand for hand in hands if not going_out(view, position, [hand], 1)]
    plays = chain(single_tiles(position), best_plays(position, LARGER_PLAYS, budget=BUDGET))
    return safest(view, position, plays, hands)[0] or Pass()


def _most_points(view: View, position: Position, hands: list[Hand]) -> Play | None:
    """The play with the most points in the mean: where another goes out next, what stays is paid; in games that go on
    what the others hold is sometimes won."""
    edition, seats = position.edition, len(others(view))
    mine, theirs = rack_value(edition, position.rack), rack_value(edition, unseen(view))
    chosen: Play | None = None
    most = 0.0
    for play, laid in sorted(_plays(position), key=lambda each: -rack_value(edition, each[1])):
        left = mine - rack_value(edition, laid)
        going_on, ending = WON * theirs - (1 - WON) * left, WON * (theirs + left)
        # of the game's end next: beyond it the play is worth less than the chosen one
        chance = 1 if chosen is None else (going_on - most) / ending
        if chance < 0:
            break
        bound = int(len(hands) * (1 - (1 - min(1, chance)) ** (1 / seats)))
        count = going_out(view, replace(position, table=play.table), hands, bound)
        if count <= bound:
            chosen, most = play, going_on - ending * (1 - (1 - count / len(hands)) ** seats)
    return chosen


def _plays(position: Position) -> Iterator[tuple[Play, tuple[Tile, ...]]]:
    """Plays of one tile and of many, with the tiles that they lay."""
    most = best_plays(position, LARGER, "tiles", BUDGET), best_plays(position, LARGER, "value", BUDGET)
    for found in chain(single_tiles(position), *most, (jokers_kept(position),)):
        if found.play is not None:
            yield found.play, found.played
