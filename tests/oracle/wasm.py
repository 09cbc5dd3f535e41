"""The solver of the page beside Python's, byte for byte: `python -m tests.oracle.wasm original -n 10000`.

The page's modules run under Node with the kernel that the page loads. `--write` writes the editions they know into
`webapp/src/solver/editions.json`.
"""

import argparse
import json
import subprocess
import time
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from building import ROOT
from building.wasm import MODULE
from tests.oracle.solver_positions import random_position
from tests.oracle.special_cases import special_task
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import format_meld, format_position
from tilerummy.rules.position import Position, layout_of, position
from tilerummy.solver.dispatch import best
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.k_best import best_plays
from tilerummy.solver.query import OBJECTIVES, Answer, Budget, Objective
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special
from tilerummy.solver.special.switches import meld_rules
from tilerummy.solver.task import Task

EDITIONS = ROOT / "webapp/src/solver/editions.json"
PROGRAM = ROOT / "webapp/scripts/solver.mjs"
FEW: tuple[int, ...] = (1, 10, 60, 400)
"""States of the budgets that end before the search does."""


class Case(NamedTuple):
    """A question: an edition by name, a position of it, an objective, the states that each search may expand, and how
    many of the best plays are wanted."""

    edition: str
    position: Position
    objective: Objective
    nodes: int = Budget().nodes
    count: int = 1

    def asked(self) -> str:
        """The question as a line for the page's solver."""
        line = format_position(layout_of(self.position))
        said = {"position": line, "edition": self.edition, "objective": self.objective, "count": self.count}
        return json.dumps({**said, "budget": {"nodes": self.nodes}})

    def expected(self) -> str:
        """Python's answers in the form of the page's."""
        budget = Budget(self.nodes)
        first = solve(self.position, self.objective, budget)
        found = [first]
        if self.count > 1 and first.play is not None:
            plays = best_plays(self.position, self.count, self.objective, budget)
            found += [play for play in plays if play.played != first.played][: self.count - 1]
        return json.dumps([*map(_plain, found)], separators=(",", ":"))


def _plain(found: Answer) -> dict[str, Any]:
    play = found.play and {
        "opening": [format_meld(meld) for meld in found.play.opening],
        "table": [format_meld(meld) for meld in found.play.table],
    }
    return {
        "status": found.status,
        "tiles": found.tiles,
        "value": found.value,
        "play": play,
        "played": found.played,
        "bound": found.bound,
        "nodes": found.nodes,
    }


def served() -> list[str]:
    """The editions that the page solves itself."""
    return [name for name in editions.NAMES if _served(editions.load(name))]


def _served(edition: Edition) -> bool:
    return not frozen.handles(edition) and edition.runs.past_last is None and edition.opening.melds == "several"


def page_rules(edition: Edition) -> dict[str, Any]:
    """What the page needs to know of an edition: `Rules` in `webapp/src/solver/rules.ts`."""
    opening, jokers = edition.opening, edition.tiles.jokers
    return {
        "amount": max(1, opening.amount + (opening.comparison == "more-than")),
        "copies": edition.tiles.copies,
        "jokers": [jokers[kind] for kind in "JDCM"],
        "penalty": edition.jokers.penalty,
        "same_turn": opening.table_use == "same-turn",
        "switches": [int(switch) for switch in meld_rules(edition)] if special.handles(edition) else None,
        "waived": opening.after_pool == "waived",
    }


def page_editions() -> str:
    """The file of all editions that the page solves itself."""
    lines = [f"  {json.dumps(name)}: {json.dumps(page_rules(editions.load(name)))}" for name in sorted(served())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def cases(name: str, seed: int, count: int) -> Iterator[Case]:
    """Random questions about positions of an edition; a fourth has a budget that may end the
    search, a tenth asks for several plays."""
    edition, random = editions.load(name), Random(seed)
    for _ in range(count):
        special_tiles = special.handles(edition) and random.random() < 0.8
        make = _special_position if special_tiles else random_position
        nodes = random.choice(FEW) if random.random() < 0.25 else Budget().nodes
        count = random.choice((2, 5)) if random.random() < 0.1 else 1
        yield Case(name, make(edition, random), random.choice(OBJECTIVES), nodes, count)


def _special_position(edition: Edition, random: Random) -> Position:
    """A position of at most 18 tiles in which special jokers abound."""
    while (task := special_task(edition, random, most=18)) is None:
        continue
    table = best(Task(edition, task.must, (), "tiles"), Budget()).melds or ()
    return position(edition=edition, table=table, rack=task.may, opened=random.random() < 0.75, pool=1)


def page_answers(asked: Iterable[str]) -> list[tuple[int, str]]:
    """The page's answers, each with the microseconds it took."""
    text = "".join(f"{line}\n" for line in asked)
    done = subprocess.run(["node", PROGRAM], input=text, stdout=subprocess.PIPE, text=True, check=True)
    return [(int(us), said) for us, said in (line.split("\t", 1) for line in done.stdout.splitlines())]


def differing(asked: Iterable[Case]) -> list[str]:
    """What the page answers otherwise than Python."""
    some = list(asked)
    answers = page_answers(case.asked() for case in some)
    return [
        f"{case.asked()}\n    page   {said}\n    python {case.expected()}"
        for case, (_, said) in zip(some, answers, strict=True)
        if said != case.expected()
    ]


def main() -> int:
    """Compare and print what differs; 0 when nothing does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all, if none is named")
    parser.add_argument("-n", type=int, default=10_000, help="positions of each edition")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the editions that the page knows")
    args = parser.parse_args()
    if args.write:
        EDITIONS.write_text(page_editions(), encoding="utf-8")
        return 0
    if unknown := set(args.editions) - set(served()):
        parser.error(f"the page solves {', '.join(served())}, not {', '.join(sorted(unknown))}")
    if not MODULE.is_file():
        parser.error(f"{MODULE.relative_to(ROOT)} is not there: python3 dev.py test makes it")
    wrong = 0
    for name in args.editions or served():
        begun = time.monotonic()
        found = differing(cases(name, args.seed, args.n))
        seconds = time.monotonic() - begun
        print("\n".join([*found[:10], f"{name}: {args.n} positions, {len(found)} differ, {seconds:.0f} s"]), flush=True)
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
