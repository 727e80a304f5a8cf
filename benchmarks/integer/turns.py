"""The best turn by an integer program: an independent answer to what the engine's solver is asked.

Written from the rules' pages alone (CL-15 to CL-19, RC-12 to RC-16). Copies of a face are alike, jokers too: a turn
counts as legal if its tiles can have come to lie where they do in any way that the rules allow (DEC-1).
"""

from dataclasses import replace

from benchmarks.integer import frozen, substitute
from benchmarks.integer.case import Aim, IntegerCase, Mode
from benchmarks.integer.model import Best


def best(case: IntegerCase, aim: Aim, *, presolve: bool = False) -> Best | None:
    """The most that one legal turn can gain, and the table after it; None if there is no such turn."""
    if case.owes and case.owes.alone:
        case = replace(case, table=(), mode=Mode.FREE)  # the table stays as it is
    if case.mode in (Mode.FROZEN, Mode.FROZEN_BOTH):
        found = [model.best(presolve=presolve) for model in frozen.programs(case, aim)]
        return max((each for each in found if each), key=lambda each: each.gain, default=None)
    return substitute.program(case, aim).best(presolve=presolve)
