"""A program tried: whole games against a level, and everything that is wrong with it."""

import random
import time
from collections import Counter

import msgspec

from tilerummy.bots.levels import Player, obliged
from tilerummy.bots.rng import Stream
from tilerummy.bots.whole_game import played, shuffled
from tilerummy.outside.program import Program
from tilerummy.outside.words import Fault
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move


class Trial(msgspec.Struct, frozen=True):
    """What came of it: games, those the program won, its moves by kind, its slowest move in milliseconds, and its
    faults with how often each came."""

    name: str
    games: int
    won: int
    moves: dict[str, int]
    slowest: int
    faults: tuple[tuple[Fault, int], ...]


class Tried:
    """A program, watched while it plays."""

    def __init__(self, command: str, budget: int) -> None:
        """Raises Failed for what is no command."""
        self.program = Program(command, budget, self._hear)
        self.moves: Counter[str] = Counter()
        self.slowest = 0.0
        self._faults: dict[str, tuple[Fault, int]] = {}

    def __call__(self, view: View, stream: Stream) -> Move:
        """Its move, timed."""
        begun = time.perf_counter()
        move = self.program(view, stream)
        self.slowest = max(self.slowest, time.perf_counter() - begun)
        self.moves[type(move).__name__.lower()] += 1
        return move

    @property
    def faults(self) -> tuple[tuple[Fault, int], ...]:
        """The first fault of each code, and how many there were."""
        return tuple(self._faults.values())

    def _hear(self, fault: Fault) -> None:
        first, count = self._faults.get(fault.code, (fault, 0))
        self._faults[fault.code] = (first, count + 1)


def tried(command: str, edition: Edition, games: int, opponent: Player, seed: int, budget: int) -> Trial:
    """Games of two, or of as few as the edition has, with the program on each seat in turn. Raises Failed where it does
    not even greet."""
    subject = Tried(command, budget)
    seats, won = max(2, edition.players.least), 0
    try:
        subject.program.greet()
        for game in range(games):
            chance = random.Random(f"{seed} {game}")
            players = [opponent] * seats
            players[game % seats] = obliged(subject)
            deck, draws = shuffled(edition, chance), shuffled(edition, chance)
            over = played(edition, players, deck, draws, chance, str(game)).end.over
            won += over is not None and game % seats in over.winners
    finally:
        subject.program.end()
    moves = {kind: subject.moves[kind] for kind in ("play", "draw", "pass")}
    return Trial(subject.program.name, games, won, moves, round(subject.slowest * 1000), subject.faults)
