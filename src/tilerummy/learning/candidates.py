"""A turn as one choice between a few whole moves: to lay nothing, or plays of every size."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilerummy.learning.figures import FIGURES, counts, figures
from tilerummy.learning.history import Past, told
from tilerummy.learning.laying import Laying
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.judge.ability import must_lay
from tilerummy.rules.moves import Draw, Move, Pass
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import KINDS, NUMBER_OF, Tile
from tilerummy.solver.ability import BUDGET as PROOF
from tilerummy.solver.ability import ability

WIDTH: Final = len(KINDS) + FIGURES
"""What is said of each candidate: the tiles it lays, by kind, then its `figures`."""
Tiles = tuple[Tile, ...]


def candidates(position: Position, plays: int) -> tuple[Tiles, ...]:
    """The rack tiles that each choice of the mover lays, at most `plays + 1`: first as few as may be, then plays, the
    larger first; where there is room for three, one of a single tile is among them if there is any."""
    laying = Laying(position)
    found = tuple(_plays(laying, plays))
    return (_fewest(laying, found), *found)


def _fewest(laying: Laying, found: tuple[Tiles, ...]) -> Tiles:
    """Nothing; but with an empty pool the smallest play where the edition lets nobody pass who could lay a tile."""
    position = laying.position
    if not must_lay(position.edition, position.pool):
        return ()
    return found[-1] if found else laying.most(position.rack, PROOF)


def _plays(laying: Laying, plays: int) -> Iterator[Tiles]:
    """The play of most tiles, the same without a joker, plays between it and its smallest part, single tiles."""
    rack = laying.position.rack
    whole = laying.most(rack)
    sizes = [whole] if whole else []
    if not all(map(NUMBER_OF.__contains__, whole)) and plays > 1:
        plain = laying.most(tuple(filter(NUMBER_OF.__contains__, rack)))
        sizes += [plain] if plain else []
    yield from sizes
    room = plays - len(sizes)
    if room < 1:
        return
    opened = laying.position.opened
    smaller = [part for part in _shrunk(laying, sizes[-1]) if len(part) > opened] if sizes else []
    alone = list(_alone(laying, sizes, room - min(len(smaller), room // 2))) if opened else []
    yield from _spread(smaller, room - len(alone))
    yield from alone


def _shrunk(laying: Laying, tiles: Tiles) -> Iterator[Tiles]:
    """A play less one tile, and less another, until there is none that can be left out."""
    before = 0
    while len(tiles) != before:
        before = len(tiles)
        for tile in dict.fromkeys(tiles):
            while tile in tiles and len(tiles) > 1:
                at = tiles.index(tile)
                fewer = tiles[:at] + tiles[at + 1 :]
                if not laying.lays(fewer):
                    break
                yield fewer
                tiles = fewer


def _alone(laying: Laying, known: list[Tiles], most: int) -> Iterator[Tiles]:
    """Single tiles that can be laid, those of the highest numbers first, jokers last."""
    kinds = sorted(dict.fromkeys(laying.position.rack), key=lambda tile: -NUMBER_OF.get(tile, 0))
    for tile in kinds:
        if most < 1:
            return
        if (tile,) not in known and laying.lays((tile,)):
            yield (tile,)
            most -= 1


def _spread(plays: list[Tiles], room: int) -> list[Tiles]:
    """So many of them, from the first to the last, which is taken first of all."""
    if len(plays) <= room:
        return plays
    if room < 2:
        return plays[-room:] if room else []
    return [plays[at * (len(plays) - 1) // (room - 1)] for at in range(room)]


def move_of(position: Position, tiles: Tiles) -> Move:
    """The move that lays these tiles of the rack, as a candidate names them."""
    if tiles:
        return Laying(position).play(tiles)
    if position.pool:
        return Draw()
    # where the candidates' search found nothing, the judge of a pass may still know a play
    play = ability(position).play if must_lay(position.edition, position.pool) else None
    return play or Pass()


class Candidates:
    """The choice between laying nothing and at most so many plays. Raises ValueError for less than one."""

    def __init__(self, plays: int) -> None:
        if plays < 1:
            raise ValueError(f"at least one play, not {plays}")
        self.plays = plays
        self.actions = spaces.Discrete(plays + 1)
        self.observations: dict[str, spaces.Box] = {
            "observation": spaces.Box(-1, 1_000, (plays + 1, WIDTH), np.float32),
            "tiles": spaces.Box(0, 1_000, (2, len(KINDS)), np.float32),
        }

    def begin(self, seen: View, past: Past = ()) -> "CandidateTurn":
        """The turn of the mover who sees this."""
        return CandidateTurn(seen, past, self.plays)


class CandidateTurn:
    """One turn: the first choice ends it."""

    def __init__(self, seen: View, past: Past, plays: int) -> None:
        self._seen, self._past = seen, past
        self._position = position_in(seen)
        self.candidates = candidates(self._position, plays)
        self._places = plays + 1

    def mask(self) -> NDArray[np.int8]:
        """1 for what may be chosen."""
        return (np.arange(self._places) < len(self.candidates)).astype(np.int8)

    def observation(self) -> dict[str, NDArray[Any]]:
        """A row for each candidate, zeros for those that are not there; the tiles of the rack and of the table, by
        kind; the past."""
        rows = np.zeros((self._places, WIDTH), np.float32)
        for row, laid in zip(rows, self.candidates, strict=False):
            row[: len(KINDS)] = counts(laid)
            row[len(KINDS) :] = figures(self._seen, laid)
        table = (tile for meld in self._seen.table for tile in meld.tiles)
        tiles = np.array([counts(self._seen.rack), counts(table)])
        return {"observation": rows, "tiles": tiles, **told(self._seen, self._past)}

    def take(self, action: int) -> Move:
        """The move of that number. Raises ValueError for one that the mask does not allow."""
        if not 0 <= action < len(self.candidates):
            raise ValueError(f"the action {action} is not allowed now")
        return move_of(self._position, self.candidates[action])
