"""The solver's speed, one core: `python -m benchmarks.solver`, with `--peer PYTHON` beside the fastest public peer.

PYTHON is the interpreter of an environment in which `rummikub-solver` and `cvxopt` are installed. Times are processor
times in microseconds, of each position the best of a few repeats, so that other work on the machine counts little.
"""

import argparse
import json
import platform
import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tilerummy import editions
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import parse_meld, parse_tiles
from tilerummy.rules.positions import Position, position
from tilerummy.solver import reference, regular
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve
from tilerummy.solver.task import Task

ROOT = Path(__file__).resolve().parent.parent
SETS = {"original": ROOT / "tests/solver/positions.jsonl", "xp-160": ROOT / "benchmarks/positions/xp-160.jsonl"}
RESULTS = ROOT / "benchmarks/results"


class Row(NamedTuple):
    """One line of the table, in microseconds; `optimal`: positions at their proved optimum, None where not asked."""

    name: str
    median: float
    p95: float
    p99: float
    most: float
    optimal: int | None
    positions: int


def row(name: str, times: Sequence[float], optimal: int | None) -> Row:
    """The figures of a list of times."""
    ordered = sorted(times)
    count = len(ordered)
    figures = [round(ordered[min(count - 1, count * part // 100)], 1) for part in (50, 95, 99, 100)]
    return Row(name, *figures, optimal, count)


def load(name: str) -> list[tuple[dict[str, Any], Position]]:
    """The positions of a set, with what is known of them."""
    edition = editions.load(name)
    cases = []
    for line in SETS[name].read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        table = [parse_meld(meld) for meld in known["table"]]
        rack = parse_tiles(known["rack"])
        cases.append((known, position(edition=edition, table=table, rack=rack, opened=True, pool=1)))
    return cases


def timed(call: Callable[[Any], object], cases: Sequence[Any], repeats: int) -> list[float]:
    """The best time of each case."""
    best = [float("inf")] * len(cases)
    for _ in range(repeats):
        for at, case in enumerate(cases):
            start = time.thread_time_ns()
            call(case)
            best[at] = min(best[at], (time.thread_time_ns() - start) / 1000)
    return best


def posed(cases: Sequence[Position]) -> list[bytes]:
    """The positions as requests to the kernel."""
    return [
        regular.pose(
            Task(case.edition, tuple(tile for meld in case.table for tile in meld.tiles), case.rack, "tiles"),
            Budget(),
            case.table,
        )
        for case in cases
    ]


def own_rows(name: str, repeats: int, with_reference: bool) -> list[Row]:
    """Kernel inside, the public call, and the reference, on one set."""
    cases = load(name)
    positions = [case for _, case in cases]
    optimal = sum(solve(case).tiles == known["opt_tiles"] for known, case in cases)
    rows = []
    if regular.kernel is not None:
        rows.append(row(f"{name}: kernel, bytes to bytes", timed(regular.kernel, posed(positions), repeats), None))
        rows.append(row(f"{name}: solve(), judged", timed(solve, positions, repeats), optimal))
    if with_reference:
        times = timed(reference.search, posed(positions), max(1, repeats // 3))
        rows.append(row(f"{name}: reference in Python", times, None))
    return rows


def peer_row(python: str, repeats: int) -> Row:
    """The public peer on the public positions."""
    script = Path(__file__).with_name("solver_peer.py")
    command = [python, str(script), str(SETS["original"]), str(max(1, repeats // 3))]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return row("original: rummikub-solver, GLPK_MI", said["times"], said["optimal"])


def growth(repeats: int) -> list[dict[str, Any]]:
    """Median and 95th percentile against tiles on the table and jokers, with three copies and racks of at most 14."""
    base = editions.load("xp-160")
    found = []
    for jokers in (0, 1, 2, 4, 7):
        for tiles in (5, 15, 30, 50, 75, 100, 125, 150):
            if regular.kernel is None:
                continue
            random = Random(f"{jokers} {tiles}")
            cases = [_grown(random, tiles, jokers) for _ in range(40)]
            requests = [regular.pose(Task(base, must, rack, "tiles"), Budget(), table) for must, rack, table in cases]
            figures = row("", timed(regular.kernel, requests, repeats), None)
            found.append({"tiles": tiles, "jokers": jokers, "median": figures.median, "p95": figures.p95})
    return found


Grown = tuple[tuple[str, ...], tuple[str, ...], tuple[Meld, ...]]


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
    return tuple(tile for meld in table for tile in meld), tuple(rack), tuple(map(Meld, table))


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
    """Measure and print; --json keeps the figures in benchmarks/results/."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", metavar="PYTHON")
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--growth", action="store_true", help="also time against tiles on the table and jokers")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = [*own_rows("original", args.repeats, with_reference=True)]
    if SETS["xp-160"].exists():
        rows += own_rows("xp-160", args.repeats, with_reference=False)
    if args.peer:
        rows.append(peer_row(args.peer, args.repeats))
    print(f"{'microseconds':40} {'median':>10} {'p95':>10} {'p99':>10} {'max':>10}  optimal")
    for one in rows:
        proved = "" if one.optimal is None else f"{one.optimal} of {one.positions}"
        print(f"{one.name:40} {one.median:>10} {one.p95:>10} {one.p99:>10} {one.most:>10}  {proved}")
    grown = growth(max(1, args.repeats // 3)) if args.growth else []
    for point in grown:
        print(f"{point['tiles']:>4} tiles, {point['jokers']} jokers: {point['median']:>8} median {point['p95']:>8} p95")
    if args.json:
        RESULTS.mkdir(exist_ok=True)
        said = {
            "date": date.today().isoformat(),
            "machine": platform.machine(),
            "python": platform.python_version(),
            "rows": [one._asdict() for one in rows],
            "growth": grown,
        }
        (RESULTS / "solver.json").write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
