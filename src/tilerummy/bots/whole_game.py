"""A whole game between computer players, from the shuffle to its last event."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilerummy.bots.levels import PLAYERS, Player
from tilerummy.bots.rng import Stream, shuffle_end
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import Decided, begin, decide, fold
from tilerummy.rules.game.events import Event
from tilerummy.rules.game.record import Record
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.ability import UNKNOWN, must_lay
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Move, Pass
from tilerummy.rules.tiles import Tile
from tilerummy.solver.ability import ability, proved


class Played(NamedTuple):
    """A whole game: its events, and the state after the last."""

    events: tuple[Event, ...]
    end: GameState


def play_game(edition: Edition, levels: Sequence[str], stream: Stream) -> Record:
    """The record of a game between players of these levels (see `levels.PLAYERS`), one for each seat.

    `stream` is `random.Random` or any other source of numbers: the same numbers give the same game. Raises ValueError
    for an unknown level and for a number of seats that the edition has no rules for.
    """
    if not edition.players.least <= len(levels) <= edition.players.most:
        raise ValueError(f"{edition.id} is for {edition.players.least} to {edition.players.most}, not {len(levels)}")
    return play_dealt(edition, levels, shuffled(edition, stream), shuffled(edition, stream), stream)


def play_dealt(edition: Edition, levels: Sequence[str], deck: list[Tile], draws: list[Tile], stream: Stream) -> Record:
    """The same from a shuffled `deck`, and from shuffled `draws` for the first turn."""
    for level in levels:
        if level not in PLAYERS:
            raise ValueError(f"a level is one of {', '.join(PLAYERS)}, not {level!r}")
    players = [PLAYERS[level] for level in levels]
    return Record(tuple(levels), played(edition, players, deck, draws, stream).events)


def played(
    edition: Edition, players: Sequence[Player], deck: list[Tile], draws: list[Tile], stream: Stream, salt: str = ""
) -> Played:
    """The same between players of any kind, with the state at the end. `salt` tells games of one deal apart."""
    steps = playing(edition, players, deck, draws, stream, salt)
    made = next(steps)
    events = [*made.events]
    for made in steps:
        events += made.events
    return Played(tuple(events), made.state)


def playing(
    edition: Edition, players: Sequence[Player], deck: list[Tile], draws: list[Tile], stream: Stream, salt: str = ""
) -> Iterator[Decided]:
    """The same step by step: first the deal, then each move, with its events and the state after it."""
    dealt = begin(edition, len(players), deck, draws, salt)
    made = Decided(dealt, fold(dealt))
    yield made
    while (turn := made.state.turn) is not None:
        after = moved(made.state, turn, players[turn](view(made.state, turn), stream))
        if isinstance(after, Illegal):
            raise AssertionError(after)
        made = after
        yield made


def moved(state: GameState, seat: int, move: Move) -> Decided | Illegal:
    """What a move brings about, with the proofs that passes and the end of a game need."""
    passes = isinstance(move, Pass) and must_lay(state.edition, len(state.pool))
    decided = decide(state, seat, move, ability(position_of(state, seat)) if passes else UNKNOWN)
    return decided if isinstance(decided, Illegal) else proved(state, decided)


def shuffled(edition: Edition, stream: Stream) -> list[Tile]:
    """The tiles of the edition in random order."""
    tiles = list(all_tiles(edition))
    shuffle_end(tiles, len(tiles) - 1, stream)
    return tiles
