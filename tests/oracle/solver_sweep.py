"""Solver, kernel and integer program side by side on random positions:
`python -m tests.oracle.solver_sweep -n 100000 --proved 3000 original`."""

import argparse
import time
from collections.abc import Iterator
from random import Random

from tests.oracle.integer_program import Best, best
from tests.oracle.solver_positions import random_position
from tests.oracle.twin import Twin
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.query import Objective
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special

OBJECTIVES: tuple[Objective, ...] = ("tiles", "value", "out")


def disagreement(position: Position, objective: Objective, proved: bool) -> str | None:
    """What is wrong with the solver's answer; None when all is well. `proved`: ask the integer program too."""
    found = solve(position, objective)
    if found.status not in ("optimal", "no-play"):
        return f"status {found.status}"
    if not proved:
        return None
    jokers = found.played.count("J")
    said = Best(found.tiles, found.value, jokers) if found.status == "optimal" else None
    true = best(position, objective)
    return None if said == true else f"{said} but the integer program says {true}"


def cases(edition: Edition, seed: int, count: int) -> Iterator[tuple[Position, Objective]]:
    """The random positions of a sweep, each with its objective."""
    random = Random(seed)
    for _ in range(count):
        yield random_position(edition, random), random.choice(OBJECTIVES)


def main() -> int:
    """Run a sweep and print what differs; 0 when nothing does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("-n", type=int, default=10_000, help="positions in which kernel and fallback are compared")
    parser.add_argument("--proved", type=int, default=300, help="how many of them the integer program proves")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    edition = editions.load(args.edition)
    if frozen.handles(edition) or special.handles(edition):
        parser.error(f"the integer program does not know the jokers of {args.edition}: ask tests.oracle.special_cases")
    twin = Twin()
    regular.kernel = twin.search
    done = wrong = 0
    start = time.monotonic()
    try:
        for position, objective in cases(edition, args.seed, args.n):
            said = disagreement(position, objective, done < args.proved)
            if twin.differing:
                said = f"kernel and fallback differ: {twin.differing.pop().hex()}"
            if said is not None:
                wrong += 1
                print(f"{objective}: {format_position(layout_of(position))}\n    {said}", flush=True)
            done += 1
    except KeyboardInterrupt:
        print("stopped before the end")
    seconds = time.monotonic() - start
    proved = min(done, args.proved)
    print(
        f"{args.edition}: {done} positions, {twin.compared} searches compared, {proved} proved, {wrong} wrong, "
        f"{seconds:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
