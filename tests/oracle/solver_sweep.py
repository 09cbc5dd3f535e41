"""Solver, definition and integer program side by side on random positions:
`python -m tests.oracle.solver_sweep -n 100000 --proved 3000 original`."""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from tests.oracle.program import best_cost, cost_of
from tests.oracle.solver_positions import random_position
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.rules.tiles import in_order
from tilerummy.solver import definition
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.objectives import cost
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

OBJECTIVES: tuple[Objective, ...] = ("tiles", "value", "out")
STATES = Budget(nodes=300)


def disagreement(position: Position, objective: Objective, proved: bool) -> str | None:
    """What is wrong with the solver's answer; None when all is well. `proved`: ask the integer program too."""
    found = solve(position, objective)
    if found.status not in ("optimal", "no-play"):
        return f"status {found.status}"
    if not proved:
        return None
    left = in_order((Counter(position.rack) - Counter(found.played)).elements())
    task = Task(position.edition, (), position.rack, objective)
    said, true = cost_of(task, left) if found.played else None, best_cost(position, objective)
    return None if said == true else f"{said} but the integer program says {true}"


def by_definition(position: Position, objective: Objective) -> tuple[bool, str | None]:
    """Whether the definition has an answer within a few states, and how its cost differs from the kernel's."""
    task = Task(position.edition, (), position.rack, objective, table=position.table)
    one, other = regular.search(task, Budget()), definition.search(task, STATES)
    if not other.proved:
        return False, None
    said = (None if found.melds is None else cost(position, objective, found.left) for found in (one, other))
    kernel, defined = said
    return True, None if kernel == defined else f"the kernel says {kernel}, the definition {defined}"


def cases(edition: Edition, seed: int, count: int) -> Iterator[tuple[Position, Objective]]:
    """The random positions of a sweep, each with its objective."""
    random = Random(seed)
    for _ in range(count):
        yield random_position(edition, random), random.choice(OBJECTIVES)


def main() -> int:
    """Run a sweep and print what differs; 0 when nothing does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("-n", type=int, default=10_000, help="positions in which kernel and definition are compared")
    parser.add_argument("--proved", type=int, default=300, help="how many of them the integer program proves")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    edition = editions.load(args.edition)
    if frozen.handles(edition) or special.handles(edition):
        parser.error(f"the integer program does not know the jokers of {args.edition}: ask tests.oracle.special_cases")
    done = wrong = defined = 0
    start = time.monotonic()
    try:
        for position, objective in cases(edition, args.seed, args.n):
            said = disagreement(position, objective, done < args.proved)
            answered, differs = by_definition(position, objective)
            defined += answered
            said = differs or said
            if said is not None:
                wrong += 1
                print(f"{objective}: {format_position(layout_of(position))}\n    {said}", flush=True)
            done += 1
    except KeyboardInterrupt:
        print("stopped before the end")
    seconds = time.monotonic() - start
    proved = min(done, args.proved)
    print(
        f"{args.edition}: {done} positions, {defined} by definition too, {proved} proved, {wrong} wrong, "
        f"{seconds:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
