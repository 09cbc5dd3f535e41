"""Puzzles out of games between computer players."""

import random
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, count, islice
from typing import Final

from tilerummy.bots.gentle import gentle
from tilerummy.bots.levels import LEVELS, Player
from tilerummy.bots.rng import Stream, pick
from tilerummy.bots.whole_game import moved, shuffled
from tilerummy.puzzles.puzzle import Puzzle, puzzle
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Move, Play
from tilerummy.rules.tiles import Tile
from tilerummy.solver.solve import solve

COMPANY: Final = ("gentle", "steady", "expert")
"""Who plays the games: weaker players leave more to be found."""
MOST_ON_RACK: Final = 16
"""Tiles on a rack: more are no pleasure to look through."""
MOST_STEPS: Final = 12
LATEST: Final = 40
"""Turns that may pass before a puzzle is looked for: tables are to differ in size."""
BATCH: Final = 32
"""Games that a process plays at once."""


class Attentive:
    """A stream by which no player overlooks anything."""

    def random(self) -> float:
        """The number that is above every chance."""
        return 1 - 2**-53


def make(edition: Edition, many: int, seed: int, jobs: int = 1) -> Iterator[Puzzle]:
    """So `many` puzzles, no two of one game; the same for the same seed, whatever the number of processes."""
    known: set[str] = set()
    for made in _of_games(edition, seed, jobs):
        if made.id not in known:
            known.add(made.id)
            yield made
        if len(known) == many:
            return


def _of_games(edition: Edition, seed: int, jobs: int) -> Iterator[Puzzle]:
    """The puzzles of game after game without end."""
    batch = partial(_of_batch, edition, seed)
    if jobs == 1:
        yield from chain.from_iterable(map(batch, count()))
        return
    with ProcessPoolExecutor(jobs) as workers:
        ahead = deque(workers.submit(batch, number) for number in range(2 * jobs))
        try:
            for number in count(2 * jobs):
                yield from ahead.popleft().result()
                ahead.append(workers.submit(batch, number))
        finally:
            workers.shutdown(cancel_futures=True)


def _of_batch(edition: Edition, seed: int, number: int) -> list[Puzzle]:
    games = range(number * BATCH, (number + 1) * BATCH)
    made = [of_game(edition, random.Random(f"{edition.id} {seed} {game}")) for game in games]
    return [one for one in made if one is not None]


def of_game(edition: Edition, stream: Stream) -> Puzzle | None:
    """The first puzzle that a whole game has from some turn on, as the stream has it; None where there is none."""
    first = int(stream.random() * LATEST)
    for state, seat in islice(_turns(edition, stream), first, None):
        made = _of_turn(state, seat)
        if made is not None:
            return made
    return None


def _turns(edition: Edition, stream: Stream) -> Iterator[tuple[GameState, int]]:
    seats = edition.players.least + int(stream.random() * min(3, edition.players.most - edition.players.least + 1))
    players: list[Player] = [LEVELS[pick(stream, COMPANY)] for _ in range(seats)]
    state = fold(begin(edition, seats, tuple(shuffled(edition, stream)), tuple(shuffled(edition, stream)), ""))
    while state.turn is not None:
        yield state, state.turn
        made = moved(state, state.turn, players[state.turn](view(state, state.turn), stream))
        if isinstance(made, Illegal):
            raise AssertionError(made)
        state = made.state


def _of_turn(state: GameState, seat: int) -> Puzzle | None:
    """The puzzle of a turn: cheap questions first."""
    position = position_of(state, seat)
    if not position.opened or position.last_turn or len(position.rack) > MOST_ON_RACK:
        return None
    most = solve(position).tiles
    if most == 0 or _laid(position.rack, state, seat, gentle(view(state, seat), Attentive())) >= most:
        return None
    overlooked = _laid(position.rack, state, seat, LEVELS["steady"](view(state, seat), Attentive())) < most
    made = puzzle(position, overlooked)
    return made if isinstance(made, Puzzle) and made.steps <= MOST_STEPS else None


def _laid(rack: tuple[Tile, ...], state: GameState, seat: int, move: Move) -> int:
    """How many rack tiles a move lays."""
    if not isinstance(move, Play):
        return 0
    after = sum(len(meld.tiles) for meld in move.table)
    return after - sum(len(meld.tiles) for meld in state.table)
