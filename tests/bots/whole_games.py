"""Whole games between computer players, from a seed: everything that happened, and the state after each event."""

import random
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from tilerummy.bots.levels import LEVELS
from tilerummy.bots.whole_game import moved
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin, evolve, fold, resign, time_out
from tilerummy.rules.game.events import Event, Started
from tilerummy.rules.game.record import Record
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Move, Play
from tilerummy.solver.ability import proved


class Command(NamedTuple):
    """What a seat did: a move, a time-out with what lay open then, or giving up."""

    kind: Literal["move", "time-out", "resign"]
    seat: int
    move: Move | None


Chooser = Callable[[GameState], Command | None]
"""What is done next; None to stop before the end."""


class Game(NamedTuple):
    """One game: its commands, its events, and the state after each event."""

    edition: Edition
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    states: tuple[GameState, ...]

    @property
    def end(self) -> GameState:
        return self.states[-1]

    @property
    def record(self) -> Record:
        return Record((), self.events)


def shuffled(edition: Edition, stream: random.Random) -> list[str]:
    """The edition's tiles in random order."""
    deck = list(all_tiles(edition))
    stream.shuffle(deck)
    return deck


def whole_game(
    edition: Edition, seed: int, seats: int, levels: Sequence[str] = ("steady", "gentle"), *, hasty: bool = False
) -> Game:
    """A game to its end; the levels sit around the table in turn. With `hasty` players, some turns run out of
    time: with nothing begun, with a finished play, or with half of one."""
    stream = random.Random(f"{edition.id} {seed}")
    deck, draws = shuffled(edition, stream), shuffled(edition, stream)
    first = begin(edition, seats, deck, draws, str(seed))

    def choose(state: GameState) -> Command:
        assert state.turn is not None
        seat = state.turn
        move = LEVELS[levels[seat % len(levels)]](view(state, seat), stream)
        if hasty and stream.random() < 0.3:
            return Command("time-out", seat, _left_lying(move, stream))
        return Command("move", seat, move)

    return _played(edition, first, choose)


def again(game: Game, deck: Sequence[str], salt: str, commands: int) -> Game:
    """The first commands of a game with another deck; its draw for the first turn and its commitment are the same."""
    start = game.events[0]
    assert isinstance(start, Started)
    draws = [lot.tile for lot in start.lots]
    started, dealt = begin(game.edition, start.seats, deck, draws, salt)
    left = iter(game.commands[:commands])
    first = (msgspec.structs.replace(started, commitment=start.commitment), dealt)
    return _played(game.edition, first, lambda state: next(left, None))


def carried_out(state: GameState, command: Command) -> Sequence[Event]:
    """The events of a command that is legal."""
    if command.kind == "time-out":
        return proved(state, time_out(state, command.move if isinstance(command.move, Play) else None)).events
    answer = resign(state, command.seat) if command.move is None else moved(state, command.seat, command.move)
    assert not isinstance(answer, Illegal), (state.edition.id, command, answer.violations)
    return proved(state, answer).events


def _played(edition: Edition, first: Sequence[Event], choose: Chooser) -> Game:
    events = list(first)
    states = [evolve(None, first[0]), fold(first)]
    commands: list[Command] = []
    while states[-1].over is None and (command := choose(states[-1])):
        commands.append(command)
        for event in carried_out(states[-1], command):
            events.append(event)
            states.append(evolve(states[-1], event))
    return Game(edition, tuple(commands), tuple(events), tuple(states))


def _left_lying(move: Move, stream: random.Random) -> Move | None:
    """What lies open when the time is up: nothing, the whole play, or one whose last meld is cut short or lacking."""
    if not isinstance(move, Play) or stream.random() < 0.3:
        return None
    if stream.random() < 0.4:
        return move
    *others, last = move.table
    return Play(move.opening, tuple(others) if stream.random() < 0.4 else (*others, Meld(last.tiles[:-1])))
