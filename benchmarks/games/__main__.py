"""Whole games by the core beside the loop that plays them move by move, in one run: `python -m benchmarks.games`.

Both play the same deals. Of every game the results are compared, and of every so many the events; the command fails
where anything differs. Shuffles count for neither; seconds are the processor's.
"""

import argparse
import time
from random import Random

from tilerummy import editions
from tilerummy.bots.core.codec import Reply
from tilerummy.bots.core.games import LEVELS, can_play, finished, judged, scored
from tilerummy.bots.levels import PLAYERS
from tilerummy.bots.whole_game import Played, played, shuffled
from tilerummy.rules.edition.edition import Edition


def same(edition: Edition, reply: Reply, game: Played) -> bool:
    """Whether both say the same of a game."""
    result, scoring = game.end.over, scored(edition, reply)
    assert result is not None
    found = (reply.reason, scoring.winners, scoring.points, reply.racks, reply.turns, reply.pool)
    turns, pool = game.end.turn_number - 1, len(game.end.pool)
    return found == (result.reason, result.winners, result.scores, result.racks, turns, pool)


def main() -> int:
    """Play, compare and print; 0 where all is the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="*", default=["expert", "expert"], help=f"of {', '.join(LEVELS)}, one a seat")
    parser.add_argument("-n", type=int, default=2000, help="games")
    parser.add_argument("--edition", default="original")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--events", type=int, default=100, help="of so many games one is compared event by event")
    args = parser.parse_args()
    edition, levels = editions.load(args.edition), args.levels
    if not can_play(edition, levels):
        parser.error(f"the core does not play {args.edition} between {', '.join(levels)}")
    players = [PLAYERS[level] for level in levels]
    core = loop = 0.0
    left = differ = 0
    for number in range(args.n):
        chance = Random(f"{args.seed} {number}")
        deck, draws = shuffled(edition, chance), shuffled(edition, chance)
        start = time.process_time()
        reply = finished(edition, levels, deck, draws)
        between = time.process_time()
        game = played(edition, players, deck, draws, chance)
        core, loop = core + between - start, loop + time.process_time() - between
        if reply is None:
            left += 1
            continue
        told = judged(edition, levels, deck, draws) if number % args.events == 0 else game
        if not same(edition, reply, game) or told is None or told.events != game.events:
            differ += 1
            print(f"game {number} of seed {args.seed} differs")
    print(
        f"{args.edition}, {' '.join(levels)}, {args.n:,} games: core {args.n / core:,.0f} a second, "
        f"loop {args.n / loop:,.0f}; {left} left to the loop, {differ} differ"
    )
    return 1 if differ else 0


if __name__ == "__main__":
    raise SystemExit(main())
