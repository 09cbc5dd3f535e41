"""Questions to both solvers, and where their answers differ."""

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from tests.oracle.solver_positions import random_position
from tests.oracle.special_cases import special_task
from tests.oracle.wasm.page import page_answers
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import format_meld, format_position
from tilerummy.rules.position import Position, layout_of, position
from tilerummy.solver.dispatch import best
from tilerummy.solver.k_best import best_plays
from tilerummy.solver.query import OBJECTIVES, Answer, Budget, Objective
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

FEW: tuple[int, ...] = (1, 10, 60, 400)
"""States of the budgets that end before the search does."""


class Case(NamedTuple):
    """A question: an edition by name, a position of it, an objective, the states that each search may expand, and how
    many of the best plays are wanted."""

    edition: str
    position: Position
    objective: Objective
    nodes: int = Budget().nodes
    wanted: int = 1

    def asked(self) -> str:
        """The question as a line for the page's solver."""
        line = format_position(layout_of(self.position))
        said = {"position": line, "edition": self.edition, "objective": self.objective, "count": self.wanted}
        return json.dumps({**said, "budget": {"nodes": self.nodes}})

    def expected(self) -> str:
        """Python's answers in the form of the page's."""
        budget = Budget(self.nodes)
        first = solve(self.position, self.objective, budget)
        found = [first]
        if self.wanted > 1 and first.play is not None:
            plays = best_plays(self.position, self.wanted, self.objective, budget)
            found += [play for play in plays if play.played != first.played][: self.wanted - 1]
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


def differing(asked: Iterable[Case]) -> list[str]:
    """What the page answers otherwise than Python."""
    some = list(asked)
    answers = page_answers(case.asked() for case in some)
    return [
        f"{case.asked()}\n    page   {said}\n    python {case.expected()}"
        for case, (_, said) in zip(some, answers, strict=True)
        if said != case.expected()
    ]
