"""The levels for people who learn: they lay melds of their rack and add single tiles to the table, overlook some of it,
and never take the table apart."""

from typing import Final, NamedTuple

from tilerummy.bots.extensions import with_tile
from tilerummy.bots.material import melds_of
from tilerummy.bots.opening import open_if_able
from tilerummy.bots.rng import Stream, pick
from tilerummy.bots.steady import steady
from tilerummy.bots.workbench import Workbench
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move
from tilerummy.rules.tiles import in_order, is_joker

JUDGEMENTS = 60


class Overlooks(NamedTuple):
    """How often, from 0 to 1, a player does not see that they can open, that a meld of the rack lies ready, or that a
    tile fits on the table."""

    opening: float = 0.0
    melds: float = 0.0
    tiles: float = 0.0


DREAMY: Final = Overlooks(0.75, 0.6, 0.85)
EASY: Final = Overlooks(0.3, 0.25, 0.5)
GENTLE: Final = Overlooks(tiles=0.25)
SEES: Final = 0.06
"""In which share of its turns the casual level plays as the steady one does. So few make half of the difference between
the two (docs/evidence/strength.md)."""


def gentle(view: View, stream: Stream, overlooks: Overlooks = GENTLE) -> Move:
    """The move of a friendly beginner; always legal."""
    bench = Workbench(view, JUDGEMENTS)
    if not bench.position.opened and not _misses(overlooks.opening, stream):
        open_if_able(bench)
    if bench.table_open:
        _lay_sets(bench, stream, overlooks.melds)
        _add_tiles(bench, stream, overlooks.tiles)
    return bench.move()


def casual(view: View, stream: Stream) -> Move:
    """The move of a gentle player who now and then sees a rearrangement; always legal."""
    return (steady if stream.random() < SEES else gentle)(view, stream)


def _misses(share: float, stream: Stream) -> bool:
    """Whether something is not seen; who sees all asks nothing of chance."""
    return share > 0 and stream.random() < share


def _lay_sets(bench: Workbench, stream: Stream, overlooked: float) -> None:
    """Lay any sets of the rack, those without a joker first, until one is overlooked."""
    laid = True
    while laid:
        edition = bench.position.edition
        melds = melds_of(bench.rack, edition, jokers=False) or melds_of(bench.rack, edition)
        laid = bool(melds) and not _misses(overlooked, stream) and bench.lay((pick(stream, melds),))


def _add_tiles(bench: Workbench, stream: Stream, overlooked: float) -> None:
    """Add single tiles to the table; a joker only when nothing else is left."""
    for tile in in_order(bench.rack.elements()):
        last = all(is_joker(other) for other in bench.rack)
        missed = _misses(overlooked, stream)
        if last or not (missed or is_joker(tile)):
            any(map(bench.try_table, with_tile(bench.table, tile, bench.position.edition)))
