"""May this player pass? The solver beside every table that there is: `python -m tests.oracle.passing -n 20000`."""

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec

from tests.oracle.asked import told
from tests.oracle.cases import random_cases
from tests.oracle.tables import plays
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.judge import Illegal, judge
from tilerummy.rules.moves import Pass
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.solver.ability import ability

MOST_TILES = 11
"""Positions with more tiles on table and rack are left out."""


def could_lay(position: Position) -> bool:
    """Whether the book knows a play. A player who can open at all can lay the opening and leave the rest."""
    return next(plays(told(position)), None) is not None


def positions(edition: Edition, random: Random) -> Iterator[Position]:
    """Small positions after the pool is empty, without end."""
    while True:
        for position, _ in random_cases(edition, random):
            tiles = sum(len(meld.tiles) for meld in position.table) + len(position.rack)
            if position.rack and tiles <= MOST_TILES:
                yield msgspec.structs.replace(position, pool=0)


def sweep(edition: Edition, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Ask about `count` random positions; the tally, and the positions in which the two differ."""
    tally: Counter[str] = Counter()
    failures: list[str] = []
    found = positions(edition, Random(f"{edition.id} {seed}"))
    for _ in range(count):
        position = next(found)
        known = ability(position)
        refused = isinstance(judge(position, Pass(), known), Illegal)
        tally["refused" if refused else "allowed" if known.stuck else "unproved"] += 1
        if refused != could_lay(position) or not (refused or known.stuck):
            failures.append(format_position(layout_of(position)))
    return tally, failures


def main() -> int:
    """Sweep the editions that oblige; 0 when nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    obliging = [name for name in editions.names() if editions.load(name).end.pass_when_able == "refused"]
    parser.add_argument("names", nargs="*", default=obliging)
    args = parser.parse_args()
    failed = 0
    for name in args.names:
        tally, failures = sweep(editions.load(name), args.n, args.seed)
        failed += len(failures)
        print(name, dict(tally.most_common()), f"{len(failures)} differ", *failures[:10], sep="\n    ", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
