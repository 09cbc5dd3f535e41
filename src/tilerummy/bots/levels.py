"""The levels of computer players, by name. A player is a pure function of what its seat sees and a stream of chance."""

from collections.abc import Callable
from functools import partial
from typing import Final

from tilerummy.bots.champion import FORMER, champion
from tilerummy.bots.empty_pool import single_tiles
from tilerummy.bots.expert import expert, keen
from tilerummy.bots.gentle import DREAMY, EASY, casual, gentle
from tilerummy.bots.master import challenger, master
from tilerummy.bots.most_tiles import greedy
from tilerummy.bots.rng import Stream
from tilerummy.bots.steady import steady
from tilerummy.bots.waiter import waiter
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.judge.ability import must_lay
from tilerummy.rules.moves import Move, Pass
from tilerummy.rules.tiles import is_joker
from tilerummy.solver.ability import ability
from tilerummy.solver.solve import has_kernel

Player = Callable[[View, Stream], Move]


REDEALS: Final = 3
"""New deals of a game after which no computer player asks for another: by a house rule all racks may hold doubles."""


def wants_redeal(view: View, redeals: int) -> bool:
    """Whether a computer player of any level who holds three pairs asks for a new deal after so many of this game:
    where it has no joker, which makes up for them (docs/strength.md)."""
    return redeals < REDEALS and not any(map(is_joker, view.rack))


def obliged(player: Player) -> Player:
    """The same player, who lays what they can where the edition lets nobody pass who could lay a tile."""

    def move(view: View, stream: Stream) -> Move:
        chosen = player(view, stream)
        if isinstance(chosen, Pass) and must_lay(view.edition, view.pool):
            return ability(position_in(view)).play or chosen
        return chosen

    return move


def hesitant(player: Player, share: float) -> Player:
    """The same player, who lays one tile only in this share of the turns in which they would pass and may not: the best
    play, which others then make, is nothing that they have seen. Without a kernel the searches would take too long."""

    def move(view: View, stream: Stream) -> Move:
        chosen = player(view, stream)
        obliged_to = isinstance(chosen, Pass) and must_lay(view.edition, view.pool) and has_kernel()
        if obliged_to and stream.random() < share:
            found = next(single_tiles(position_in(view)), None)
            return chosen if found is None or found.play is None else found.play
        return chosen

    return obliged(move)


def solving(player: Player) -> Player:
    """The same player where a kernel searches, else the steady one: in Python one move would take minutes."""

    def move(view: View, stream: Stream) -> Move:
        return (player if has_kernel() else steady)(view, stream)

    return move


LEVELS: Final[dict[str, Player]] = {
    "dreamy": hesitant(partial(gentle, overlooks=DREAMY), 0.8),
    "easy": hesitant(partial(gentle, overlooks=EASY), 0.65),
    "gentle": obliged(gentle),
    "casual": obliged(casual),
    "steady": obliged(steady),
    "keen": obliged(solving(keen)),
    "expert": obliged(solving(expert)),
    "master": obliged(solving(master)),
    "challenger": obliged(solving(challenger)),
    "champion": obliged(solving(champion)),
}
"""Every level, from the easiest on. The same view and the same stream give the same move."""
PLAYERS: Final[dict[str, Player]] = {
    **LEVELS,
    "most-tiles": obliged(solving(greedy)),
    "waiter": obliged(solving(waiter)),
    "champion-rules": obliged(solving(partial(champion, habits=FORMER._replace(samples=0)))),
    "staller": obliged(solving(partial(champion, habits=FORMER))),
    "last-drawer": obliged(solving(partial(champion, habits=FORMER._replace(moves_last=True)))),
    "unsparing": obliged(solving(partial(champion, habits=FORMER._replace(keep=None)))),
    "play-outs": obliged(solving(partial(champion, habits=FORMER._replace(ahead=0)))),
}
"""The levels, and the players that only the arena seats: plain rules against which the levels are measured, the former
champion, which stalled and no more, and those who beat it by one habit each."""
STRENGTHS: Final[dict[str, int]] = {
    "dreamy": 28,
    "easy": 31,
    "gentle": 36,
    "casual": 42,
    "steady": 50,
    "keen": 58,
    "expert": 66,
    "master": 74,
    "challenger": 80,
    "champion": 87,
}
"""How strong each level was measured to be; a player of whom nothing is known stands at 50.

The steps that docs/evidence/strength.md has for `original` with two seats, added up as `benchmarks.games.levels` does.
"""
