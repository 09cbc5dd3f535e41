"""One game as a fold over its events: what a command brings about.

`begin` makes the first events; `decide`, `time_out` and `resign` turn a command into events and the state after them,
without touching anything; `evolve` applies stored events. A refused command leaves no trace. Randomness and clocks stay
outside: shuffles come in as arguments, and who calls `time_out` knows that the time is up.
"""

from collections.abc import Sequence
from typing import Literal

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import commitment, deal, is_whole, starting_draw
from tilerummy.rules.game.endings import Decided, concluded, settled, stuck
from tilerummy.rules.game.events import (
    ENGINE,
    Dealt,
    DealtSecret,
    Drew,
    DrewSecret,
    Passed,
    Played,
    Resigned,
    Started,
    StartedSecret,
)
from tilerummy.rules.game.evolve import after_draw, after_play, evolve, fold
from tilerummy.rules.game.promise import Seals, Shuffle, Words, mixed, promised
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.game.timeouts import time_out
from tilerummy.rules.judge.ability import UNKNOWN, Ability, must_lay
from tilerummy.rules.judge.judge import Illegal, Legal, judge
from tilerummy.rules.judge.table_diff import changed_melds
from tilerummy.rules.melds.readings import rising
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.tiles import Tile
from tilerummy.rules.violations import Violation

__all__ = [
    "Decided",
    "GameState",
    "begin",
    "begin_promised",
    "decide",
    "evolve",
    "fold",
    "resign",
    "settled",
    "stuck",
    "time_out",
]


def begin(
    edition: Edition, seats: int, deck: Sequence[Tile], draws: Sequence[Tile], salt: str
) -> tuple[Started, Dealt]:
    """The first events of a game: its start, with the draw for the first turn, and the deal.

    `deck` and `draws` are two independent shuffles of the edition's tiles (in the draw for the first turn the
    tiles go back and are shuffled again); `salt` hides the deck until the end. Raises ValueError when
    the deck or the number of seats does not fit the edition.
    """
    return _begun(edition, seats, deck, draws, StartedSecret(deck=tuple(deck), salt=salt), commitment(salt, deck))


def begin_promised(
    edition: Edition, shuffle: Shuffle, words: Words, seals: Seals | None = None
) -> tuple[Started, Dealt]:
    """The first events of a game whose shuffle was promised before the seats said their words, one for each seat;
    `seals` are those of the words, None for a promise of before there were seals.

    Raises ValueError when the shuffle or the number of seats does not fit the edition.
    """
    if not is_whole(shuffle, edition):
        raise ValueError("the shuffle is not the edition's set of tiles")
    deck, draws = mixed(shuffle, words)
    secret = StartedSecret(deck=deck, salt=shuffle.salt, shuffle=shuffle)
    return _begun(edition, len(words), deck, draws, secret, promised(shuffle), words, seals)


def _begun(
    edition: Edition,
    seats: int,
    deck: Sequence[Tile],
    draws: Sequence[Tile],
    secret: StartedSecret,
    commitment: str,
    words: Words | None = None,
    seals: Seals | None = None,
) -> tuple[Started, Dealt]:
    racks, pool = deal(edition, seats, deck)
    lots, starter = starting_draw(draws, seats)
    started = Started(
        edition=edition.bare,
        edition_hash=edition.hash,
        engine=ENGINE,
        seats=seats,
        commitment=commitment,
        lots=lots,
        starter=starter,
        secret=secret,
        words=words,
        seals=seals,
    )
    dealt = Dealt(tiles=tuple(len(rack) for rack in racks), pool=len(pool), secret=DealtSecret(racks=racks, pool=pool))
    return started, dealt


def decide(state: GameState, seat: int, move: Move, ability: Ability = UNKNOWN) -> Decided | Illegal:
    """What `seat` making `move` brings about, or everything that is wrong with it; `ability` is what is known of a
    mover who passes."""
    if state.turn != seat:
        return _refused("not-your-turn" if state.over is None else "game-over")
    position = position_of(state, seat)
    verdict = judge(position, move, ability)
    if isinstance(verdict, Illegal):
        return verdict
    match move:
        case Draw():
            drew = Drew(seat=seat, pool=len(state.pool) - 1, secret=DrewSecret(tile=state.pool[0]))
            return concluded(state, drew, after_draw(state, drew))
        case Pass():
            passed = Passed(seat=seat, proof=_proof(ability) if must_lay(state.edition, len(state.pool)) else None)
            return concluded(state, passed, evolve(state, passed))
        case Play():
            played = _played(state, seat, move, verdict)
            return concluded(state, played, after_play(state, played, verdict.table))


def resign(state: GameState, seat: int) -> Decided | Illegal:
    """What `seat` giving up brings about, which it may do at any time while it is in the game.

    Of two players the other wins at once. Of more, the seat is skipped from now on and its tiles stay out of
    the game; it pays like every loser in the end.
    """
    if state.over is not None:
        return _refused("game-over")
    if state.resigned[seat]:
        return _refused("already-resigned")
    resigned = Resigned(seat=seat)
    return concluded(state, resigned, evolve(state, resigned))


def _played(state: GameState, seat: int, move: Play, verdict: Legal) -> Played:
    opens = verdict.opened and not state.opened[seat]
    return Played(
        seat=seat,
        opening=tuple(format_meld(rising(meld, state.edition)) for meld in move.opening) if opens else (),
        table=tuple(map(format_meld, verdict.table)),
        played=verdict.played,
        changed=changed_melds(state.table, verdict.table),
        points=verdict.points,
        opened=opens,
        left=len(state.racks[seat]) - len(verdict.played),
    )


def _proof(ability: Ability) -> Literal["stuck", "unproved"]:
    return "stuck" if ability.stuck else "unproved"


def _refused(code: str) -> Illegal:
    return Illegal((Violation(code=code),))
