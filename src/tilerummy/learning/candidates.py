"""A turn as one choice between a few whole moves: to lay nothing, or one of the best plays."""

from typing import Any, Final

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilerummy.learning.figures import FIGURES, counts, figures
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.judge.ability import must_lay
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.moves import Draw, Move, Pass
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import KINDS, Tile
from tilerummy.solver.ability import ability
from tilerummy.solver.k_best import best_plays
from tilerummy.solver.query import Budget

BUDGET: Final = Budget(nodes=3_000)
"""For each play that is looked for."""
WIDTH: Final = len(KINDS) + FIGURES
"""What is said of each candidate: the tiles it lays, by kind, then its `figures`."""


class Candidate(msgspec.Struct, frozen=True):
    """A move, and the rack tiles that it lays."""

    move: Move
    laid: tuple[Tile, ...]


def laying_nothing(position: Position) -> Candidate:
    """To draw; with an empty pool to pass, or a play where the edition lets nobody pass who could lay a tile."""
    if position.pool:
        return Candidate(Draw(), ())
    play = ability(position).play if must_lay(position.edition, position.pool) else None
    return Candidate(Pass(), ()) if play is None else Candidate(play, played_legally(position, play) or ())


def candidates(seen: View, plays: int) -> tuple[Candidate, ...]:
    """The choices of the mover who sees this, at most `plays + 1`: first `laying_nothing`, then the best plays, most
    tiles first, no two of which lay the same tiles."""
    position = position_in(seen)
    found = best_plays(position, plays, budget=BUDGET)
    return (laying_nothing(position), *(Candidate(one.play, one.played) for one in found if one.play is not None))


class Candidates:
    """The choice between laying nothing and at most so many plays. Raises ValueError for less than one."""

    def __init__(self, plays: int) -> None:
        if plays < 1:
            raise ValueError(f"at least one play, not {plays}")
        self._plays = plays
        self.actions = spaces.Discrete(plays + 1)
        self.observations: dict[str, spaces.Box] = {
            "observation": spaces.Box(-1, 1_000, (plays + 1, WIDTH), np.float32),
            "tiles": spaces.Box(0, 1_000, (2, len(KINDS)), np.float32),
        }

    def begin(self, seen: View) -> "CandidateTurn":
        """The turn of the mover who sees this."""
        return CandidateTurn(seen, candidates(seen, self._plays), self._plays + 1)


class CandidateTurn:
    """One turn: the first choice ends it."""

    def __init__(self, seen: View, found: tuple[Candidate, ...], places: int) -> None:
        self._seen = seen
        self.candidates = found
        self._places = places

    def mask(self) -> NDArray[np.int8]:
        """1 for what may be chosen."""
        return (np.arange(self._places) < len(self.candidates)).astype(np.int8)

    def observation(self) -> dict[str, NDArray[Any]]:
        """A row for each candidate, zeros for those that are not there; the tiles of the rack and of the table, by
        kind."""
        rows = np.zeros((self._places, WIDTH), np.float32)
        for row, candidate in zip(rows, self.candidates, strict=False):
            row[: len(KINDS)] = counts(candidate.laid)
            row[len(KINDS) :] = figures(self._seen, candidate.move, candidate.laid)
        table = (tile for meld in self._seen.table for tile in meld.tiles)
        return {"observation": rows, "tiles": np.array([counts(self._seen.rack), counts(table)])}

    def take(self, action: int) -> Move:
        """The move of that number. Raises ValueError for one that the mask does not allow."""
        if not 0 <= action < len(self.candidates):
            raise ValueError(f"the action {action} is not allowed now")
        return self.candidates[action].move
