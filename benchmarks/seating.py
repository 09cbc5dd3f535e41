"""Seating: repeats of plans, counted apart, beside the bound by counting, and how long they took.

`python -m benchmarks.seating` prints the table of `benchmarks/results/seating.md`; fields such as `20x6` may be named.
"""

import argparse
import time

from tests.tournament.counter import meetings, repeated, spread, threes
from tilerummy.tournament.seating.balance import balance
from tilerummy.tournament.seating.bounds import least_repeats
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes

FIELDS = (
    "7x3 8x2 12x3 13x3 14x4 16x5 16x6 20x5 20x6 20x7 22x6 24x7 24x8 28x8 28x9 29x9 32x10 36x10 36x11 37x5 40x13 44x14 "
    "46x12 48x15 52x17 56x18 60x19 64x21 72x20 76x25 80x26 84x27 100x20 200x6 200x20"
)
SIZES = Sizes(4, 2, 4)


def row(players: int, rounds: int) -> str:
    """One line of the table; the worst of two seeds."""
    began = time.process_time()
    plans = [meet_new(range(1, players + 1), rounds, SIZES, seed) for seed in (1, 2)]
    seconds = (time.process_time() - began) / len(plans)
    plan = max(plans, key=lambda plan: repeated(seating.tables for seating in plan))
    tables = [seating.tables for seating in plan]
    even = balance(plan)
    cells = (
        f"{players}x{rounds}",
        repeated(tables),
        least_repeats(players, rounds, SIZES),
        max(meetings(tables).values()),
        even.consecutive,
        spread(threes(tables, range(1, players + 1)).values()),
        even.seat_spread,
        even.table_spread,
        f"{seconds:.1f}",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fields", nargs="*", default=FIELDS.split())
    print("| field | repeats | bound | most meetings | in a row | small tables | seats | table numbers | seconds |")
    print("|" + "---|" * 9)
    for field in parser.parse_args().fields:
        print(row(*map(int, field.split("x"))), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
