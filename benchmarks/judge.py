"""How long the judge takes for one play on a full table: 30 melds, 100 tiles.

`python benchmarks/judge.py` prints, per edition, median and 99th percentile in microseconds: for a table whose
melds were seen before (every turn but the first after a restart), for one never seen (all that is remembered about
melds is forgotten before each call), and with the door in front: the position made and validated as well.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from random import Random

from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.judge.tallies import tally
from tilerummy.rules.melds.readings import Meld, meld_violations, reader, relaid
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position, position
from tilerummy.rules.tiles import COLOURS

NAMES = ("original", "sabra", "suomi", "original-classic", "twist", "xp-160")


def full_table(random: Random) -> tuple[list[Meld], list[str]]:
    """Thirty melds with 100 tiles, two of them jokers, and the tiles that a play may add to four groups of three."""
    runs = [tuple(f"{c}{n}" for n in range(low, low + 3)) for c in COLOURS for low in (1, 4, 7, 10)]
    threes = random.sample(range(1, 14), 4)
    groups = [tuple(f"{c}{n}" for c in COLOURS[: 3 if n in threes else 4]) for n in (*range(1, 14), 13)]
    melds = runs + groups
    if 13 in threes:
        melds[-1] = tuple(f"{c}13" for c in COLOURS)
    with_joker = {random.randrange(16), random.choice([i for i, meld in enumerate(melds) if len(meld) == 4])}
    melds = [(*meld[:-1], "J") if index in with_joker else meld for index, meld in enumerate(melds)]
    random.shuffle(melds)
    return [Meld(meld) for meld in melds], [f"y{n}" for n in threes]


def case(edition: Edition, random: Random) -> tuple[Position, Play]:
    """A full table and a legal play that extends some groups of three."""
    table, rack = full_table(random)
    grown = []
    for meld in table:
        fourth = [t for t in rack if meld.tiles == (f"k{t[1:]}", f"r{t[1:]}", f"b{t[1:]}")]
        grown.append(Meld((*meld.tiles, *fourth)))
    random.shuffle(grown)
    return position(edition=edition, table=table, rack=rack, opened=True, pool=0), Play((), tuple(grown))


def forget() -> None:
    """Forget everything remembered about melds."""
    for remembered in (reader, meld_violations, relaid, tally):
        remembered.cache_clear()


def measure(calls: Sequence[Callable[[], object]], before: Callable[[], None] = lambda: None) -> tuple[float, float]:
    """Median and 99th percentile of the calls, in microseconds; `before` runs untimed before each."""
    times = []
    for call in calls:
        before()
        start = time.perf_counter_ns()
        call()
        times.append((time.perf_counter_ns() - start) / 1000)
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=2000, help="plays per edition")
    count = parser.parse_args().n
    print(f"Python {sys.version.split()[0]}; microseconds: median / 99th percentile of {count} plays")
    print(f"{'edition':18} {'seen before':>16} {'never seen':>16} {'door and judge':>16}")
    for name in NAMES:
        edition, random = editions.load(name), Random(1)
        cases = [case(edition, random) for _ in range(count)]
        assert all(isinstance(judge(*each), Legal) for each in cases)
        assert all(len(where.table) == 30 and sum(len(m.tiles) for m in where.table) == 100 for where, _ in cases)
        judged = [lambda each=each: judge(*each) for each in cases]
        doors = [lambda each=each: judge(_again(each[0]), each[1]) for each in cases]
        columns = [measure(judged), measure(judged, forget), measure(doors)]
        print(f"{name:18} " + " ".join(f"{median:8.0f} / {p99:5.0f}" for median, p99 in columns))
    return 0


def _again(where: Position) -> Position:
    return position(edition=where.edition, table=where.table, rack=where.rack, opened=where.opened, pool=where.pool)


if __name__ == "__main__":
    raise SystemExit(main())
