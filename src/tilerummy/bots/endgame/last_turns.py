"""The last turn but one of two players, where everybody has one turn after the pool is empty."""

from tilerummy.bots.empty_pool import LARGER_PLAYS, single_tiles
from tilerummy.bots.endgame.melds import most, tiles_of
from tilerummy.bots.plays import BUDGET
from tilerummy.rules.game.scoring import rack_value
from tilerummy.rules.judge.tallies import tally
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile
from tilerummy.solver.k_best import best_plays
from tilerummy.solver.query import Answer


def last_play(position: Position, theirs: tuple[Tile, ...]) -> Play | None:
    """The play that leaves the other, who holds these tiles and has the very last turn, most points beyond one's own;
    None where that is a pass."""
    edition, mine, other = position.edition, tally(position.rack), tally(theirs)
    table = sum(tally(meld.tiles) for meld in position.table)

    def value(rack: int) -> int:
        return rack_value(edition, tiles_of(rack))

    def lead(found: Answer | None) -> int:
        laid = tally(found.played) if found else 0
        left = most(edition, table + laid, other, "value").left
        return value(other if left is None else left) - value(mine - laid)

    plays = (*single_tiles(position), *best_plays(position, LARGER_PLAYS, "value", BUDGET))
    chosen = max((None, *plays), key=lead)
    return chosen.play if chosen else None
