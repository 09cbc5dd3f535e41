"""A whole game between computer players, from the shuffle to its last event."""

from collections.abc import Sequence

from tilerummy.bots.levels import LEVELS
from tilerummy.bots.rng import Stream
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin, decide, fold
from tilerummy.rules.game.events import Event
from tilerummy.rules.game.record import Record
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.tiles import Tile


def play_game(edition: Edition, levels: Sequence[str], stream: Stream) -> Record:
    """The record of a game between players of these levels (`gentle`, `steady`, `expert`), one for each seat.

    `stream` is `random.Random` or any other source of numbers: the same numbers give the same game. Raises KeyError for
    an unknown level and ValueError for a number of seats that the edition has no rules for.
    """
    if not edition.players.least <= len(levels) <= edition.players.most:
        raise ValueError(f"{edition.id} is for {edition.players.least} to {edition.players.most}, not {len(levels)}")
    return play_dealt(edition, levels, _shuffled(edition, stream), _shuffled(edition, stream), stream)


def play_dealt(edition: Edition, levels: Sequence[str], deck: list[Tile], draws: list[Tile], stream: Stream) -> Record:
    """The same from a shuffled `deck`, and from shuffled `draws` for the first turn."""
    players = [LEVELS[level] for level in levels]
    events: list[Event] = [*begin(edition, len(levels), deck, draws, "")]
    state = fold(events)
    while state.turn is not None:
        decided = decide(state, state.turn, players[state.turn](view(state, state.turn), stream))
        if isinstance(decided, Illegal):
            raise AssertionError(decided)
        state = decided.state
        events += decided.events
    return Record(tuple(levels), tuple(events))


def _shuffled(edition: Edition, stream: Stream) -> list[Tile]:
    """The tiles of the edition in random order (Fisher and Yates)."""
    tiles = list(all_tiles(edition))
    for last in range(len(tiles) - 1, 0, -1):
        other = int(stream.random() * (last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles
