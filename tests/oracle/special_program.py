"""The least cost of a task with special jokers as an integer program over every meld the rules allow."""

from collections import Counter

import highspy
import numpy as np

from tests.oracle.special_melds import every_meld
from tilerummy.rules.tiles import KINDS, NUMBER_OF, is_joker
from tilerummy.solver.task import Task

Cost = tuple[int, int, int]
SECONDS = 60.0


def cost_of(task: Task, left: tuple[str, ...]) -> Cost:
    """What leaving these tiles of `may` behind costs: the objective, jokers laid, the other measure."""
    points = sum(NUMBER_OF.get(tile, task.edition.jokers.penalty) for tile in left)
    laid = sum(map(is_joker, task.may)) - sum(map(is_joker, left))
    return (points, laid, len(left)) if task.objective == "value" else (len(left), laid, points)


def least_cost(task: Task, opening: int = 0) -> Cost | None:
    """The optimum, None where there is no way. Raises RuntimeError when the program is not solved in time.

    `opening`: of the tiles of `may` that are laid, melds that count so much can be made without any others.
    """
    must, every = Counter(task.must), Counter((*task.must, *task.may))
    if task.exact or task.objective == "out":
        must = every
    melds = list(every_meld(every, task.edition, task.run_only).items())
    own = list(every_meld(Counter(task.may), task.edition).items()) if opening else []
    kinds = [kind for kind in KINDS if every[kind]]
    own_from = len(melds) + len(kinds)
    columns = own_from + len(own)
    cost = np.zeros(columns)
    upper = np.full(columns, 8.0)
    for at, kind in enumerate(kinds):
        upper[len(melds) + at] = every[kind] - must[kind]
        joker, points = is_joker(kind), NUMBER_OF.get(kind, task.edition.jokers.penalty)
        weight = points * 65536 + 1 if task.objective == "value" else 65536 * 8 + points
        cost[len(melds) + at] = weight - (4096 if joker else 0)
    rows: list[tuple[float, float, dict[int, float]]] = []
    for at, kind in enumerate(kinds):
        row = {column: float(tiles.count(kind)) for column, (tiles, _) in enumerate(melds) if kind in tiles}
        row[len(melds) + at] = 1.0
        rows.append((every[kind], every[kind], row))
    if task.threshold:
        rows.append((task.threshold, np.inf, {column: float(worth) for column, (_, (_, worth)) in enumerate(melds)}))
    if opening:
        for at, kind in enumerate(kinds):
            row = {own_from + column: float(tiles.count(kind)) for column, (tiles, _) in enumerate(own)}
            row[len(melds) + at] = 1.0
            rows.append((-np.inf, task.may.count(kind), row))
        rows.append((opening, np.inf, {own_from + column: float(worth) for column, (_, (_, worth)) in enumerate(own)}))
    values = _solve(cost, upper, rows)
    if values is None:
        return None
    left = tuple(kind for at, kind in enumerate(kinds) for _ in range(round(values[len(melds) + at])))
    return cost_of(task, left)


def _solve(
    cost: np.ndarray, upper: np.ndarray, rows: list[tuple[float, float, dict[int, float]]]
) -> list[float] | None:
    highs = highspy.Highs()
    for option, value in (
        ("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5), ("time_limit", SECONDS)
    ):  # fmt: skip
        highs.setOptionValue(option, value)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(cost), len(rows)
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = cost, np.zeros(len(cost)), upper
    lp.row_lower_ = np.array([low for low, _, _ in rows], dtype=float)
    lp.row_upper_ = np.array([high for _, high, _ in rows], dtype=float)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0] + [len(row) for _, _, row in rows]).astype(np.int32)
    lp.a_matrix_.index_ = np.array([column for _, _, row in rows for column in row], dtype=np.int32)
    lp.a_matrix_.value_ = np.array([value for _, _, row in rows for value in row.values()])
    lp.integrality_ = [highspy.HighsVarType.kInteger] * len(cost)
    # where its presolve stumbles over a program, the program as it is can still be solved
    for presolve in ("choose", "off"):
        highs.setOptionValue("presolve", presolve)
        highs.passModel(lp)
        highs.run()
        status = highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status == highspy.HighsModelStatus.kOptimal:
            return list(highs.getSolution().col_value)
    raise RuntimeError(f"integer program not solved: {status}")
