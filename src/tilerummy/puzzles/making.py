"""Puzzles out of games between computer players."""

import random
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, islice
from typing import Final

from tilerummy.bots.gentle import gentle
from tilerummy.bots.levels import LEVELS, Player
from tilerummy.bots.rng import Constant, Stream, pick
from tilerummy.bots.whole_game import playing, shuffled
from tilerummy.puzzles.puzzle import Puzzle, puzzle
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.table_diff import laid
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
FRUITLESS: Final = 32
"""Batches without a puzzle after which an edition is taken to have no more."""
ATTENTIVE: Final = Constant(1 - 2**-53)
"""A stream by which no player overlooks anything."""


def make(edition: Edition, wanted: int, seed: int, jobs: int = 1) -> Iterator[Puzzle]:
    """So many puzzles as `wanted`, no two of one game; the same for the same seed, whatever the number of processes.
    Fewer, where `FRUITLESS` batches of games in a row have none."""
    known: set[str] = set()
    fruitless = 0
    for batch in _batches(edition, seed, jobs):
        fresh = [made for made in dict.fromkeys(batch) if made.id not in known][: wanted - len(known)]
        yield from fresh
        known.update(made.id for made in fresh)
        fruitless = 0 if fresh else fruitless + 1
        if len(known) == wanted or fruitless == FRUITLESS:
            return


def _batches(edition: Edition, seed: int, jobs: int) -> Iterator[list[Puzzle]]:
    """The puzzles of batch after batch of games, without end."""
    batch = partial(_of_batch, edition, seed)
    if jobs == 1:
        yield from map(batch, count())
        return
    with ProcessPoolExecutor(jobs) as workers:
        ahead = deque(workers.submit(batch, number) for number in range(2 * jobs))
        try:
            for number in count(2 * jobs):
                yield ahead.popleft().result()
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
    deck, draws = shuffled(edition, stream), shuffled(edition, stream)
    for made in playing(edition, players, deck, draws, stream):
        if made.state.turn is not None:
            yield made.state, made.state.turn


def _of_turn(state: GameState, seat: int) -> Puzzle | None:
    """The puzzle of a turn: cheap questions first."""
    position = position_of(state, seat)
    if not position.opened or position.last_turn or len(position.rack) > MOST_ON_RACK:
        return None
    most = solve(position).tiles
    if most == 0 or laid(state.table, gentle(view(state, seat), ATTENTIVE)) >= most:
        return None
    made = puzzle(position)
    return made if isinstance(made, Puzzle) and made.steps <= MOST_STEPS else None
