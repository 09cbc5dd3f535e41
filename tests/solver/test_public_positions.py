"""Every public position: the proved optimum, by the kernel and of every tenth by the definition, legally laid."""

from collections.abc import Callable
from typing import Any

import pytest

from tilerummy.rules.position import Position
from tilerummy.solver.query import Objective
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.solve import solve

OPTIMA: dict[Objective, str] = {"tiles": "opt_tiles", "value": "opt_points"}


def _all_optimal(public: list[tuple[dict[str, Any], Position]], objective: Objective) -> None:
    for known, position in public:
        found = solve(position, objective)
        worth = found.tiles if objective == "tiles" else found.value
        assert worth == known[OPTIMA[objective]], known["id"]
        assert found.status == ("optimal" if worth else "no-play"), known["id"]
        assert found.bound == worth, known["id"]


@pytest.mark.slow
@pytest.mark.parametrize("objective", OPTIMA)
def test_the_definition_finds_the_optimum(
    public: list[tuple[dict[str, Any], Position]], monkeypatch: pytest.MonkeyPatch, objective: Objective
) -> None:
    monkeypatch.setattr(regular, "kernel", None)
    _all_optimal(public[::10], objective)


@pytest.mark.parametrize("objective", OPTIMA)
def test_the_kernel_finds_every_optimum(
    public: list[tuple[dict[str, Any], Position]],
    kernel: Callable[[bytes], bytes],
    monkeypatch: pytest.MonkeyPatch,
    objective: Objective,
) -> None:
    monkeypatch.setattr(regular, "kernel", kernel)
    _all_optimal(public, objective)
