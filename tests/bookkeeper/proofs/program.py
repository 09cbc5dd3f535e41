"""A small integer program: whole numbers of things, lower and upper bounds on sums of them."""

from collections import defaultdict
from dataclasses import dataclass, field

import highspy
import numpy as np

SECONDS = 10.0
OPTIONS = (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5))


class UnsureError(Exception):
    """The program took too long, or found something that the law does not allow: nothing is proved."""


@dataclass
class Program:
    """Columns (things with a most and a worth) and rows (sums with a least and a most), by name."""

    columns: list[tuple[float, float]] = field(default_factory=list)
    rows: dict[str, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    bounds: dict[str, tuple[float, float]] = field(default_factory=dict)

    def column(self, most: float, worth: float = 0.0, **of: float) -> int:
        """A thing there may be `most` of; `of` says how much it adds to which row."""
        at = len(self.columns)
        self.columns.append((most, worth))
        self.add(at, **of)
        return at

    def add(self, column: int, **of: float) -> None:
        """What one of a thing adds to rows."""
        for row, amount in of.items():
            self.rows[row][column] = self.rows[row].get(column, 0.0) + amount

    def bound(self, row: str, least: float, most: float) -> None:
        """Between what the sum of a row has to be; rows are 0 where nothing is said."""
        self.bounds[row] = (least, most)
        _ = self.rows[row]

    def solve(self, seconds: float = SECONDS) -> list[int] | None:
        """How many of each column, worth as much as possible; None where there is no way. Raises UnsureError when it
        takes too long."""
        # Where its presolve stumbles over a program, the program as it is can still be solved.
        for presolve in ("choose", "off"):
            highs = highspy.Highs()
            for option, value in (*OPTIONS, ("time_limit", seconds), ("presolve", presolve)):
                highs.setOptionValue(option, value)
            highs.passModel(self._model())
            highs.run()
            status = highs.getModelStatus()
            if status == highspy.HighsModelStatus.kInfeasible:
                return None
            if status == highspy.HighsModelStatus.kOptimal:
                return [round(value) for value in highs.getSolution().col_value]
        raise UnsureError(f"not solved: {status}")

    def _model(self) -> highspy.HighsLp:
        rows = list(self.rows.items())
        limits = [self.bounds.get(name, (0.0, 0.0)) for name, _ in rows]
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.columns), len(rows)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.array([worth for _, worth in self.columns])
        model.col_lower_ = np.zeros(len(self.columns))
        model.col_upper_ = np.array([most for most, _ in self.columns])
        model.row_lower_ = np.array([least for least, _ in limits])
        model.row_upper_ = np.array([most for _, most in limits])
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = np.cumsum([0] + [len(row) for _, row in rows]).astype(np.int32)
        model.a_matrix_.index_ = np.array([column for _, row in rows for column in row], dtype=np.int32)
        model.a_matrix_.value_ = np.array([value for _, row in rows for value in row.values()])
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(self.columns)
        return model
