"""The opening: the first play of a player must reach the edition's amount with melds from the rack alone."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.table_diff import kept_in_front
from tilerummy.rules.melds.readings import Meld, meld_violations, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order, is_joker
from tilerummy.rules.violations import Param, Violation


def opening_violations(position: Position, play: Play, played: Counter[Tile]) -> Iterable[Violation]:
    """What is wrong with the opening in the play of a player who has not opened; `played` are the rack tiles it lays.

    Where the table may be used in later turns only, the old melds lie as before and every new meld counts. Where it may
    be used in the same turn, the stated opening melds count, and those melds of the new table that the other rack tiles
    can make alone.
    """
    if position.edition.opening.table_use == "later-turn":
        touched, new = _compare(position, play)
        yield from _touched(position, play, touched)
        yield from _not_laid(position, play, new)
        yield from _amount(position, _made_of(position, new, played) if touched else new, stated=True)
    else:
        yield from _stated(position, play, played)
        others = played - Counter(tile for meld in play.opening for tile in meld.tiles)
        melds = (*play.opening, *_made_of(position, play.table, others, play.opening))
        yield from _amount(position, melds, stated=bool(play.opening))


def worth(position: Position, melds: Sequence[Meld]) -> tuple[int, int]:
    """The points that these melds count for the opening of the position, and how many it needs."""
    return counted(position.edition, [_value(position, meld) for meld in melds]), _needed(position)


def _amount(position: Position, melds: Sequence[Meld], *, stated: bool) -> Iterable[Violation]:
    points, needed = worth(position, melds)
    if melds and points >= needed:
        return
    if melds or (stated and needed):
        params: dict[str, Param] = {"points": points, "needed": needed}
        yield _violation(position, "opening-too-low", "opening.amount", params=params)
    else:
        yield _violation(position, "opening-not-stated", "opening.melds")


def counted(edition: Edition, values: Sequence[int]) -> int:
    """What melds of these values count for the opening: all together, or the best of them."""
    return max(values, default=0) if edition.opening.melds == "one" else sum(values)


def _needed(position: Position) -> int:
    """The least points that open: 0 where the amount is waived once the pool is empty."""
    opening = position.edition.opening
    if opening.after_pool == "waived" and (position.pool == 0 or position.last_turn):
        return 0
    return opening.amount + (1 if opening.comparison == "more-than" else 0)


def _value(position: Position, meld: Meld) -> int:
    """The meld's value as stated or at best; 0 for an illegal one."""
    found = readings(meld, position.edition)
    return found[0].value if found else 0


def _stated(position: Position, play: Play, played: Counter[Tile]) -> Iterable[Violation]:
    """The stated opening melds are legal by themselves and made of rack tiles that this play lays."""
    for index, meld in enumerate(play.opening):
        for violation in meld_violations(meld, position.edition):
            yield msgspec.structs.replace(
                violation, meld=index, params={**(violation.params or {}), "where": "opening"}
            )
    beyond = Counter(tile for meld in play.opening for tile in meld.tiles) - played
    for tile in in_order(beyond):
        yield _violation(position, "opening-not-from-rack", "opening.rack_only", tile)


def _compare(position: Position, play: Play) -> tuple[list[Meld], list[Meld]]:
    """The old melds that no longer lie as before, and the new melds."""
    gone, kept = kept_in_front(position.table, play.table)
    if not gone:
        return [], [*play.table[kept:]]
    rest = Counter(play.table)
    rest.subtract(Counter(position.table))
    new = [meld for meld, count in rest.items() for _ in range(count)]
    touched = []
    for meld in (meld for meld, count in rest.items() for _ in range(-count)):
        same = next((other for other in new if _lies_as(position, meld, other)), None)
        if same is None:
            touched.append(meld)
        else:
            new.remove(same)
    return touched, new


def _lies_as(position: Position, old: Meld, new: Meld) -> bool:
    """Whether the new meld is the old one: of its kind, the same tiles in the same places (a group has no order)."""
    if old == new:
        return bool(readings(old, position.edition))
    if Counter(old.tiles) != Counter(new.tiles):
        return False
    kinds = _kinds(position, old) & _kinds(position, new)
    return "group" in kinds or (old.tiles == new.tiles and "run" in kinds)


def _kinds(position: Position, meld: Meld) -> set[str]:
    """What the meld is as stated, or at best: run, group, or both where they are worth the same."""
    found = readings(meld, position.edition)
    return {reading.kind for reading in found if reading.value == found[0].value}


def _touched(position: Position, play: Play, touched: Sequence[Meld]) -> Iterable[Violation]:
    for meld in touched:
        params: dict[str, Param] = {"set": format_meld(meld)}
        yield _violation(position, "table-before-opening", "opening.table_use", params=params)
        jokers = [tile for tile in meld.tiles if is_joker(tile)]
        if jokers and not any(Counter(meld.tiles) <= Counter(other.tiles) for other in play.table):
            yield _violation(position, "joker-before-opening", "jokers.before_opening", jokers[0], params=params)


def _not_laid(position: Position, play: Play, new: Sequence[Meld]) -> Iterable[Violation]:
    rest = list(new)
    for index, meld in enumerate(play.opening):
        same = next((other for other in rest if _lies_as(position, meld, other)), None)
        if same is None:
            params: dict[str, Param] = {"set": format_meld(meld), "where": "opening"}
            yield _violation(position, "opening-not-on-table", "opening.melds", meld=index, params=params)
        else:
            rest.remove(same)


def _made_of(
    position: Position, melds: Sequence[Meld], played: Counter[Tile], besides: Sequence[Meld] = ()
) -> tuple[Meld, ...]:
    """Legal melds among these that the played tiles can make together: worth what opens with those `besides`, or else
    as much as possible.

    A play of tiles that the rack lacks is refused anyway: then the most valuable ones that fit will do.
    """
    worth = {meld: _value(position, meld) for meld in melds if readings(meld, position.edition)}
    able = sorted((meld for meld in melds if meld in worth and Counter(meld.tiles) <= played), key=lambda m: -worth[m])
    if position.edition.opening.melds == "one":
        return tuple(able[:1])
    needed = max(0, _needed(position) - sum(_value(position, meld) for meld in besides))
    exact = played <= Counter(position.rack)
    best: tuple[Meld, ...] = ()
    most = -1

    def extend(index: int, left: Counter[Tile], points: int, chosen: tuple[Meld, ...]) -> None:
        nonlocal best, most
        if points > most and chosen:
            best, most = chosen, points
        for at in range(index, len(able)):
            if most >= needed or points + sum(worth[meld] for meld in able[at:]) <= most:
                return
            need = Counter(able[at].tiles)
            if need <= left:
                extend(at + 1, left - need, points + worth[able[at]], (*chosen, able[at]))
                if not exact:
                    return

    extend(0, played, 0, ())
    return best


def _violation(
    position: Position,
    code: str,
    point: str,
    tile: Tile | None = None,
    meld: int | None = None,
    params: dict[str, Param] | None = None,
) -> Violation:
    return Violation(code=code, meld=meld, tile=tile, ref=position.edition.ref(point), params=params, point=point)
