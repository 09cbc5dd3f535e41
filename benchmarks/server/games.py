"""Recorded games for `benchmarks.server`, and a server that deals them: so a fast client knows legal moves by heart.

`python -m benchmarks.server.games RECORDED serve ...` is `tilerummy serve ...` with the deals of a file and without
limits of how much one client may send; everything else is as players have it.
"""

import itertools
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tilerummy import editions
from tilerummy.bots.levels import LEVELS
from tilerummy.bots.whole_game import moved
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin_promised, fold
from tilerummy.rules.game.events import Started
from tilerummy.rules.game.promise import SEALED, Shuffle, promised, seal
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Draw, Move, Play
from tilerummy.rules.notation import format_meld

EDITION = "original"
WORD = "a-word-for-every-seat"
LEAST_MOVES = 80
GAMES = 40
"""Deals that the rooms of a server have in turn."""


class Recorded(NamedTuple):
    """A deal and the moves that two players of level `steady` made of it."""

    shuffle: Shuffle
    commitment: str
    starter: int
    moves: tuple[dict[str, Any], ...]


def record(count: int, seed: int = 1) -> list[Recorded]:
    """So many games of at least `LEAST_MOVES` moves; the same for the same seed."""
    stream, games = random.Random(seed), list[Recorded]()
    while len(games) < count:
        game = _played(stream)
        if len(game.moves) >= LEAST_MOVES:
            games.append(game)
    return games


def _played(stream: random.Random) -> Recorded:
    edition = editions.load(EDITION)
    deck, draws = list(all_tiles(edition)), list(all_tiles(edition))
    stream.shuffle(deck)
    stream.shuffle(draws)
    shuffle = Shuffle(deck=tuple(deck), draws=tuple(draws), salt=f"{stream.getrandbits(128):032x}", form=SEALED)
    events = begin_promised(edition, shuffle, (WORD, WORD), (seal(WORD), seal(WORD)))
    state, moves = fold(events), list[dict[str, Any]]()
    while state.turn is not None:
        move = LEVELS["steady"](view(state, state.turn), stream)
        made = moved(state, state.turn, move)
        assert not isinstance(made, Illegal), made
        state = made.state
        moves.append(_body(move))
    started = events[0]
    assert isinstance(started, Started)
    return Recorded(shuffle, promised(shuffle), started.starter, tuple(moves))


def _body(move: Move) -> dict[str, Any]:
    if isinstance(move, Play):
        return {
            "t": "play",
            "opening": [format_meld(meld) for meld in move.opening],
            "table": [format_meld(meld) for meld in move.table],
        }
    return {"t": "draw"} if isinstance(move, Draw) else {"t": "pass"}


def serve(recorded: Path, arguments: list[str]) -> int:
    """`tilerummy` with these arguments, the deals of the file in turn, and no limits of what one client may send."""
    from tilerummy.cli.main import main
    from tilerummy.rates import Bucket, Budget, Rates
    from tilerummy.rooms import decide
    from tilerummy.web import limits

    shuffles = itertools.cycle(msgspec.json.decode(recorded.read_bytes(), type=list[Shuffle]))
    vars(decide)["shuffled"] = lambda _: next(shuffles)
    for bucket in ("messages", "frames", "frame_bytes"):
        setattr(limits, bucket, lambda: Bucket(1e9, 1e9))
    for rates in ("requests", "new_guests"):
        setattr(limits, rates, lambda _: Rates(1e9, 1e9))
    vars(limits)["budget"] = lambda _: Budget(Rates(1e9, 1e9), Rates(1e9, 1e9))
    sockets = ("SOCKETS", "SOCKETS_PER_PLAYER", "SOCKETS_PER_ADDRESS", "ONLOOKERS_PER_ADDRESS")
    for most in ("CONNECTIONS", "CONNECTIONS_PER_ADDRESS", "WAITING_PER_ADDRESS", *sockets):
        setattr(limits, most, 60_000)
    return main(arguments)


def keep(games: list[Recorded], path: Path) -> None:
    """Write the deals where `serve` reads them."""
    path.write_bytes(msgspec.json.encode([game.shuffle for game in games]))


if __name__ == "__main__":
    sys.exit(serve(Path(sys.argv[1]), sys.argv[2:]))
