"""Special jokers: the best play is found, proved and legal."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.oracle.program import cost_of
from tests.oracle.special_cases import special_fault, sweep
from tilerummy import editions
from tilerummy.rules.notation import format_meld, parse_meld, parse_tiles
from tilerummy.rules.position import Position, position
from tilerummy.rules.tiles import in_order
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.regular.codec import REPLY, UNFINISHED
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

At = Callable[..., Position]
POSITIONS = Path(__file__).parents[2] / "benchmarks" / "positions" / "twist.jsonl"


@pytest.mark.parametrize(
    ("line", "edition", "tiles"),
    [
        ("b2 D b5 | b3 b4 k9 r9", "twist", 4),
        ("b2 D b5 | b3", "twist", 0),
        ("b3 r3 D | y3 r10 r13", "twist", 3),
        ("b3 r3 D | y3 k3", "twist", 0),
        ("y2 y3 C | y4 b11 b12", "twist", 3),
        ("y2 y3 C | y5", "twist", 0),
        ("r2 r3 M r3 r2 | r1 r1", "twist", 2),
        ("r2 r3 M r3 r2 | r4", "twist", 0),
        ("r2 r3 r4 M r4 r3 r2 | b9 b9", "twist", 2),
        ("y2 y3 y4 | b9 b9 M", "twist", 3),
        ("b1 b2 M b2 b1 | k3 b3 y3", "twist", 3),
        ("| k1 k1 k2 k2 M", "twist", 5),
        ("k1 k2 M k2 k1 | y1 y2 y3 y3 y4 y5", "twist-international", 6),
        ("y1 y2 y3 y4, y6 y7 y8 y9, y11 y12 y13 | D C", "twist", 2),
        ("y1 y2 y3 y4, k6 r6 b6 y6, y11 y12 y13 | J J D", "twist", 3),
    ],
)
def test_most_tiles(at: At, line: str, edition: str, tiles: int) -> None:
    found = solve(at(line, edition))
    assert (found.status, found.tiles) == ("optimal" if tiles else "no-play", tiles)


@pytest.mark.parametrize("edition", ["twist", "twist-international"])
def test_every_short_mirror_run_lies_and_can_be_laid(
    at: At, kernel: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch, edition: str
) -> None:
    monkeypatch.setattr(regular, "kernel", kernel)
    for low in range(1, 13):
        for high in range(low + 1, min(13, low + 4) + 1):
            half = [f"k{number}" for number in range(low, high + 1)]
            rising = [*half, "M", *half[::-1]]
            melds = [rising, [*half[::-1], "M", *half]] if high == 13 and edition == "twist" else [rising]
            assert solve(at(f"| {' '.join(rising)}", edition), "out").status == "optimal", rising
            table = " ".join(melds[-1])
            assert solve(at(f"{table} | r7 b7 y7", edition), "out").status == "optimal", table


@pytest.mark.parametrize(
    ("rack", "edition", "opens"),
    [
        ("k10 k10 M", "twist", True),
        ("k10 k10 M", "twist-international", False),
        ("b10 b11 D", "twist", True),
        ("r12 r12 r13 r13 M", "twist", True),
        ("y6 r8 b10 C C", "twist", True),
        ("k7 k7 r7 D M", "twist", True),
        ("k9 D M", "twist", False),
        ("J J D", "twist", False),
    ],
)
def test_openings_count_jokers_by_what_they_stand_for(at: At, rack: str, edition: str, opens: bool) -> None:
    found = solve(at(f"| {rack} | unopened", edition))
    assert found.status == ("optimal" if opens else "no-play")


KEPT = (
    ("tiles", "", "k3 k3 k4 k5 y3 y7 J D", (1, 2, 3)),
    ("value", "", "b3 b4 b4 y3 y3 y4 y5 y7 D D M", (5, 3, 1)),
    ("tiles", "", "k7 k8 k8 r7 r9 r9 r11 b9 b10 y10 C", (7, 1, 62)),
    ("tiles", "", "k2 k3 k5 b2 b2 b4 b6 b7 b7 b8 D", (5, 1, 14)),
    ("tiles", "k4 k5 b7 C", "k4 k7 r4 r6 b5 b7 y5 y6 y6 C", (7, 1, 38)),
)
"""Tasks a bound once got wrong: objective, table, rack, least cost."""


@pytest.mark.parametrize(("objective", "table", "rack", "cost"), KEPT)
def test_kept_tasks(objective: str, table: str, rack: str, cost: tuple[int, int, int]) -> None:
    twist = editions.load("twist-international")
    task = Task(twist, in_order(parse_tiles(table)), in_order(parse_tiles(rack)), objective)  # type: ignore[arg-type]
    assert cost_of(task, special.search(task, Budget()).left) == cost


@pytest.mark.parametrize("objective", ["tiles", "value"])
def test_kept_positions_reach_their_optima(
    kernel: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch, objective: Objective
) -> None:
    monkeypatch.setattr(regular, "kernel", kernel)
    for line in POSITIONS.read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        table = [parse_meld(meld) for meld in known["table"]]
        place = position(
            edition=editions.load("twist"), table=table, rack=parse_tiles(known["rack"]), opened=True, pool=10
        )
        found = solve(place, objective)
        assert found.status in ("optimal", "no-play")
        assert (found.tiles if objective == "tiles" else found.value) == known[f"opt_{objective}"], line


@pytest.mark.parametrize("name", ["twist", "twist-international"])
def test_random_tasks_agree_with_an_integer_program(name: str) -> None:
    assert sweep(name, seed=11, count=20) == (20, [])


@pytest.mark.parametrize(
    ("must", "may", "run_only"),
    [
        ("y9 y9 y10 y10 y11 y11 y12 y12 M", "", {"y9", "y10", "y11", "y12"}),
        ("", "k10 k11 y9 y9 y10 y11 y12 y12 D C M", set[str]()),
    ],
)
def test_a_mirror_run_of_four_tiles_a_side_has_no_parts_instead(must: str, may: str, run_only: set[str]) -> None:
    twist = editions.load("twist")
    assert (
        special_fault(Task(twist, parse_tiles(must), parse_tiles(may), "tiles", run_only=frozenset(run_only))) is None
    )


def test_a_mirror_run_up_to_thirteen_is_laid_falling(at: At) -> None:
    found = solve(at("| r12 r12 r13 r13 M", "twist"))
    assert found.play is not None
    assert [format_meld(meld) for meld in found.play.table] == ["r13 r12 M r12 r13"]


def test_the_budget_ends_the_search(at: At) -> None:
    found = solve(at("y2 y3 C | y4 b11 b12 k1 k2 k3", "twist"), budget=Budget(nodes=5))
    assert found.status in ("feasible", "out-of-budget")


def test_a_play_is_found_even_when_the_budget_ends_at_once(at: At) -> None:
    found = solve(at("y2 y3 C | k5 k6 k7 r9 J D", "twist"), budget=Budget(nodes=1))
    assert (found.status, found.tiles) == ("feasible", 6)
    assert found.bound >= found.tiles


def test_a_budget_of_time_is_kept(kernel: Callable[[bytes], bytes], at: At) -> None:
    position = at("r1 r2 D r5, k2 J k4, k8 k9 C b11, k12 M k12 | r1 r13 b8 y3 y5", "twist")
    must = tuple(tile for meld in position.table for tile in meld.tiles)
    asked = special.pose(Task(position.edition, must, position.rack, "tiles"), Budget(nanoseconds=1))
    assert REPLY.unpack_from(kernel(asked))[0] == UNFINISHED
