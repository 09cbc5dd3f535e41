"""What the robot wants to do: the move of a computer player on what its page was sent, and that move as the few
moves of the hand that turn the table into it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from tests.browser.robot.eyes import TileSeen
from tilerummy.bots.levels import LEVELS
from tilerummy.editions import load
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.views import SeatView, View
from tilerummy.rules.moves import Move, Play
from tilerummy.rules.notation import parse_meld
from tilerummy.rules.tiles import Tile


@dataclass(frozen=True)
class Lay:
    """Put tiles, named by the page's ids, together in one meld: the one with the tile `onto`, or a new one.

    `handfuls` are taken up one after the other, each from one place: a meld, to which rack tiles may be added.
    """

    handfuls: tuple[tuple[str, ...], ...]
    onto: str | None


def choose(state: Snapshot) -> Move:
    """A good move for the seat that this state was sent to."""
    edition = load(state.edition.id)
    if state.edition.changes:
        edition = change(edition, {one.key: one.value for one in state.edition.changes})
    seen = View(
        viewer=state.you,
        edition=edition,
        seats=tuple(SeatView(tiles=seat.tiles, opened=seat.opened, resigned=seat.resigned) for seat in state.seats),
        rack=state.rack,
        drawn=state.drawn,
        table=tuple(parse_meld(meld) for meld in state.table),
        pool=state.pool,
        turn=state.turn,
        turn_number=state.turn_number,
        last_turn=state.last_turn,
        last=None,
        result=None,
        commitment=state.commitment or "",
        revealed=None,
    )
    return LEVELS["steady"](seen, Random(state.seq))


def plan(before: Sequence[Sequence[TileSeen]], rack: Sequence[TileSeen], play: Play) -> list[Lay]:
    """The moves of the hand from the melds `before` and the rack to the table of `play`, an opening first.

    A meld that is there stays; one that only grows gets the tiles it lacks; every other one is made again of what the
    old ones leave.
    """
    held = list(rack)
    lying = [list(meld) for meld in before]
    steps = []
    for meld in play.opening:
        taken = _take(meld.tiles, held)
        lying.append(taken)
        steps.append(Lay((tuple(tile.id for tile in taken),), None))
    growing: list[tuple[Counter[Tile], str]] = []
    wanted = [Counter(meld.tiles) for meld in play.table]
    exact = [meld.tiles for meld in play.table]
    for old in list(lying):
        kinds = tuple(tile.tile for tile in old)
        if kinds in exact:
            at = exact.index(kinds)
            del exact[at], wanted[at]
            lying.remove(old)
    for old in list(lying):
        kinds_of_old = Counter(tile.tile for tile in old)
        grown = next((at for at, meld in enumerate(wanted) if not kinds_of_old - meld), None)
        if grown is not None:
            growing.append((wanted[grown] - kinds_of_old, old[0].id))
            del exact[grown], wanted[grown]
            lying.remove(old)
    loose = [list(old) for old in lying]
    steps += [Lay(_handfuls(lacking.elements(), loose, held), onto) for lacking, onto in growing]
    steps += [Lay(_handfuls(kinds, loose, held), None) for kinds in exact]
    return [step for step in steps if step.handfuls]


def _handfuls(kinds: Iterable[Tile], loose: list[list[TileSeen]], held: list[TileSeen]) -> tuple[tuple[str, ...], ...]:
    """Choose the tiles of one meld: from the table while it has them, the rest from the rack with the first handful."""
    from_table: dict[int, list[str]] = {}
    from_rack: list[str] = []
    for kind in kinds:
        places = sorted(range(len(loose)), key=lambda place: place not in from_table)
        found = next(((at, tile) for at in places for tile in loose[at] if tile.tile == kind), None)
        if found is None:
            from_rack += [tile.id for tile in _take((kind,), held)]
        else:
            loose[found[0]].remove(found[1])
            from_table.setdefault(found[0], []).append(found[1].id)
    table = list(from_table.values())
    first = [*(table[0] if table else []), *from_rack]
    return tuple(tuple(handful) for handful in [first, *table[1:]] if handful)


def _take(kinds: Iterable[Tile], held: list[TileSeen]) -> list[TileSeen]:
    taken = []
    for kind in kinds:
        tile = next(tile for tile in held if tile.tile == kind)
        held.remove(tile)
        taken.append(tile)
    return taken
