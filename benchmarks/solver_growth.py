"""How the solver's time grows with the table and the jokers: `python -m benchmarks.solver_growth`.

Prints the table of the kernel's times, keeps the figures in `benchmarks/results/growth.json` and draws
`docs/best-play-speed.svg`. Three copies of every tile, a rack of at most 14, jokers on the table or on the rack.
"""

import argparse
import json
from random import Random
from typing import NamedTuple

from benchmarks.solver import RESULTS, ROOT, row, timed
from benchmarks.solver_plot import drawn
from tilerummy import editions
from tilerummy.rules.melds.readings import Meld
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.task import Task

TILES = (5, 15, 30, 50, 75, 100, 125, 150)
JOKERS = (0, 1, 2, 3, 4, 6, 8)
DRAWING = ROOT / "docs/best-play-speed.svg"


class Point(NamedTuple):
    """Kernel times of some positions with so many tiles on the table and jokers in play, in microseconds."""

    tiles: int
    jokers: int
    median: float
    p95: float


def growth(positions: int, repeats: int) -> list[Point]:
    """Median and 95th percentile against tiles on the table and jokers; needs the kernel."""
    assert regular.kernel is not None
    base = editions.load("xp-160")
    points = []
    for jokers in JOKERS:
        for tiles in TILES:
            random = Random(f"{jokers} {tiles}")
            cases = [_grown(random, tiles, jokers) for _ in range(positions)]
            requests = [regular.pose(Task(base, (), rack, "tiles", table=table), Budget()) for table, rack in cases]
            figures = row("", timed(regular.kernel, requests, repeats))
            points.append(Point(tiles, jokers, figures.median, figures.p95))
    return points


Grown = tuple[tuple[Meld, ...], tuple[str, ...]]


def _grown(random: Random, tiles: int, jokers: int) -> Grown:
    """A table of about so many tiles: whole sets of 52 cut into runs or groups, melds taken away; the rack from the
    rest; jokers on the table in the place of a tile, or on the rack."""
    table: list[tuple[str, ...]] = []
    for _ in range(3):
        table += _cut_into_runs(random) if random.random() < 0.5 else _groups()
    random.shuffle(table)
    while table and sum(map(len, table)) - len(table[-1]) >= tiles:
        table.pop()
    rest = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)] * 3
    for tile in (tile for meld in table for tile in meld):
        rest.remove(tile)
    rack = random.sample(rest, min(14, len(rest)))
    for _ in range(jokers):
        at = random.randrange(len(table))
        if random.random() < 0.5 and "J" not in table[at]:
            place = random.randrange(len(table[at]))
            table[at] = (*table[at][:place], "J", *table[at][place + 1 :])
        else:
            rack.append("J")
    return tuple(map(Meld, table)), tuple(rack)


def _groups() -> list[tuple[str, ...]]:
    return [tuple(f"{colour}{number}" for colour in "krby") for number in range(1, 14)]


def _cut_into_runs(random: Random) -> list[tuple[str, ...]]:
    melds = []
    for colour in "krby":
        tiles = [f"{colour}{number}" for number in range(1, 14)]
        while tiles:
            length = random.choice([cut for cut in (3, 4, 5, 6) if len(tiles) - cut == 0 or len(tiles) - cut >= 3])
            melds.append(tuple(tiles[:length]))
            tiles = tiles[length:]
    return melds


def main() -> int:
    """Measure, print, keep and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=40, help="for each number of tiles and jokers")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    points = growth(args.positions, args.repeats)
    print("| tiles | " + " | ".join(f"{jokers} J" for jokers in JOKERS) + " |\n|" + "---|" * (len(JOKERS) + 1))
    for tiles in TILES:
        cells = [f"{point.median:.0f} / {point.p95:.0f}" for point in points if point.tiles == tiles]
        print(f"| {tiles} | " + " | ".join(cells) + " |")
    said = json.dumps([point._asdict() for point in points], indent=1)
    (RESULTS / "growth.json").write_text(said + "\n", encoding="utf-8")
    DRAWING.write_text(
        drawn({jokers: [(p.tiles, p.median) for p in points if p.jokers == jokers] for jokers in JOKERS}), "utf-8"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
