"""Crowded tables of three copies and up to four jokers, and the search that proves them."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.oracle.solver_positions import random_position
from tests.oracle.wide_requests import regular_request
from tests.solver.conftest import SOON
from tilerummy import editions
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import Position, from_layout
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import astar, fallback
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.regular.codec import FEASIBLE, UNFINISHED, VALUE, unpack_reply, unpack_request
from tilerummy.solver.regular.runs import run_states
from tilerummy.solver.solve import solve
from tilerummy.solver.task import Task

Kernel = Callable[[bytes], bytes]
KNOWN = [
    json.loads(line) for line in Path(__file__).with_name("crowded.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Positions of xp-160 with an objective and their optimum, proved by an integer program."""


def _position(known: dict[str, str]) -> Position:
    return from_layout(parse_position(known["position"]), editions.load("xp-160"))


def _asked(known: dict[str, str], nodes: int) -> bytes:
    position = _position(known)
    return regular.pose(Task(position.edition, (), position.rack, "value", table=position.table), Budget(nodes))


@pytest.mark.slow
def test_every_optimum_is_proved(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regular, "kernel", kernel)
    for known in KNOWN:
        found = solve(_position(known), known["objective"])
        assert found.status == ("optimal" if known["tiles"] else "no-play"), known["position"]
        assert (found.tiles, found.value) == (known["tiles"], known["value"]), known["position"]


@pytest.mark.slow
def test_same_bytes_as_the_fallback_within_any_budget(kernel: Kernel) -> None:
    for known, beyond in zip(KNOWN[::12], (20_000, 60), strict=True):
        asked = _asked(known, astar.ASTAR_AFTER + beyond)
        assert kernel(asked) == fallback.search(asked), asked.hex()


@pytest.mark.slow
def test_same_bytes_where_there_are_many_copies(impatient_kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(astar, "ASTAR_AFTER", SOON)
    random = Random(61)
    for _ in range(100):
        asked = regular_request(random)
        assert impatient_kernel(asked) == fallback.search(asked), asked.hex()


@pytest.mark.slow
def test_a_budget_that_ends_on_the_way_leaves_a_bound(kernel: Kernel) -> None:
    for known in KNOWN:
        melds = len(_position(known).table)
        whole = unpack_reply(kernel(_asked(known, 1_000_000)), melds)
        short = unpack_reply(kernel(_asked(known, astar.ASTAR_AFTER + 5)), melds)
        assert short.nodes == astar.ASTAR_AFTER + 5
        assert short.outcome in (FEASIBLE, UNFINISHED)
        assert short.bound <= whole.bound


@pytest.mark.parametrize("name", ["original", "sabra", "xp-160"])
def test_both_walks_leave_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one for crowded tables, made to begin at once, on positions where the other one is soon done."""
    asked: list[bytes] = []

    def search(request: bytes) -> bytes:
        asked.append(request)
        return fallback.search(request)

    monkeypatch.setattr(regular, "kernel", search)
    edition, random = editions.load(name), Random(60)
    for _ in range(30):
        solve(random_position(edition, random), random.choice(("tiles", "value", "out")))
    plain = [_left(request) for request in asked]
    monkeypatch.setattr(astar, "ASTAR_AFTER", 0)
    assert [_left(request) for request in asked] == plain


def _left(asked: bytes) -> tuple[int, ...]:
    """What is left behind in the order in which the objective counts it."""
    request = unpack_request(asked)
    assert request is not None
    reply = unpack_reply(fallback.search(asked), len(request.table))
    points = (
        sum(count * (kind % 13 + 1) for kind, count in enumerate(reply.left[:52])) + reply.left[52] * request.penalty
    )
    tiles = sum(reply.left)
    first, last = (points, tiles) if request.objective == VALUE else (tiles, points)
    return reply.outcome, reply.bound, first, -reply.left[52], last


def test_open_runs_that_are_no_worse_can_go_on_in_every_way() -> None:
    states = run_states(3)
    for state, no_worse in enumerate(states.no_worse):
        for other in no_worse:
            for tiles in range(states.needs[state], 4):
                after = states.after[other][tiles]
                assert after in states.no_worse[states.after[state][tiles]]
