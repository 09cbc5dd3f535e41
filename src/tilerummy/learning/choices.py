"""What a learner may choose in a turn: either of two action spaces, seen alike from outside."""

from typing import Any, Literal, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilerummy.learning.candidates import Candidates
from tilerummy.learning.history import Past, remembered
from tilerummy.learning.primitives import Primitives
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move

Actions = Literal["candidates", "primitives"]
"""`candidates`: a turn is one choice between laying nothing and plays of every size. `primitives`: a turn is made tile
by tile, and can reach every legal play."""
Observation = dict[str, NDArray[Any]]
"""Arrays by name; `action_mask` is among them."""


class Turn(Protocol):
    """A turn under way."""

    def mask(self) -> NDArray[np.int8]:
        """1 for each action that is allowed."""
        ...

    def observation(self) -> Observation:
        """What the mover sees, but for the mask."""
        ...

    def take(self, action: int) -> Move | None:
        """The move where the action ends the turn. Raises ValueError for what the mask does not allow."""
        ...


class Choices(Protocol):
    """An action space, and what is seen in it."""

    @property
    def actions(self) -> spaces.Discrete:
        """The actions, as numbers from 0."""
        ...

    @property
    def observations(self) -> dict[str, spaces.Box]:
        """What is seen, but for the mask."""
        ...

    def begin(self, seen: View, past: Past = ()) -> Turn:
        """The turn of the mover who sees this, after these turns."""
        ...


def choices(edition: Edition, actions: Actions, plays: int) -> Choices:
    """The action space of that name. Raises ValueError for an unknown one, and for less than one play."""
    if actions not in ("candidates", "primitives"):
        raise ValueError(f"actions are candidates or primitives, not {actions}")
    return Candidates(plays) if actions == "candidates" else Primitives(edition)


def space(of: Choices, seats: int) -> spaces.Dict:
    """The space of observations between so many seats, past and mask among them."""
    mask = spaces.Box(0, 1, (int(of.actions.n),), np.int8)
    return spaces.Dict({**of.observations, **remembered(seats), "action_mask": mask})


def observed(turn: Turn) -> Observation:
    """What the mover sees, and the mask."""
    return {**turn.observation(), "action_mask": turn.mask()}


def nothing(of: Choices, seats: int) -> Observation:
    """Zeros in place of what the mover sees."""
    return {name: np.zeros_like(box.low) for name, box in space(of, seats).items() if isinstance(box, spaces.Box)}
