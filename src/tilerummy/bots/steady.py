"""The steady level: lays the best sets of its rack, builds on the table, divides runs, borrows tiles and frees
jokers."""

from collections.abc import Iterator

from tilerummy.bots.borrowed_melds import with_borrowed, with_joker_freed
from tilerummy.bots.extensions import Table, divided, with_pair, with_tile
from tilerummy.bots.material import melds_of
from tilerummy.bots.opening import open_if_able
from tilerummy.bots.rng import Stream
from tilerummy.bots.selection import Total, best_choice
from tilerummy.bots.workbench import Workbench
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move
from tilerummy.rules.tiles import in_order, is_joker

JUDGEMENTS = 120
LATE_POOL = 10
LATE_RACK = 6
NEAR_HOME = 9


def steady(view: View, stream: Stream) -> Move:
    """The move of a player who looks at rack and table, but not further than one rearrangement at a time; always
    legal.

    Jokers are kept until the game nears its end, or until they take it nearly home. `stream` is not needed at
    this level.
    """
    bench = Workbench(view, JUDGEMENTS)
    if not bench.position.opened:
        open_if_able(bench)
    while bench.table_open and _improve(bench, late=_late(view)):
        pass
    return bench.move()


def _improve(bench: Workbench, *, late: bool) -> bool:
    """One step that lays at least one more tile; says whether there was one."""
    edition = bench.position.edition
    spend = late or bench.rack.total() <= NEAR_HOME
    if bench.lay(best_choice(melds_of(bench.rack, edition, jokers=False), bench.rack, edition, _most_tiles)):
        return True
    if any(map(bench.try_table, _steps(bench))):
        return True
    if spend and bench.lay(best_choice(melds_of(bench.rack, edition), bench.rack, edition, _most_tiles)):
        return True
    return spend and any(map(bench.try_table, with_borrowed(bench.table, bench.rack, edition, jokers=True)))


def _steps(bench: Workbench) -> Iterator[Table]:
    """Tables that lay more without a joker of the rack; the last tiles of all may be jokers. A joker is freed
    before its set is built on, and simple additions come before loans."""
    edition, table, rack = bench.position.edition, bench.table, bench.rack
    yield from with_joker_freed(table, rack, edition)
    only_jokers = all(map(is_joker, rack))
    for tile in in_order(rack):
        if only_jokers or not is_joker(tile):
            yield from with_tile(table, tile, edition)
            yield from divided(table, tile, edition)
            if rack[tile] > 1:
                yield from with_pair(table, tile, edition)
    yield from with_borrowed(table, rack, edition, jokers=False)


def _late(view: View) -> bool:
    """Whether another player may soon go out, or the pool run dry."""
    others = [seat.tiles for number, seat in enumerate(view.seats) if number != view.viewer and not seat.resigned]
    return view.pool <= LATE_POOL or min(others, default=0) <= LATE_RACK


def _most_tiles(total: Total) -> tuple[int, ...]:
    return total.tiles, -total.jokers, total.value
