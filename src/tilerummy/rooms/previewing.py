"""The judge asked about an arrangement that nobody has played: the whole of it, and every meld by itself."""

from tilerummy.rooms.answers import MeldShown, Previewed, ReadingShown
from tilerummy.rooms.commands import Preview
from tilerummy.rooms.deciding import faults, melds_of
from tilerummy.rules.edition import Edition
from tilerummy.rules.judge import Legal, judge
from tilerummy.rules.melds import Meld, meld_violations, readings, relaid
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.positions import Position
from tilerummy.rules.state import GameState, position_of
from tilerummy.rules.tables import tiles_on
from tilerummy.rules.tiles import in_order


def preview(game: GameState, seat: int, asked: Preview, play: Play) -> Previewed:
    """The judge's word on `play` as if it were the seat's turn. Shows nothing but what the seat knows already.

    Raises Refusal for trials that cannot be read.
    """
    return judged(position_of(game, seat), asked, play)


def judged(position: Position, asked: Preview, play: Play) -> Previewed:
    """The judge's word on `play` in a position of a game, or of none. Raises Refusal like `preview`."""
    edition = position.edition
    verdict = judge(position, play)
    legal = isinstance(verdict, Legal)
    played = in_order((tiles_on(play.table) - tiles_on(position.table)).elements())
    needed = None if position.opened else edition.opening.amount
    if needed is None and isinstance(verdict, Legal):
        points = verdict.points
    else:
        points = sum(_best_value(meld, edition) for meld in play.opening)
    return Previewed(
        n=asked.n,
        on=asked.on,
        legal=legal,
        violations=() if isinstance(verdict, Legal) else faults(verdict.violations),
        points=points,
        needed=needed,
        played=played,
        melds=tuple(_meld(meld, edition) for meld in play.table),
        trials=tuple(_meld(meld, edition) for meld in melds_of(asked.trials)),
    )


def _best_value(meld: Meld, edition: Edition) -> int:
    found = readings(meld, edition)
    return found[0].value if found else 0


def _meld(meld: Meld, edition: Edition) -> MeldShown:
    found = readings(meld, edition)
    better = relaid(meld, edition)
    return MeldShown(
        legal=bool(found),
        kind=found[0].kind if found else None,
        value=found[0].value if found else 0,
        readings=tuple(ReadingShown(reading.kind, tuple(reading.texts()), reading.value) for reading in found),
        relaid=format_meld(better) if better and better.tiles != meld.tiles else None,
        violations=() if found else faults(meld_violations(meld, edition)),
    )
