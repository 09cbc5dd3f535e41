"""Random fields: plans beside the largest design with a greedy remainder, counted apart.

`python -m tests.tournament.fields` compares 200 of them, 5 to 200 players and 1 to 20 rounds; the suite plans a few.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.tournament.counter import once_each, repeated
from tilerummy.tournament.seating.bounds import least_repeats
from tilerummy.tournament.seating.designs.largest import largest
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes, table_sizes

SIZES = Sizes(4, 2, 4)


class Compared(NamedTuple):
    """Repeats of a field: planned, by the greedy remainder, and the bound by counting; seconds of the plan."""

    ours: int
    greedy: int
    bound: int
    seconds: float


def fields(count: int) -> list[tuple[int, int]]:
    """So many fields, always the same: players and rounds."""
    chance = random.Random(5)
    return [(chance.randint(5, 200), chance.randint(1, 20)) for _ in range(count)]


ONE_PER_TEN = [(players, rounds) for players, rounds in fields(60)[::10] if players > 10]


def compared(players: int, rounds: int, seed: int) -> Compared:
    """A field's plan beside the simple one."""
    began = time.process_time()
    plan = [seating.tables for seating in meet_new(range(players), rounds, SIZES, seed)]
    seconds = time.process_time() - began
    assert all(once_each(tables, range(players)) for tables in plan)
    simple = design_and_greedy(players, rounds)
    assert all(once_each(tables, range(players)) for tables in simple)
    return Compared(repeated(plan), repeated(simple), least_repeats(players, rounds, SIZES), seconds)


def design_and_greedy(players: int, rounds: int) -> list[list[list[int]]]:
    """The largest design, and each further seat for the one who met the fewest at the table."""
    asked = table_sizes(players, SIZES) or ()
    plan = largest(players, 4, rounds)
    if any(sorted(map(len, tables)) != sorted(asked) for tables in plan):
        plan = []
    met: Counter[tuple[int, int]] = Counter()
    for tables in plan:
        _meet(tables, met)
    while len(plan) < rounds:
        tables = _greedy(players, asked, met)
        _meet(tables, met)
        plan.append(tables)
    return plan


def _greedy(players: int, asked: Sequence[int], met: Counter[tuple[int, int]]) -> list[list[int]]:
    left = list(range(players))
    tables = []
    for size in asked:
        table = [left.pop(0)]
        while len(table) < size:
            table.append(min(left, key=lambda player: sum(met[mate, player] for mate in table)))
            left.remove(table[-1])
        tables.append(table)
    return tables


def _meet(tables: Sequence[Sequence[int]], met: Counter[tuple[int, int]]) -> None:
    met.update((one, other) for table in tables for one in table for other in table)


def main() -> int:
    """Compare the fields; 1 where any plan is worse than the simple one or better than can be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=200)
    parser.add_argument("--skip", type=int, default=0, help="fields at the beginning, where a run goes on")
    wanted = parser.parse_args()
    worse = 0
    for players, rounds in fields(wanted.count)[wanted.skip :]:
        found = compared(players, rounds, 1)
        wrong = not found.bound <= found.ours <= found.greedy
        worse += wrong
        print(f"{players}x{rounds}: {found}{'  WORSE' if wrong else ''}", flush=True)
    print(f"{worse} worse")
    return int(worse > 0)


if __name__ == "__main__":
    raise SystemExit(main())
