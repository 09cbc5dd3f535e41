"""The judge: whether a move is legal in a position, and everything that is wrong with it. There is no other judge."""

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import chain
from typing import NamedTuple

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
    change = _change(position, play)
    laid, edition = change.laid, position.edition
    violations: list[Violation] = []
    if change.taken or change.foreign or not laid:
        violations += _conservation(position, play, change)
    if not all([readings(meld, edition) for meld in change.new]):
        violations += _melds(position, play)
    if not position.opened:
        violations += opening_violations(position, play, laid)
    # with other tiles than the mover has, nothing certain can be said of what became of the jokers
    certain = not change.taken and not change.foreign
    if certain and (position.opened or edition.opening.table_use == "same-turn"):
        violations += joker_violations(position, play, laid)
    if violations:
        return Illegal(tuple(violations))
    return Legal(in_order(laid.elements()), points_played(position, play, laid), True, play.table)


class Change(NamedTuple):
    """What a play does to the table: the tiles it has more of (`laid`; those the rack lacks: `foreign`) and fewer of
    (`taken`), and the melds that may be `new`; all others lie as before, and so are legal."""

    laid: Counter[Tile]
    foreign: dict[Tile, int]
    taken: dict[Tile, int]
    new: Collection[Meld]


def _change(position: Position, play: Play) -> Change:
    before, after = set(position.table), set(play.table)
    gone: Collection[Meld] = before - after
    new: Collection[Meld] = after - before
    if len(before) < len(position.table) or len(after) < len(play.table):
        # one meld twice: which of them lies as before cannot be said of a set
        gone, new = position.table, play.table
    laid = Counter(chain.from_iterable([meld.tiles for meld in new]))
    taken = {}
    for tile, count in Counter(chain.from_iterable([meld.tiles for meld in gone])).items():
        more = laid[tile] - count
        if more > 0:
            laid[tile] = more
            continue
        del laid[tile]
        if more < 0:
            taken[tile] = -more
    rack = position.rack
    foreign = {tile: count - rack.count(tile) for tile, count in laid.items() if count > rack.count(tile)}
    return Change(laid, foreign, taken, new)


def _conservation(position: Position, play: Play, change: Change) -> Iterable[Violation]:
    """Table tiles stay on the table, what is added comes from the rack, and something is added."""
    for tile in in_order(change.taken):
        count = change.taken[tile]
        if is_joker(tile):
            yield _violation(position, "joker-to-rack", "jokers.freed", tile, count=count)
        else:
            yield _violation(position, "table-tile-missing", "turn.table_tiles", tile, count=count)
    for tile in in_order(change.foreign):
        holding = [index for index, meld in enumerate(play.table) if tile in meld.tiles]
        where = holding[0] if len(holding) == 1 else None
        yield _violation(position, "not-on-rack", "turn.table_tiles", tile, where, count=change.foreign[tile])
    if not change.laid:
        yield _violation(position, "no-rack-tile", "turn.rack_tile")


def _melds(position: Position, play: Play) -> Iterable[Violation]:
    """What is wrong with the melds of the new table as laid; where another order of the tiles is legal, the params
    offer it."""
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
