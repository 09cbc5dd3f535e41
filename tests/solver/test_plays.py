"""What is best by each objective, and how ties are broken."""

from collections.abc import Callable
from itertools import count, pairwise
from typing import Any, cast

import pytest

from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld, parse_tiles
from tilerummy.rules.position import Position
from tilerummy.solver.query import Answer, Budget, Query
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.regular.codec import HEAD
from tilerummy.solver.solve import answer, solve

At = Callable[..., Position]


def table(found: Answer) -> list[str]:
    assert isinstance(found.play, Play)
    return [format_meld(meld) for meld in found.play.table]


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        ("b4 b5 b6 | b3 k1", 1),
        ("r5 b5 y5 J | k1 k2 k3", 3),
        ("k1 k2 k3 k4 J | b9 r9 y9 k9", 4),
        ("k1 r1 b1 y1, k1 r1 b1 y1 | J", 1),
        ("k1 r1 b1 y1 | J", 0),
        ("k1 r1 b1 y1 | J J", 2),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 | J", 1),
        ("r4 r5 r6 r7 r8 | r6", 1),
        ("| k1 k2 k3 r9", 3),
        ("| J k1 r9", 0),
        ("| J J k1", 3),
    ],
)
def test_most_tiles(at: At, line: str, tiles: int) -> None:
    found = solve(at(line))
    assert (found.tiles, found.status) == (tiles, "optimal" if tiles else "no-play")


def test_value_counts_a_joker_at_the_edition_penalty(at: At) -> None:
    assert solve(at("| k1 r1 b1 J"), "value").value == 33
    assert solve(at("| k1 r1 b1 J", "sabra"), "value").value == 28
    assert solve(at("| k1 r1 b1 J", "duel"), "value").value == 53


def test_of_equally_many_tiles_the_joker_stays_behind(at: At) -> None:
    """Four real ones or three and the joker are four tiles."""
    found = solve(at("| k1 r1 b1 y1 J"))
    assert found.played == ("k1", "r1", "b1", "y1")


def test_of_equally_many_tiles_the_dearer_ones_are_laid(at: At) -> None:
    assert solve(at("k2 k3 k4, r11 r12 r13 | k1 r10 k12")).played == ("k1", "r10")


def test_out_is_the_whole_rack_or_nothing(at: At) -> None:
    assert solve(at("b4 b5 b6 | b3 b7"), "out").status == "optimal"
    assert solve(at("b4 b5 b6 | b3 k1"), "out").status == "no-play"
    assert solve(at("b4 b5 b6 | k1 k2 k3 J"), "out").tiles == 4


def test_the_rest_of_the_table_stays_as_it_lies(at: At) -> None:
    found = solve(at("y8 r8 k8, b4 b5 b6, r1 r2 r3 r4, b7 b8 b9 | b10"))
    assert table(found)[:3] == ["y8 r8 k8", "b4 b5 b6", "r1 r2 r3 r4"]


def test_three_runs_are_not_turned_into_groups_for_one_tile(at: At) -> None:
    found = solve(at("k1 k2 k3, r1 r2 r3, b1 b2 b3 | b4"))
    assert table(found) == ["k1 k2 k3", "r1 r2 r3", "b1 b2 b3 b4"]


def test_bounds_on_what_is_laid(at: At) -> None:
    position = at("b4 b5 b6, y8 r8 k8 | b3 b8 k1")
    assert answer(Query(position, least=parse_tiles("b8"), most=parse_tiles("b8 k1"))).played == ("b8",)
    assert answer(Query(position, least=parse_tiles("k1"))).status == "no-play"


def test_a_budget_that_is_too_small_says_so(at: At) -> None:
    position = at("k1 k2 k3, r5 r6 r7, b1 y1 k1 | k4 r8 b2 y2 k2 J")
    whole = solve(position)
    statuses = set()
    for nodes in range(whole.nodes + 1):
        found = solve(position, "tiles", Budget(nodes=nodes))
        statuses.add(found.status)
        assert found.tiles <= whole.tiles <= found.bound
    assert statuses <= {"out-of-budget", "feasible", "optimal"}
    assert {"out-of-budget", "optimal"} <= statuses


def test_time_is_read_from_the_clock_that_was_given(at: At) -> None:
    ticks = iter(range(0, 1_000_000, 7))
    found = solve(at("b4 b5 b6 | b3 k1"), "tiles", Budget(clock=lambda: next(ticks)))
    assert found.nanoseconds == 7


@pytest.mark.parametrize(
    ("line", "edition"),
    [
        ("b4 b5 b6, k1 k2 k3 | r10 k10 b10 b3 b7 | unopened", "sabra"),
        ("r2 r3 J r5 r6 | r1 r4 r4 r7 | opened", "suomi"),
    ],
)
def test_all_searches_of_one_question_share_its_time(
    at: At, kernel: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch, line: str, edition: str
) -> None:
    allowed = []

    def search(asked: bytes) -> bytes:
        allowed.append(HEAD.unpack_from(asked)[7])
        return kernel(asked)

    monkeypatch.setattr(regular, "kernel", search)
    ticks = iter(range(0, 1_000_000, 100))
    solve(at(line, edition), "tiles", Budget(nanoseconds=100_000, clock=lambda: next(ticks)))
    assert len(allowed) > 1
    assert all(later < earlier for earlier, later in pairwise(allowed))


def test_a_budget_of_nothing_is_a_budget(at: At) -> None:
    crowded = at(
        "y5 y6 y7, b4 b5 b6 b7 b8, b8 J r8 y8, y6 r6 k6, r4 k4 b4 y4, b4 b5 b6 b7 b8, r5 y5 k5 b5, y6 k6 b6, y7 b7 k7, "
        "k4 k5 k6 k7 J, r4 r5 r6 r7 r8, r5 k5 y5, J y7 r7, y4 k4 r4 J | "
        "k8 k9 k10 k11 r3 r8 r12 b3 y1 y2 y4 y9 y13 y13",
        "xp-160",
    )
    assert solve(crowded, budget=Budget(nodes=0)).status == "out-of-budget"
    assert solve(crowded, budget=Budget(nanoseconds=0, clock=count(step=1000).__next__)).status != "optimal"


def test_what_is_no_question_is_refused(at: At) -> None:
    with pytest.raises(ValueError, match="tiles, value, out"):
        solve(at("b4 b5 b6 | b3"), cast(Any, "most"))
    for wrong in ({"nodes": -1}, {"nodes": 1.5}, {"nanoseconds": -1}, {"nanoseconds": 1 << 64}):
        with pytest.raises(ValueError, match="of a budget is a whole number from 0 to"):
            Budget(**cast(Any, wrong))
