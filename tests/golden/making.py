"""The golden games: one stored record per edition and end reason. `python -m tests.golden.making` writes them again.

Write them again only when a change of the rules is meant; the difference between old and new records is its review.
"""

import random
from itertools import count
from pathlib import Path
from typing import get_args

from tests.bots.whole_games import Game, whole_game
from tilerummy.editions import load, names
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import differences
from tilerummy.rules.game.decide import resign
from tilerummy.rules.game.events import Event, Reason
from tilerummy.rules.game.record import Record, dumps
from tilerummy.rules.judge.judge import Illegal

FOLDER = Path(__file__).parent / "games"
REASONS: tuple[Reason, ...] = tuple(reason for reason in get_args(Reason) if reason != "stuck")
"""Hardly a game between computers ends because nobody can lay: `tests/rules/test_passing.py` makes one."""


def _own(name: str) -> bool:
    """Whether an edition plays otherwise than its base but for the time."""
    edition = load(name)
    changes = differences(edition, load(edition.base)) if edition.base else ()
    return edition.base is None or any(change.key != "clock.limit_seconds" for change in changes)


CASES: list[tuple[str, Reason]] = [(edition, reason) for edition in names() if _own(edition) for reason in REASONS]
PLAYERS = ("Anna", "Bram", "Chloé", "Dirk", "Eva", "Frida")


def path(edition: str, reason: Reason) -> Path:
    """Where the golden game of this edition and end reason is kept."""
    return FOLDER / f"{edition}-{reason}.jsonl"


def golden(edition: Edition, reason: Reason) -> Record:
    """The first game in order of seeds that ends for this reason; some of its turns run out of time."""
    seats = max(2 if reason == "pool-exhausted" else 3, edition.players.least)
    seats = min(seats, edition.players.most)
    levels = ("gentle",) if reason == "pool-exhausted" else ("steady", "gentle")
    for seed in count():
        game = whole_game(edition, seed, seats, levels, hasty=True)
        if reason == "resigned":
            return Record(PLAYERS[:seats], _given_up(game, random.Random(seed)))
        if game.end.over is not None and game.end.over.reason == reason:
            return Record(PLAYERS[:seats], game.events)
    raise AssertionError("seeds do not end")


def _given_up(game: Game, stream: random.Random) -> tuple[Event, ...]:
    """The first half of the game, after which all seats but one give up."""
    half = len(game.events) // 2
    events, state = list(game.events[:half]), game.states[half - 1]
    seats = list(range(state.seats))
    stream.shuffle(seats)
    for seat in seats[1:]:
        answer = resign(state, seat)
        assert not isinstance(answer, Illegal)
        events += answer.events
        state = answer.state
    return tuple(events)


def main() -> None:
    """Write every golden game."""
    FOLDER.mkdir(exist_ok=True)
    for edition, reason in CASES:
        path(edition, reason).write_text(dumps(golden(load(edition), reason)), encoding="utf-8")


if __name__ == "__main__":
    main()
