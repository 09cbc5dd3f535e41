"""The definition: the kernel finds what it says, the integer program agrees, and it says where it does not know."""

from collections.abc import Callable
from random import Random

import pytest

from tests.oracle.program import cost_of, least_cost
from tests.oracle.solver_positions import random_position
from tests.rules.situations import situation
from tilerummy.bots.levels import LEVELS
from tilerummy.editions import load
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.views import view
from tilerummy.rules.melds.readings import readings
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import Position, from_layout
from tilerummy.rules.tiles import in_order
from tilerummy.solver import definition
from tilerummy.solver.ability import ability, forget
from tilerummy.solver.query import OBJECTIVES, Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Found, Task

EDITIONS = ("original", "original-classic", "sabra", "xp-160", "suomi")


def questions(edition: Edition, seed: str, count: int) -> list[Task]:
    """Random plays and openings."""
    stream = Random(seed)
    tasks = []
    for _ in range(count):
        position, threshold = random_position(edition, stream), stream.choice((0, 0, 0, 30))
        table = () if threshold else position.table
        tasks.append(Task(edition, (), position.rack, stream.choice(OBJECTIVES), threshold, table=table))
    return tasks


def check(task: Task, found: Found) -> None:
    """The answer is proved and lays all that it says in melds that reach the threshold."""
    assert found.proved, task
    if found.melds is not None:
        values = [readings(meld, task.edition)[0].value for meld in found.melds]
        assert sum(values) >= task.threshold, task
        laid = [tile for meld in found.melds for tile in meld.tiles]
        assert in_order((*laid, *found.left)) == in_order((*task.may, *(t for m in task.table for t in m.tiles))), task


def cost(task: Task, found: Found) -> tuple[int, int, int] | None:
    return None if found.melds is None else cost_of(task, found.left)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_kernel_finds_what_the_definition_says(name: str) -> None:
    edition = load(name)
    kernel = special if special.handles(edition) else regular
    for task in questions(edition, name, 60):
        found = definition.search(task, Budget(nodes=3000))
        if found.proved:
            check(task, found)
            assert cost(task, found) == cost(task, kernel.search(task, Budget())), task


@pytest.mark.parametrize(("copies", "jokers"), [(2, 2), (3, 4), (4, 3), (6, 2)])
def test_it_agrees_with_the_integer_program(copies: int, jokers: int) -> None:
    edition = change(load("original"), {"tiles.copies": copies, "tiles.jokers": {"J": jokers}})
    asked = 0
    for task in questions(edition, f"{copies} {jokers}", 40):
        loose = [tile for meld in task.table for tile in meld.tiles]
        found = definition.search(task, Budget(nodes=1000))
        if found.proved:
            check(task, found)
            least = least_cost(Task(edition, in_order(loose), task.may, task.objective, task.threshold))
            assert cost(task, found) == least, task
            asked += 1
    assert asked > 30


def test_with_six_copies_the_best_play_is_found() -> None:
    six = change(load("original"), {"tiles.copies": 6})
    found = solve(from_layout(parse_position("k9 k10 k11 | k1 k1 k1 k1 k2 k2 k2 k3 k3 k3 k13 | opened"), six))
    assert (found.status, found.tiles) == ("optimal", 9)


def test_melds_of_the_table_stay_where_they_can(at: Callable[..., Position]) -> None:
    position = at("k5 k6 k7, r5 r6 r7, b5 b6 b7, y1 y2 y3 | k4 y4")
    table = position.table
    found = definition.search(Task(position.edition, (), position.rack, "tiles", table=table), Budget())
    assert found.melds is not None
    assert found.melds[:2] == table[1:3]
    assert not found.left


def test_without_a_kernel_it_answers_or_says_that_it_did_not(
    at: Callable[..., Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(regular, "kernel", None)
    forget()
    able, unable, special = at("b4 b5 b6 | b3 k1"), at("b4 b5 b6 | k1"), at("b4 b5 b6 | b3 D", "twist")
    assert (solve(able).status, solve(unable).status) == ("optimal", "no-play")
    assert ability(able).play is not None
    assert ability(unable).stuck
    assert solve(able, budget=Budget(nodes=3)).status == "out-of-budget"
    assert solve(special).status == "out-of-budget"
    assert not ability(special).stuck
    forget()


@pytest.mark.parametrize("level", ["expert", "master", "champion"])
def test_without_a_kernel_the_upper_levels_play_as_steady(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = situation(racks=["k9 k10 k11 r10 b10 b12 J", "r1"], pool="k2", table=["b10 b11 b12 b13"])
    seen = view(state, 0)
    monkeypatch.setattr(regular, "kernel", None)
    assert LEVELS[level](seen, Random(1)) == LEVELS["steady"](seen, Random(1))
