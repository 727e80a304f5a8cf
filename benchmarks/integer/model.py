"""Integer programs, and HiGHS to solve them."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import highspy
import numpy as np

ConstraintRow = Hashable


@dataclass
class Model:
    """An integer program: a column is a variable that is a whole number from 0, a row a constraint with a name.

    `rows` has the bounds (low, high) of each row's sum. `entries` and `gains` have, for each column, its coefficients
    by row and in the objective, which, plus `constant`, is maximized. Entries in a row without bounds are ignored.
    """

    constant: int = 0
    rows: dict[ConstraintRow, tuple[float, float]] = field(default_factory=dict)
    gains: list[int] = field(default_factory=list)
    entries: list[Mapping[ConstraintRow, int]] = field(default_factory=list)

    def bound(self, row: ConstraintRow, low: float = -highspy.kHighsInf, high: float = highspy.kHighsInf) -> None:
        """Set the bounds, inclusive, between which a row's sum must be; by default, it has none on either side."""
        self.rows[row] = (low, high)

    def column(self, entries: Mapping[ConstraintRow, int], gain: int = 0) -> None:
        """Add a column: its coefficients by row, and its coefficient in the objective."""
        self.entries.append(entries)
        self.gains.append(gain)

    def best(self, *, presolve: bool = False) -> int | None:
        """Return the largest objective, in tiles or points, or None if nothing satisfies all rows.

        Without presolve, HiGHS takes half of the time here. With it, HiGHS 1.15.1 gives up on a few of these programs,
        and calls one in several thousand infeasible that it solves without.

        Raises:
            ArithmeticError: HiGHS ends without a proof.
        """
        if not self.gains:  # a turn must play a tile, so it needs a column
            return None
        solver = _solver()
        solver.clearModel()
        solver.setOptionValue("presolve", "choose" if presolve else "off")
        solver.passModel(self._program())
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise ArithmeticError(str(status))
        found: list[float] = solver.getSolution().col_value
        return self.constant + sum(round(value) * gain for value, gain in zip(found, self.gains, strict=True))

    def _program(self) -> Any:
        indexes = {row: index for index, row in enumerate(self.rows)}
        entries = [
            {indexes[row]: value for row, value in each.items() if value and row in indexes} for each in self.entries
        ]
        starts = np.cumsum([0, *map(len, entries)])
        program = highspy.HighsLp()
        program.num_col_ = len(self.gains)
        program.num_row_ = len(self.rows)
        program.col_cost_ = np.array([-gain for gain in self.gains], dtype=float)
        program.col_lower_ = np.zeros(len(self.gains))
        program.col_upper_ = np.full(len(self.gains), highspy.kHighsInf)
        program.row_lower_ = np.array([low for low, _ in self.rows.values()], dtype=float)
        program.row_upper_ = np.array([high for _, high in self.rows.values()], dtype=float)
        program.integrality_ = [highspy.HighsVarType.kInteger] * len(self.gains)
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = starts.astype(np.int32)
        program.a_matrix_.index_ = np.array([row for each in entries for row in each], dtype=np.int32)
        program.a_matrix_.value_ = np.array([value for each in entries for value in each.values()], dtype=float)
        return program


@cache
def _solver() -> Any:
    """Return the one HiGHS solver for all programs; making one takes longer than solving a small program."""
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    return solver
