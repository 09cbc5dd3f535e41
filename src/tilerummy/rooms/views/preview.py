"""The judge asked about an arrangement that nobody has played: the whole of it, and every meld by itself."""

from collections import Counter
from functools import lru_cache
from typing import Final

from tilerummy.rooms.commands import Preview, melds_of
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.messages_out import MeldShown, Previewed, ReadingShown, faults
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.judge.opening import counted
from tilerummy.rules.judge.table_diff import tiles_on
from tilerummy.rules.melds.readings import Meld, meld_violations, readings, relaid
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.rules.refusal import refuse
from tilerummy.rules.tiles import JOKERS, NUMBERED, Tile, in_order, is_joker

TRIAL_WORK: Final = 250
"""What the trials of one question may cost, each the square of one more than its jokers: 80 without a joker, 60 with
one; some milliseconds of the judge."""


def arranged(state: RoomState, seq: int, player: str | None, asked: Preview) -> tuple[GameState, int, Play]:
    """The game after row `seq`, the player's seat in it, and the arrangement that they ask about. Raises Refusal."""
    seat = state.seat_of(player)
    if state.game is None or state.phase != "playing":
        raise refuse("not-playing")
    if seat is None:
        raise refuse("not-seated")
    if asked.on != seq:
        raise refuse("stale", seq=seq)
    return state.game, seat, Play(opening=melds_of(asked.opening), table=melds_of(asked.table))


def preview(game: GameState, seat: int, asked: Preview, play: Play) -> Previewed:
    """The judge's word on `play` as if it were the seat's turn. Shows nothing but what the seat knows already.

    Raises Refusal for trials that cannot be read.
    """
    return judged(position_of(game, seat), asked, play)


def judged(position: Position, asked: Preview, play: Play) -> Previewed:
    """The judge's word on `play` in a position of a game, or of none. Raises Refusal like `preview`."""
    edition = position.edition
    trials = melds_of(asked.trials)
    bound(edition, play, trials)
    verdict = judge(position, play)
    legal = isinstance(verdict, Legal)
    played = in_order((tiles_on(play.table) - tiles_on(position.table)).elements())
    needed = None if position.opened else edition.opening.amount
    if needed is None and isinstance(verdict, Legal):
        points = verdict.points
    else:
        points = counted(edition, [_best_value(meld, edition) for meld in play.opening])
    return Previewed(
        n=asked.n,
        on=asked.on,
        legal=legal,
        violations=() if isinstance(verdict, Legal) else faults(verdict.violations),
        points=points,
        needed=needed,
        played=played,
        melds=tuple(_meld(meld, edition) for meld in play.table),
        trials=tuple(_meld(meld, edition) for meld in trials),
    )


def bound(edition: Edition, play: Play, trials: tuple[Meld, ...]) -> None:
    """Refuse what would take the judge long: tiles that the box does not have, and trials full of jokers, of which each
    may stand for many tiles. Raises Refusal."""
    box = _box(edition.tiles.copies, tuple((kind, edition.tiles.jokers[kind]) for kind in JOKERS))
    table, opening = tiles_on(play.table), tiles_on(play.opening)
    if table - box or opening - box or any(tiles_on((trial,)) - box for trial in trials):
        raise refuse("not-in-the-box")
    if sum((1 + sum(map(is_joker, trial.tiles))) ** 2 for trial in trials) > TRIAL_WORK:
        raise refuse("too-many-trials")


@lru_cache(maxsize=64)
def _box(copies: int, jokers: tuple[tuple[Tile, int], ...]) -> Counter[Tile]:
    return Counter({**dict.fromkeys(NUMBERED, copies), **dict(jokers)})


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
