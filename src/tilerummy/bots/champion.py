"""The champion level: waits until its whole rack goes out at once, and looks ahead once the pool is empty.

A table may be laid out again at will, so tiles laid help the others as much as the one who laid them, and cost a tile
from the pool besides. Against one other it plays to win the game, against several for points, which a match counts.
docs/strength.md has what was measured.
"""

from typing import Final, NamedTuple

from tilerummy.bots.empty_pool import SAMPLES, safe_tile, stalled
from tilerummy.bots.endgame.company import in_company
from tilerummy.bots.endgame.last_turns import last_play
from tilerummy.bots.endgame.race import AHEAD, raced
from tilerummy.bots.expert import expert
from tilerummy.bots.hidden_racks import others, unseen
from tilerummy.bots.plays import jokers_kept, most_value, no_play, smallest_opening, whole_rack
from tilerummy.bots.rng import Stream
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.moves import Move, Play
from tilerummy.rules.position import Position


class Habits(NamedTuple):
    """What the champion does besides waiting; whoever lacks some of it is a player that it is measured against.

    `keep`: lays while more tiles than these stay; None: nothing before the pool's end. `moves_last`: where everybody
    has one turn after the pool, lays a tile rather than let another draw the last one, and foresees the last turn.
    `ahead`: how many turns it looks ahead once the pool is empty and the other's rack is known, None: none. `samples`:
    of the others' racks, where these are not known; without them nobody is expected to go out. `points`: with several
    others and an empty pool it plays for points, which a match counts, and not to win games alone.
    """

    keep: int | None = None
    moves_last: bool = True
    ahead: int | None = AHEAD
    samples: int = SAMPLES
    points: bool = True


CHAMPION: Final = Habits()
FORMER: Final = Habits(keep=20, moves_last=False, ahead=None, points=False)
"""The first champion, whom players beat who do one thing more."""


def champion(view: View, stream: Stream, habits: Habits = CHAMPION) -> Move:
    """The whole rack where it can go out. Before that the smallest opening, and draws; after the pool is empty what
    wins a look ahead, or as little as can be."""
    position = position_in(view)
    out = whole_rack(position).play
    if out is not None:
        return out
    if position.last_turn:
        return _last_turn(view, position, habits)
    if not position.opened:
        return smallest_opening(position).play or (no_play(position) if position.pool else expert(view, stream))
    if not position.pool:
        if habits.points and len(others(view)) > 1:
            return in_company(view, position, stream)
        ahead = None if habits.ahead is None else raced(view, position, habits.ahead)
        return ahead or stalled(view, position, stream, habits.samples)
    play = _spared(position, habits.keep)
    if play is None and habits.moves_last and _draws_too_soon(view):
        play = safe_tile(view, position, stream, habits.samples)
    return play or no_play(position)


def _last_turn(view: View, position: Position, habits: Habits) -> Move:
    """The best last turn: by itself, or before the only other one's."""
    if habits.moves_last and len(others(view)) == 1 and view.last is not None and view.last.kind == "drew":
        return last_play(position, unseen(view)) or no_play(position)
    return most_value(position).play or no_play(position)


def _draws_too_soon(view: View) -> bool:
    """Whether another would draw the last tile, and so have the very last turn, if all went on drawing."""
    players = len(others(view)) + 1
    return view.edition.end.pool_empty == "one-turn-each" and view.pool == players


def _spared(position: Position, keep: int | None) -> Play | None:
    """The play of most tiles without a joker, where enough stay on the rack."""
    if keep is None or len(position.rack) <= keep:
        return None
    best = jokers_kept(position)
    return best.play if len(position.rack) - best.tiles > keep else None
