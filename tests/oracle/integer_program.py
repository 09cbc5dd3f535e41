"""The best play as an integer program, written apart from the solver: one variable for every meld that could lie.

A run longer than five is two runs, so melds of three to five places are enough. Each meld is written with its jokers in
their places, which makes its opening value plain. For a player who opens in a turn in which they may use the table, the
melds of the opening are variables of their own: their tiles must be among those the play lays.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import highspy
import numpy as np

from tilerummy.rules.position import Position

COLOURS = "krby"
JOKER = 52
KINDS = 53
SECONDS = 60.0


class Shape(NamedTuple):
    """A meld: how many of each kind it holds, and its opening value."""

    kinds: tuple[int, ...]
    value: int


class Best(NamedTuple):
    """The optimum: rack tiles laid, their penalty points, jokers among them; None of it where nothing can be laid."""

    tiles: int
    value: int
    jokers: int


def best(position: Position, objective: str) -> Best | None:
    """The best play by `tiles` or `value`, or by `out`; None where there is none. Raises RuntimeError when the program
    is not solved in time."""
    table, rack = [0] * KINDS, [0] * KINDS
    for meld in position.table:
        for tile in meld.tiles:
            table[_kind(tile)] += 1
    for tile in position.rack:
        rack[_kind(tile)] += 1
    rule = position.edition.opening
    needed = rule.amount + (rule.comparison == "more-than")
    if rule.after_pool == "waived" and (position.pool == 0 or position.last_turn):
        needed = 0
    own_only = not position.opened and rule.table_use == "later-turn"
    witness = not position.opened and rule.table_use == "same-turn"
    if own_only:
        table = [0] * KINDS
    program = _Program(table, rack, position.edition.jokers.penalty, objective)
    if own_only:
        program.reach(program.shapes, needed)
    if witness:
        program.witness(needed)
    return program.solve()


def _kind(tile: str) -> int:
    return JOKER if tile == "J" else COLOURS.index(tile[0]) * 13 + int(tile[1:]) - 1


def _shapes(most: list[int]) -> Iterator[Shape]:
    """Every meld of three to five places that the tiles could make, with at least one numbered tile."""
    places: list[tuple[tuple[int, ...], bool]] = []
    for colour in range(4):
        for length in (3, 4, 5):
            for first in range(14 - length):
                places.append((tuple(colour * 13 + first + at for at in range(length)), True))
    for number in range(13):
        for size in (3, 4):
            for colours in combinations(range(4), size):
                places.append((tuple(colour * 13 + number for colour in colours), False))
    seen = set()
    for kinds, is_run in places:
        value = sum(kind % 13 + 1 for kind in kinds)
        for jokers in range(min(most[JOKER], len(kinds) - 1) + 1):
            for replaced in combinations(range(len(kinds)), jokers):
                real = tuple(kind for at, kind in enumerate(kinds) if at not in replaced)
                shape = Shape((*real, *(JOKER,) * jokers), value)
                if all(most[kind] for kind in real) and (is_run, shape) not in seen:
                    seen.add((is_run, shape))
                    yield shape


class _Program:
    """Columns: melds, then rack tiles laid per kind, then melds of the opening. Rows: tiles per kind, and more."""

    def __init__(self, table: list[int], rack: list[int], penalty: int, objective: str) -> None:
        self.table, self.rack, self.penalty, self.objective = table, rack, penalty, objective
        self.shapes = list(enumerate(_shapes([a + b for a, b in zip(table, rack, strict=True)])))
        self.laid = [len(self.shapes) + kind for kind in range(KINDS)]
        self.columns = len(self.shapes) + KINDS
        self.rows: list[tuple[float, float, dict[int, float]]] = []
        for kind in range(KINDS):
            row: dict[int, float] = {}
            for column, shape in self.shapes:
                if kind in shape.kinds:
                    row[column] = float(shape.kinds.count(kind))
            row[self.laid[kind]] = -1.0
            self.rows.append((table[kind], table[kind], row))
        least = float(sum(rack)) if objective == "out" else 1.0
        self.rows.append((least, np.inf, dict.fromkeys(self.laid, 1.0)))

    def reach(self, shapes: list[tuple[int, Shape]], needed: int) -> None:
        """These melds are worth at least so much together, and there is one."""
        self.rows.append((needed, np.inf, {column: float(shape.value) for column, shape in shapes}))
        self.rows.append((1.0, np.inf, {column: 1.0 for column, _ in shapes}))

    def witness(self, needed: int) -> None:
        """Melds of laid tiles alone reach the amount."""
        opening = [(self.columns + at, shape) for at, shape in enumerate(_shapes(self.rack))]
        self.columns += len(opening)
        for kind in range(KINDS):
            row = {column: float(shape.kinds.count(kind)) for column, shape in opening if kind in shape.kinds}
            if row:
                self.rows.append((-np.inf, 0.0, {**row, self.laid[kind]: -1.0}))
        self.reach(opening, needed)

    def solve(self) -> Best | None:
        """The optimum, lexicographic: the objective, then fewest jokers, then the other measure."""
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("threads", 1)
        highs.setOptionValue("mip_rel_gap", 0.0)
        highs.setOptionValue("mip_abs_gap", 0.5)
        highs.setOptionValue("time_limit", SECONDS)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = self.columns, len(self.rows)
        upper = np.full(self.columns, 16.0)
        cost = np.zeros(self.columns)
        for kind in range(KINDS):
            upper[self.laid[kind]] = self.rack[kind]
            points = self.penalty if kind == JOKER else kind % 13 + 1
            joker = kind == JOKER
            cost[self.laid[kind]] = (
                points * 1024 - 128 * joker + 1 if self.objective == "value" else 16384 - 1024 * joker + points
            )
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = cost, np.zeros(self.columns), upper
        lp.row_lower_ = np.array([low for low, _, _ in self.rows], dtype=float)
        lp.row_upper_ = np.array([high for _, high, _ in self.rows], dtype=float)
        starts = np.cumsum([0] + [len(row) for _, _, row in self.rows])
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = starts.astype(np.int32)
        lp.a_matrix_.index_ = np.array([column for _, _, row in self.rows for column in row], dtype=np.int32)
        lp.a_matrix_.value_ = np.array([value for _, _, row in self.rows for value in row.values()])
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.integrality_ = [highspy.HighsVarType.kInteger] * self.columns
        highs.passModel(lp)
        highs.run()
        status = highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"integer program not solved: {status}")
        values = highs.getSolution().col_value
        laid = [round(values[column]) for column in self.laid]
        points = sum(count * (self.penalty if kind == JOKER else kind % 13 + 1) for kind, count in enumerate(laid))
        return Best(sum(laid), points, laid[JOKER])
