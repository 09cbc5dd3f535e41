"""The judge: whether a move is legal in a position, and everything that is wrong with it. There is no other judge."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from tilerummy.rules.judge_jokers import joker_violations
from tilerummy.rules.judge_opening import opening_violations
from tilerummy.rules.judge_points import points_played
from tilerummy.rules.melds import Meld, meld_violations, readings, relaid
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import Tile, in_order, is_joker
from tilerummy.rules.violations import Param, Violation


class Legal(msgspec.Struct, frozen=True):
    """A legal move.

    `played`: the rack tiles laid, in canonical order. `points`: their value, jokers at what they stand for in the final
    table. `opened`: whether the mover has opened after it. `table`: the melds as they lie after it.
    """

    played: tuple[Tile, ...]
    points: int
    opened: bool
    table: tuple[Meld, ...]


class Illegal(msgspec.Struct, frozen=True):
    """A refused move: everything that is wrong with it. The position stands as it was."""

    violations: tuple[Violation, ...]


def judge(position: Position, move: Move) -> Legal | Illegal:
    """Judge a move by the rules of the position's edition; whose turn it is, is not asked here.

    A draw needs a tile in the pool, a pass an empty pool. `meld` in a violation is an index into the play's new table,
    or into its opening melds where the params say `where: opening`.
    """
    if isinstance(move, Play):
        return _judge_play(position, move)
    if isinstance(move, Draw) and position.pool == 0:
        return Illegal((_violation(position, "pool-empty", "turn.choice"),))
    if isinstance(move, Pass) and position.pool > 0:
        return Illegal((_violation(position, "pool-not-empty", "turn.pass", count=position.pool),))
    return Legal((), 0, position.opened, position.table)


def _judge_play(position: Position, play: Play) -> Legal | Illegal:
    before = Counter(tile for meld in position.table for tile in meld.tiles)
    after = Counter(tile for meld in play.table for tile in meld.tiles)
    played, missing = after - before, before - after
    foreign = played - Counter(position.rack)
    violations = [*_conservation(position, play, played, missing, foreign), *_melds(position, play)]
    if not position.opened:
        violations += opening_violations(position, play, played)
    # with other tiles than the mover has, nothing certain can be said of what became of the jokers
    certain = not missing and not foreign
    if certain and (position.opened or position.edition.opening.table_use == "same-turn"):
        violations += joker_violations(position, play, played)
    if violations:
        return Illegal(tuple(violations))
    laid = in_order(played.elements())
    return Legal(laid, points_played(position, play, played), True, play.table)


def _conservation(
    position: Position, play: Play, played: Counter[Tile], missing: Counter[Tile], foreign: Counter[Tile]
) -> Iterable[Violation]:
    """Table tiles stay on the table, what is added comes from the rack, and something is added."""
    for tile in in_order(missing):
        if is_joker(tile):
            yield _violation(position, "joker-to-rack", "jokers.freed", tile, count=missing[tile])
        else:
            yield _violation(position, "table-tile-missing", "turn.table_tiles", tile, count=missing[tile])
    for tile in in_order(foreign):
        holding = [index for index, meld in enumerate(play.table) if tile in meld.tiles]
        where = holding[0] if len(holding) == 1 else None
        yield _violation(position, "not-on-rack", "turn.table_tiles", tile, where, count=foreign[tile])
    if not played:
        yield _violation(position, "no-rack-tile", "turn.rack_tile")


def _melds(position: Position, play: Play) -> Iterable[Violation]:
    """Every meld of the new table is legal as laid; where another order of its tiles is legal, the params offer it."""
    edition = position.edition
    for index, meld in enumerate(play.table):
        if not readings(meld, edition):
            order = relaid(meld, edition)
            offer: dict[str, Param] = {} if order is None else {"relaid": format_meld(order)}
            for violation in meld_violations(meld, edition):
                params = {**(violation.params or {}), **offer} or None
                yield msgspec.structs.replace(violation, meld=index, params=params)


def _violation(
    position: Position, code: str, point: str, tile: Tile | None = None, meld: int | None = None, **params: int
) -> Violation:
    ref = position.edition.ref(point)
    return Violation(code=code, meld=meld, tile=tile, ref=ref, params=dict(params) or None, point=point)
