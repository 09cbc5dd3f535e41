"""A match: which two players meet, at how many seats, over which deals; and what came of a chunk of its deals."""

import msgspec

from tilerummy import __version__
from tilerummy.rules.edition.edition import Edition

SHARES = 840
"""Parts of a win, so that every number of seats, up to eight, can share one equally."""
CHUNK = 10
"""Deals that are played and kept together."""


class Match(msgspec.Struct, frozen=True):
    """The player `first` takes each seat of a deal in turn, `second` all others: one game for each seat, all of them
    from the same shuffle."""

    first: str
    second: str
    edition: Edition
    seats: int
    seed: int

    @property
    def key(self) -> str:
        """What all numbers of the match follow from."""
        return f"{self.first} {self.second} {self.edition.hash} {self.seats} {self.seed} {__version__}"

    @property
    def fair(self) -> float:
        """The share of wins of a player who is as strong as the others."""
        return 1 / self.seats


class Deal(msgspec.Struct, frozen=True, array_like=True):
    """What came of one deal, summed over its games.

    `won`: the first player's share of each game, in parts of `SHARES`, by the seat they had. `points`: of the first
    player, and of all others together. `dry`: games in which the pool ran out; `stayed`: games in which nobody went
    out.
    """

    won: tuple[int, ...]
    points: tuple[int, int]
    turns: int
    dry: int
    stayed: int

    @property
    def share(self) -> float:
        """The first player's share of the wins, from 0 to 1."""
        return sum(self.won) / (SHARES * len(self.won))


class Chunk(msgspec.Struct, frozen=True):
    """The deals from `number * CHUNK` on of the match with this key. Every worker plays the same
    chunk the same, each time."""

    match: str
    number: int
    deals: tuple[Deal, ...]
