"""Games as a learner goes through them: begun from a stream of numbers, an action at a time, rewarded in the end."""

import operator
import random
from collections.abc import Sequence
from copy import copy
from typing import Literal

import msgspec
from msgspec.structs import replace

from tilerummy import editions
from tilerummy.bots.whole_game import moved, shuffled
from tilerummy.learning.choices import Actions, Choices, Observation, Turn, choices, nothing, observed
from tilerummy.learning.history import Past
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.events import Result
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import View, position_in, view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Move
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import layout_of
from tilerummy.rules.tiles import Tile

Rewards = Literal["wins", "scores"]
"""`wins`: a share of the win less what a seat wins on average. `scores`: points, as the edition counts them."""


class Setting(msgspec.Struct, frozen=True):
    """What all games of an environment have in common."""

    edition: Edition
    seats: int
    choices: Choices
    rewards: Rewards


def setting(edition: Edition | str, seats: int, actions: Actions, plays: int, rewards: Rewards) -> Setting:
    """The setting of these. Raises EditionError for an unknown edition, and ValueError for a number of seats that the
    edition has no rules for, for less than one play, and for an unknown word."""
    loaded = editions.load(edition) if isinstance(edition, str) else edition
    players = loaded.players
    if not players.least <= seats <= players.most:
        raise ValueError(f"{loaded.id} is for {players.least} to {players.most}, not {seats}")
    if rewards not in ("wins", "scores"):
        raise ValueError(f"rewards are wins or scores, not {rewards}")
    return Setting(loaded, seats, choices(loaded, actions, plays), rewards)


def checked_seed(seed: object) -> int:
    """The seed as a number. Raises TypeError for what is no whole number, NumPy's included, and ValueError below 0."""
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"a seed is a whole number, not {type(seed).__name__}") from None
    if number < 0:
        raise ValueError(f"a seed is a whole number from 0, not {number}")
    return number


class Game:
    """One game under way. `turn` is the mover's, None once the game is over; `past` are the turns before."""

    def __init__(self, setting: Setting, state: GameState) -> None:
        self.setting = setting
        self.past: Past = ()
        self._reach(state)

    @classmethod
    def dealt(cls, setting: Setting, stream: random.Random) -> "Game":
        """A game just dealt."""
        return cls(setting, begun(setting.edition, setting.seats, stream))

    def with_pool(self, pool: tuple[Tile, ...]) -> "Game":
        """The same game, whose pool lies otherwise."""
        other = copy(self)
        other._reach(replace(self.state, pool=pool))
        return other

    @property
    def seen(self) -> View:
        """What the mover may know. Raises ValueError when the game is over."""
        if self.state.turn is None:
            raise ValueError("the game is over")
        return view(self.state, self.state.turn)

    @property
    def notation(self) -> str | None:
        """The mover's position as one line; None once the game is over."""
        return None if self.state.turn is None else format_position(layout_of(position_in(self.seen)))

    @property
    def observation(self) -> Observation:
        """What the mover sees; zeros once the game is over."""
        turn = self.turn
        return nothing(self.setting.choices, self.setting.seats) if turn is None else observed(turn)

    @property
    def rewards(self) -> tuple[float, ...]:
        """What each seat gets; nothing before there is a result."""
        if self.state.over is None:
            return (0.0,) * self.setting.seats
        return rewarded(self.state.over, self.setting.rewards)

    def act(self, action: int) -> None:
        """Take the mover's action. Raises ValueError for one that is not allowed now, and changes nothing."""
        if self.turn is None:
            raise ValueError("the game is over")
        move = self.turn.take(action)
        if move is not None:
            self.play(move)

    def play(self, move: Move) -> None:
        """Make any move of the mover. Raises ValueError for an illegal one."""
        state = after(self.state, move)
        self.past += (state.last,) if state.last else ()
        self._reach(state)

    def _reach(self, state: GameState) -> None:
        self.state = state
        self._turn: Turn | None = None

    @property
    def turn(self) -> Turn | None:
        """The mover's turn, begun when it is first asked for."""
        if self._turn is None and self.state.turn is not None:
            self._turn = self.setting.choices.begin(self.seen, self.past)
        return self._turn


def begun(edition: Edition, seats: int, stream: random.Random) -> GameState:
    """A game just dealt. Raises ValueError for a number of seats that the edition has no rules for."""
    return fold(begin(edition, seats, shuffled(edition, stream), shuffled(edition, stream), ""))


def after(state: GameState, move: Move) -> GameState:
    """The state after the mover's move. Raises ValueError for an illegal one."""
    if state.turn is None:
        raise ValueError("the game is over")
    made = moved(state, state.turn, move)
    if isinstance(made, Illegal):
        raise ValueError(", ".join(violation.code for violation in made.violations))
    return made.state


def rewarded(result: Result, kind: Rewards) -> tuple[float, ...]:
    """What each seat gets for the end of a game. Wins sum to 0, scores where the edition's do."""
    return earned(result.winners, result.scores, kind)


def earned(winners: Sequence[int], scores: Sequence[int], kind: Rewards) -> tuple[float, ...]:
    """The same for seats that won, and these points."""
    if kind == "scores":
        return tuple(map(float, scores))
    seats = range(len(scores))
    winners = winners or tuple(seats)
    return tuple((seat in winners) / len(winners) - 1 / len(seats) for seat in seats)
