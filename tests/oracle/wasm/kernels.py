"""The compiled kernel and the one in WebAssembly side by side, byte for byte, over random questions of all editions and
houses or of those that are named: `python -m tests.oracle.wasm.kernels -n 100000 --jobs 2`."""

import argparse
import hashlib
import time
from collections.abc import Iterable
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from tests.oracle.houses import HOUSES
from tests.oracle.solver_positions import random_position
from tests.oracle.special_cases import far_position, frozen_position, special_task
from tests.oracle.sweep import edition_of
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.solver.dispatch import best
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.kernel import Search
from tilerummy.solver.query import OBJECTIVES, Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task
from tilerummy.solver.wasm import WasmKernel

FEW = (30, 300, 30_000, 30_000)
"""States of the budgets: some end before the search does."""


class Compared(NamedTuple):
    """What was compared of an edition or house: searches, seconds, a hash of all bytes, the requests that differ."""

    name: str
    searches: int
    seconds: float
    digest: str
    differing: list[str]


class Pair:
    """The compiled kernel's answers, each compared with WebAssembly's."""

    def __init__(self, native: Search) -> None:
        self.native, self.wasm = native, WasmKernel().search
        self.searches = 0
        self.digest = hashlib.sha256()
        self.differing: list[str] = []

    def search(self, request: bytes) -> bytes:
        """The compiled kernel's answer."""
        reply = self.native(request)
        self.searches += 1
        self.digest.update(request + reply)
        if self.wasm(request) != reply:
            self.differing.append(request.hex())
        return reply


def ask(edition: Edition, random: Random) -> None:
    """One random question."""
    if frozen.handles(edition):
        place = random.choice((frozen_position, frozen_position, far_position))(edition, random)
        if place is not None:
            budget = Budget(random.choice(FEW))
            frozen.search(Task(edition, (), place.rack, random.choice(OBJECTIVES), table=place.table), budget)
    elif special.handles(edition):
        task = special_task(edition, random, most=random.choice((11, 11, 11, 15)))
        if task is not None:
            best(task, Budget(random.choice(FEW)))
    else:
        solve(random_position(edition, random), random.choice(OBJECTIVES), Budget(random.choice(FEW)))


def compared(name: str, seed: int, count: int) -> Compared:
    """At least so many searches, in random questions of an edition or house."""
    native = regular.kernel
    if native is None:
        raise SystemExit("the kernel is not compiled")
    edition, random, pair, begun = edition_of(name), Random(f"{name} {seed}"), Pair(native), time.monotonic()
    regular.kernel = pair.search
    try:
        while pair.searches < count:
            ask(edition, random)
    finally:
        regular.kernel = native
    seconds = time.monotonic() - begun
    return Compared(name, pair.searches, seconds, pair.digest.hexdigest()[:16], pair.differing)


def _compared(words: tuple[str, int, int]) -> Compared:
    return compared(*words)


def table(rows: Iterable[Compared]) -> int:
    """Print a line for each as it comes; how many searches differ."""
    wrong = 0
    print(
        "| edition or house | searches | differ | all bytes, SHA-256 | s |",
        "|" + "---|" * 5,
        sep="\n",
    )
    for row in rows:
        wrong += len(row.differing)
        counts = f"{row.searches:,} | {len(row.differing)}"
        print(
            f"| `{row.name}` | {counts} | {row.digest} | {row.seconds:.0f} |", *row.differing[:3], sep="\n", flush=True
        )
    return wrong


def main() -> int:
    """Compare, print a table, and 0 when all bytes are the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", default=[*editions.names(), *HOUSES])
    parser.add_argument("-n", type=int, default=100_000, help="searches of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    with Pool(args.jobs) as pool:
        rows = pool.imap_unordered(_compared, [(name, args.seed, args.n) for name in args.names])
        return 1 if table(rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
