"""One game by the core and by the loop: the seconds of each, and whether both say the same."""

import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tilerummy.bots.core.codec import Reply
from tilerummy.bots.core.games import finished, judged, scored
from tilerummy.bots.levels import PLAYERS
from tilerummy.bots.whole_game import Played, played, shuffled
from tilerummy.rules.edition.edition import Edition


class Compared(NamedTuple):
    """Seconds of the processor, shuffles apart; whether the core left the game to the loop; whether the two differ."""

    core: float
    loop: float
    left: bool
    differs: bool


def compare(edition: Edition, levels: Sequence[str], chance: Random, *, events: bool) -> Compared:
    """A game that `chance` deals: its result both ways, and every event where these are asked for too."""
    deck, draws = shuffled(edition, chance), shuffled(edition, chance)
    start = time.process_time()
    reply = finished(edition, levels, deck, draws)
    between = time.process_time()
    game = played(edition, [PLAYERS[level] for level in levels], deck, draws, chance)
    seconds = between - start, time.process_time() - between
    if reply is None:
        return Compared(*seconds, left=True, differs=False)
    told = judged(edition, levels, deck, draws) if events else game
    return Compared(
        *seconds, left=False, differs=not _same(edition, reply, game) or told is None or told.events != game.events
    )


def _same(edition: Edition, reply: Reply, game: Played) -> bool:
    result, scoring = game.end.over, scored(edition, reply)
    assert result is not None
    found = (reply.reason, scoring.winners, scoring.points, reply.racks, reply.turns, reply.pool)
    turns, pool = game.end.turn_number - 1, len(game.end.pool)
    return found == (result.reason, result.winners, result.scores, result.racks, turns, pool)
