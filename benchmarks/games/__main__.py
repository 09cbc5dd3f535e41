"""Whole games by the core beside the loop that plays them move by move, in one run: `python -m benchmarks.games`.

Both play the same deals. Of every game the results are compared, and of every so many the events; the command fails
where anything differs. Shuffles count for neither; seconds are the processor's.
"""

import argparse
from random import Random

from benchmarks.games.comparing import compare
from tilerummy import editions
from tilerummy.bots.core.games import LEVELS, can_play


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
    core = loop = 0.0
    left = differ = 0
    for number in range(args.n):
        found = compare(edition, levels, Random(f"{args.seed} {number}"), events=number % args.events == 0)
        core, loop, left, differ = core + found.core, loop + found.loop, left + found.left, differ + found.differs
        if found.differs:
            print(f"game {number} of seed {args.seed} differs")
    print(
        f"{args.edition}, {' '.join(levels)}, {args.n:,} games: core {args.n / core:,.0f} a second, "
        f"loop {args.n / loop:,.0f}; {left} left to the loop, {differ} differ"
    )
    return 1 if differ else 0


if __name__ == "__main__":
    raise SystemExit(main())
