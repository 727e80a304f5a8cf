"""The best turn by an integer program: an independent answer to the question that the engine's solver is asked.

Written from the rules' pages alone (CL-15 to CL-19, RC-12 to RC-16). Copies of a face are alike, and so are jokers: a
turn is legal if the rules allow any way for its tiles to have come where they are (DEC-1).
"""

from dataclasses import replace

from benchmarks.integer import frozen, substitute
from benchmarks.integer.case import Aim, IntegerCase, Mode


def best(case: IntegerCase, aim: Aim, *, presolve: bool = False) -> int | None:
    """Return the largest gain of a legal turn, or None if there is none; `presolve` is as in `Model.best`."""
    if case.owes and case.owes.alone:
        case = replace(case, table=(), mode=Mode.FREE)  # the opening leaves the table alone
    if case.mode in (Mode.FROZEN, Mode.FROZEN_BOTH):
        found = [model.best(presolve=presolve) for model in frozen.programs(case, aim)]
        return max((gain for gain in found if gain is not None), default=None)
    return substitute.program(case, aim).best(presolve=presolve)
