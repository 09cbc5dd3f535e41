"""The gentle level: lays melds from its rack and adds single tiles to the table. It never takes the table apart."""

from tilerummy.bots.extensions import with_tile
from tilerummy.bots.material import melds_of
from tilerummy.bots.opening import open_if_able
from tilerummy.bots.rng import Stream, pick
from tilerummy.bots.workbench import Workbench
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move
from tilerummy.rules.tiles import in_order, is_joker

JUDGEMENTS = 60
OVERLOOKED = 0.25
"""How often it does not see that a tile fits on the table."""


def gentle(view: View, stream: Stream) -> Move:
    """The move of a friendly beginner; always legal."""
    bench = Workbench(view, JUDGEMENTS)
    if not bench.position.opened:
        open_if_able(bench)
    if bench.table_open:
        _lay_sets(bench, stream)
        _add_tiles(bench, stream)
    return bench.move()


def _lay_sets(bench: Workbench, stream: Stream) -> None:
    """Lay any sets of the rack, those without a joker first."""
    laid = True
    while laid:
        edition = bench.position.edition
        melds = melds_of(bench.rack, edition, jokers=False) or melds_of(bench.rack, edition)
        laid = bool(melds) and bench.lay((pick(stream, melds),))


def _add_tiles(bench: Workbench, stream: Stream) -> None:
    """Add single tiles to the table; a joker only when nothing else is left."""
    for tile in in_order(bench.rack.elements()):
        last = all(is_joker(other) for other in bench.rack)
        overlooked = stream.random() < OVERLOOKED
        if last or not (overlooked or is_joker(tile)):
            any(map(bench.try_table, with_tile(bench.table, tile, bench.position.edition)))
