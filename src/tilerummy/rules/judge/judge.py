"""The judge: whether a move is legal in a position, and everything that is wrong with it. There is no other judge."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from tilerummy.rules.judge.ability import UNKNOWN, Ability, must_lay
from tilerummy.rules.judge.jokers import joker_violations, jokers_allowed
from tilerummy.rules.judge.latest import latest
from tilerummy.rules.judge.opening import opening_violations
from tilerummy.rules.judge.points import points_played
from tilerummy.rules.judge.table_diff import kept_in_front, tiles_on
from tilerummy.rules.judge.tallies import ALL, GUARDS, ONE, tally, tally_of_legal
from tilerummy.rules.melds.readings import Meld, meld_violations, readings, relaid, rising
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import format_meld, format_tiles
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order, is_joker
from tilerummy.rules.violations import Param, Violation


class Legal(msgspec.Struct, frozen=True):
    """A legal move.

    `played`: the rack tiles laid, in canonical order. `points`: their value, jokers at what they stand for in the final
    table. `opened`: whether the mover has opened after it. `table`: the melds as they lie after it; a mirrored run that
    was laid falling rises.
    """

    played: tuple[Tile, ...]
    points: int
    opened: bool
    table: tuple[Meld, ...]

    def __bool__(self) -> Literal[True]:
        """True: a verdict is as true as the move is legal."""
        return True


class Illegal(msgspec.Struct, frozen=True):
    """A refused move: all its `violations`. The position stands as it was."""

    violations: tuple[Violation, ...]

    def __bool__(self) -> Literal[False]:
        """False: a verdict is as true as the move is legal."""
        return False


def judge(position: Position, move: Move, ability: Ability = UNKNOWN) -> Legal | Illegal:
    """Judge a move by the rules of the position's edition; whose turn it is, is not asked here.

    A draw needs a tile in the pool, a pass an empty pool and, where the edition obliges, a mover without the `ability`
    to lay a tile. `meld` in a violation is an index into the play's new table, or into its opening melds where the
    params say `where: opening`. Raises TypeError for what is no move.
    """
    if isinstance(move, Play):
        return _judge_play(position, move)
    if not isinstance(move, Draw | Pass):
        raise TypeError(f"a move is a Play, a Draw() or a Pass(), not {move!r}")
    if isinstance(move, Draw) and position.pool == 0:
        return Illegal((_violation(position, "pool-empty", "turn.choice"),))
    if isinstance(move, Pass) and position.pool > 0:
        return Illegal((_violation(position, "pool-not-empty", "turn.pass", count=position.pool),))
    if isinstance(move, Pass) and must_lay(position.edition, position.pool) and (able := _could_lay(position, ability)):
        return Illegal((_violation(position, "pass-while-able", "end.pass_when_able", tiles=format_tiles(able)),))
    return Legal((), 0, position.opened, position.table)


def played_legally(position: Position, play: Play) -> tuple[Tile, ...] | None:
    """The rack tiles that a legal play lays, in canonical order; None for a play that `judge` refuses. For who asks
    neither why not nor what the tiles are worth."""
    played, violations = _weigh(position, play)
    if violations or played is None:
        return None
    return played if not _jokers_bound(position) or jokers_allowed(position, play, played) else None


def _could_lay(position: Position, ability: Ability) -> tuple[Tile, ...]:
    """The rack tiles that a play found by a search lays; none where the play is not legal here."""
    return (ability.play and played_legally(position, ability.play)) or ()


def _judge_play(position: Position, play: Play) -> Legal | Illegal:
    played, violations = _weigh(position, play)
    # with other tiles than the mover has, nothing certain can be said of what became of the jokers
    if played is not None and _jokers_bound(position):
        violations = (*violations, *joker_violations(position, play, played))
    if violations or not played:
        return Illegal(violations)
    return Legal(played, points_played(position, play, played), opened=True, table=_laid(position, play.table))


def _laid(position: Position, table: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """A legal table as it lies once it is laid."""
    edition = position.edition
    if not edition.tiles.jokers.M:
        return table
    return tuple([meld if "M" not in meld.tiles or meld in position.table else rising(meld, edition) for meld in table])


@latest
def _weigh(position: Position, play: Play) -> tuple[tuple[Tile, ...] | None, tuple[Violation, ...]]:
    """The rack tiles that a play lays, None or empty only where something is wrong, and everything that is wrong but
    for what became of jokers."""
    gone, new = _changed(position.table, play.table)
    edition = position.edition
    tallies = [*map(tally_of_legal(edition), new)]
    legal = all(tallies)
    played = _played(position, gone, tallies if legal else [tally(meld.tiles) for meld in new])
    violations: list[Violation] = []
    if not played:
        violations += _conservation(position, play)
    if not legal:
        violations += _melds(position, play)
    if not position.opened:
        laid = tiles_on(play.table) - tiles_on(position.table) if played is None else Counter(played)
        violations += opening_violations(position, play, laid)
    return played, tuple(violations)


def _jokers_bound(position: Position) -> bool:
    """Whether the mover may touch the jokers of the table at all."""
    return position.opened or position.edition.opening.table_use == "same-turn"


def _changed(before: tuple[Meld, ...], after: tuple[Meld, ...]) -> tuple[Collection[Meld], Collection[Meld]]:
    """The melds of the old table that may be gone, and those of the new one that may be new; all others lie as before,
    and so are legal."""
    gone, kept = kept_in_front(before, after)
    if kept:
        return gone, after[kept:]
    old_set, new_set = set(before), set(after)
    if len(old_set) < len(before) or len(new_set) < len(after):
        # one meld twice: a set cannot say which of them lies as before
        return before, after
    return old_set - new_set, new_set - old_set


def _played(position: Position, gone: Collection[Meld], new: list[int]) -> tuple[Tile, ...] | None:
    """The rack tiles that the play lays, in canonical order; None where it takes table tiles away or lays others.
    `new`: the tallies of its new melds."""
    balance = GUARDS + sum(new) - sum([tally(meld.tiles) for meld in gone])
    if balance & GUARDS != GUARDS:
        return None
    more = balance - GUARDS
    played = []
    for tile in position.rack:
        if not more:
            break
        if more & ALL[tile]:
            more -= ONE[tile]
            played.append(tile)
    return None if more else tuple(played)


def _conservation(position: Position, play: Play) -> Iterable[Violation]:
    """Table tiles stay on the table, what is added comes from the rack, and something is added."""
    before, after = tiles_on(position.table), tiles_on(play.table)
    laid, taken = after - before, before - after
    foreign = laid - Counter(position.rack)
    for tile in in_order(taken):
        if is_joker(tile):
            yield _violation(position, "joker-to-rack", "jokers.freed", tile, count=taken[tile])
        else:
            yield _violation(position, "table-tile-missing", "turn.table_tiles", tile, count=taken[tile])
    for tile in in_order(foreign):
        holding = [index for index, meld in enumerate(play.table) if tile in meld.tiles]
        where = holding[0] if len(holding) == 1 else None
        yield _violation(position, "not-on-rack", "turn.table_tiles", tile, where, count=foreign[tile])
    if not laid:
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
    position: Position, code: str, point: str, tile: Tile | None = None, meld: int | None = None, **params: Param
) -> Violation:
    ref = position.edition.ref(point)
    return Violation(code=code, meld=meld, tile=tile, ref=ref, params=dict(params) or None, point=point)
