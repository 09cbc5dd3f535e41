"""The solver's speed on one core, beside the fastest public peer: `python -m benchmarks.solver`.

The peer, `rummikub-solver` on its fastest backend GLPK_MI, lives in an environment of its own, made by
`python -m venv build/peer` and `build/peer/bin/pip install rummikub-solver cvxopt`; without it its row is missing.

Times are processor times in microseconds on one core, of each position the best of all rounds: in a round everything is
measured once more, so that a slow moment of the machine falls on one round of all, not on all rounds of one. The
positions are taken in turn, so that no call finds the one before it in the caches; "the same again" repeats each at
once. Figures are kept in `benchmarks/results/solver.json`.
"""

import argparse
import json
import platform
import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from tilerummy import editions
from tilerummy.rules.notation import parse_meld, parse_tiles
from tilerummy.rules.position import Position, position
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.solve import UNLIMITED, solve
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

ROOT = Path(__file__).resolve().parent.parent
PUBLIC = ROOT / "tests/solver/positions.jsonl"
MADE = ROOT / "benchmarks/positions"
RESULTS = ROOT / "benchmarks/results"
PEER = ROOT / "build/peer/bin/python"
THEIRS = "original: rummikub-solver, GLPK_MI"
REPEATS = 3
"""Of the short calls in one round."""
HURRIED_NS = 100_000
"""Nanoseconds of the budget whose keeping is measured."""


class Row(NamedTuple):
    """One line of the table, in microseconds; `optimal`: positions at their proved optimum, None where not asked."""

    name: str
    median: float
    p95: float
    p99: float
    most: float
    optimal: int | None
    positions: int


def row(name: str, times: Sequence[float], optimal: int | None = None) -> Row:
    """The figures of a list of times."""
    ordered = sorted(times)
    count = len(ordered)
    median, p95, p99, most = (round(ordered[min(count - 1, count * part // 100)], 1) for part in (50, 95, 99, 100))
    return Row(name, median, p95, p99, most, optimal, count)


def load(name: str, file: Path) -> list[tuple[dict[str, Any], Position]]:
    """The positions of a set, with what is known of them."""
    edition = editions.load(name)
    cases = []
    for line in file.read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        table = [parse_meld(meld) for meld in known["table"]]
        opened = known.get("opened", True)
        cases.append(
            (known, position(edition=edition, table=table, rack=parse_tiles(known["rack"]), opened=opened, pool=1))
        )
    return cases


def timed(call: Callable[[Any], object], cases: Sequence[Any], repeats: int) -> list[float]:
    """The best time of each case, all cases in turn."""
    best = [float("inf")] * len(cases)
    for _ in range(repeats):
        for at, case in enumerate(cases):
            start = time.thread_time_ns()
            call(case)
            best[at] = min(best[at], (time.thread_time_ns() - start) / 1000)
    return best


def posed(cases: Sequence[Position], budget: Budget = UNLIMITED) -> list[bytes]:
    """The positions as requests to the kernel."""
    return [regular.pose(Task(case.edition, (), case.rack, "tiles", table=case.table), budget) for case in cases]


class Measure(NamedTuple):
    """What one line of the table measures: `once` gives the times of one round; `optimal` as in `Row`."""

    name: str
    once: Callable[[], Sequence[float]]
    optimal: int | None = None


def own_measures(name: str, file: Path) -> list[Measure]:
    """Kernel inside where it is for these tiles, and the public call, on one set."""
    cases = load(name, file)
    positions = [case for _, case in cases]
    optimal = sum(solve(case).tiles == known["opt_tiles"] for known, case in cases)
    judged = Measure(f"{name}: solve(), judged", lambda: timed(solve, positions, REPEATS), optimal)
    kernel = regular.kernel
    if kernel is None or special.handles(positions[0].edition):
        return [judged]
    asked = posed(positions)
    return [Measure(f"{name}: kernel, bytes to bytes", lambda: timed(kernel, asked, REPEATS)), judged]


def public_measures(peer: Path) -> list[Measure]:
    """The public positions: the kernel, the public call, and the peer."""
    positions = [case for _, case in load("original", PUBLIC)]
    measures = own_measures("original", PUBLIC)
    measures.append(
        Measure(
            "original: solve(), the same again",
            lambda: [time for case in positions for time in timed(solve, [case], REPEATS)],
        )
    )
    kernel = regular.kernel
    if kernel is not None:
        hurried = posed(positions, Budget(nanoseconds=HURRIED_NS))
        measures.append(
            Measure(
                "original: past a budget of 100 us",
                lambda: [max(0.0, time - HURRIED_NS / 1000) for time in timed(kernel, hurried, 1)],
            )
        )
    if peer.exists():
        measures.append(Measure(THEIRS, lambda: ask_peer(peer)["times"], ask_peer(peer)["optimal"]))
    return measures


def ask_peer(peer: Path) -> dict[str, Any]:
    """The peer's times of one round, and how many optima it found."""
    script = Path(__file__).with_name("solver_peer.py")
    done = subprocess.run([str(peer), str(script), str(PUBLIC)], check=True, capture_output=True, text=True)
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def rows_of(measures: Sequence[Measure], rounds: int) -> list[Row]:
    """The best times of so many rounds."""
    best = [measure.once() for measure in measures]
    for _ in range(rounds - 1):
        best = [list(map(min, times, measure.once())) for times, measure in zip(best, measures, strict=True)]
    return [row(measure.name, times, measure.optimal) for times, measure in zip(best, measures, strict=True)]


def main() -> int:
    """Measure, print, and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", metavar="PYTHON", type=Path, default=PEER, help="the peer's interpreter")
    parser.add_argument("--rounds", type=int, default=15, help="of the best times")
    args = parser.parse_args()
    measures = public_measures(args.peer)
    for file in sorted(MADE.glob("*.jsonl")):
        measures += own_measures(file.stem, file)
    rows = rows_of(measures, args.rounds)
    print("| microseconds | median | p95 | p99 | max | optimal |\n|---|---|---|---|---|---|")
    for one in rows:
        proved = "" if one.optimal is None else f"{one.optimal} of {one.positions}"
        print(f"| {one.name} | {one.median} | {one.p95} | {one.p99} | {one.most} | {proved} |")
    by_name = {one.name: one for one in rows}
    theirs, ours = by_name.get(THEIRS), by_name["original: solve(), judged"]
    if theirs is None:
        print(f"\nNo peer at {args.peer}: see --help for how to get it.")
    else:
        print(f"\nsolve() beside rummikub-solver: {theirs.median / ours.median:.0f} times as fast at the median, "
              f"{theirs.p95 / ours.p95:.0f} times at p95.")  # fmt: skip
    said = {
        "date": date.today().isoformat(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "rows": [one._asdict() for one in rows],
    }
    (RESULTS / "solver.json").write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
