"""What a cheat wins who sees all racks and the pool: `python -m benchmarks.games.cheat champion`.

It plays the level's own game, and where that is lost, the same game with one of its turns another: the latest that
brings the win. That is a bound from below of what perfect foresight wins.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from tilerummy import editions
from tilerummy.arena.estimates import share
from tilerummy.bots.empty_pool import single_tiles
from tilerummy.bots.levels import Player
from tilerummy.bots.plays import most_tiles, no_play
from tilerummy.bots.whole_game import moved, shuffled
from tilerummy.outside.players import level
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import position_in, view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Move
from tilerummy.rules.tiles import Tile

SEED: Final = 9102
TILES: Final = 4
"""Plays of one tile that are tried in a turn."""


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--edition", action="append", help="of these alone (all)")
    parser.add_argument("--deals", type=int, default=20)
    args = parser.parse_args()
    for name in args.edition or editions.names():
        for against in args.levels:
            edition = editions.load(name)
            won = share([_share(edition, level(against), f"{SEED} {deal}") for deal in range(args.deals)])
            percent = f"{100 * won.mean:.1f} ± {100 * won.ci95:.1f}"
            print(f"{name}, 2 seats, against {against}: the cheat wins {percent}; deals: {args.deals}", flush=True)
    return 0


def _share(edition: Edition, player: Player, salt: str) -> float:
    """What the cheat wins of a deal that is played once from each seat."""
    chance = Random(salt)
    deck, draws = shuffled(edition, chance), shuffled(edition, chance)
    return sum(wins(edition, player, deck, draws, seat, salt) for seat in (0, 1)) / 2


def wins(edition: Edition, player: Player, deck: list[Tile], draws: list[Tile], seat: int, salt: str) -> bool:
    """Whether the level's game wins from this seat, or does with one turn another."""
    path = [*_followed(fold(begin(edition, 2, deck, draws, salt)), player, salt)]
    if _won(path[-1], seat):
        return True
    return any(
        _won(end, seat)
        for state in reversed(path)
        if state.turn == seat
        for move in _others(state, seat)
        if not isinstance(made := moved(state, seat, move), Illegal)
        for *_, end in [_followed(made.state, player, salt)]
    )


def _followed(state: GameState, player: Player, salt: str) -> Iterator[GameState]:
    """The game from here to its end, where each turn has its own chance, the same however the game came to it."""
    yield state
    while (turn := state.turn) is not None:
        made = moved(state, turn, player(view(state, turn), Random(f"{salt} {state.turn_number}")))
        assert not isinstance(made, Illegal)
        state = made.state
        yield state


def _others(state: GameState, seat: int) -> Iterator[Move]:
    """What may be done in place of the level's move: nothing, single tiles, the most tiles."""
    position = position_in(view(state, seat))
    yield no_play(position)
    if position.opened:
        yield from (found.play for found in islice(single_tiles(position), TILES) if found.play is not None)
    if (play := most_tiles(position).play) is not None:
        yield play


def _won(state: GameState, seat: int) -> bool:
    return state.over is not None and seat in state.over.winners


if __name__ == "__main__":
    raise SystemExit(main())
