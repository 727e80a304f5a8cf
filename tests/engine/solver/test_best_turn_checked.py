"""Positions in which the solver was once wrong, each with the best that an integer program of its own found there."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from engine.game.goals import Goal
from engine.game.views import Value
from engine.rules.turns import judge_turn
from engine.solver.best_turn import Position, solve
from engine.tiles.crossings import read_sets
from engine.tiles.notation import read_rack
from engine.variants import load

SYSTEMS = load()


@dataclass(frozen=True)
class Known:
    """A position, a goal, and what the best turn comes to: its tiles or its value in points."""

    system: str
    table: str
    rack: str
    goal: Goal
    best: int
    options: Mapping[str, Value] = field(default_factory=dict)
    opened: bool = True


KNOWN = {
    "two jokers freed at once": Known(
        "rummi200kub",
        "B5 B6 B7 B8 / O10 O11 O12 O13 / B10 B11 B12 B13 / B4 B5 B6 B7 B8 B9 B10 / O4 O5 O6 J=O7 J=O8 O9",
        "O8 R13 K4 O7 R6 O5 O8 K3",
        Goal.TILES,
        7,
    ),
    "both jokers of one set swapped": Known(
        "rummy_cube",
        "B9 K9 O9 R9 / K10 K11 K12 / B9 K9 R9 / O6 O7 O8 O9 / K8 R8 J=8 J=8",
        "O8 B8 B13 R12 R8 B10 R10 R13 B4 O10 K12 R5",
        Goal.VALUE,
        96,
        {"both_colors": "both"},
        opened=False,
    ),
    "a freed joker in a long set": Known(
        "rummi200kub",
        "B8 K8 R8 / J=O3 O4 O5 O6 O7 / B5 B6 B7 / R1 R2 R3 R4 / B11 B12 B13 / K3 K4 K5 / K6 O6 R6 / B5 K5 O5 / "
        "B10 O10 R10 / R10 R11 R12 / B1 K1 O1 R1",
        "O3 K2 O2 B10 K10 O11 O2 O1 B2 O7 B6 R13 O11",
        Goal.VALUE,
        58,
    ),
    "three jokers freed for two sets": Known(
        "classic",
        "R10 J=R11 R12 R13 / R10 R11 R12 / B5 B6 B7 / B9 B10 B11 B12 B13 / K6 J=K7 K8 K9 / K11 K12 K13 / K11 K12 K13 / "
        "O1 O2 O3 O4 O5 / O7 O8 O9 O10 O11 / O11 O12 O13 / R3 B3 J / R3 B3 K3 / B5 K5 O5 / B5 K5 O5 / R6 K6 O6 / "
        "R7 B7 K7 / R8 K8 O8 / R9 B9 K9 / R9 B9 K9 / R10 K10 O10 / R13 B13 O13",
        "B7 K2 K5 O3 B11 R2 K7 O6 R5 O6 K8 R6 O4 R1 B3 B2 R11",
        Goal.TILES,
        16,
        {"box": "large"},
    ),
}


def answered(known: Known) -> tuple[int, bool]:
    """What is found, as far as the rules allow it, and whether that is said to be proven.

    Without crossings, which the program does not know.
    """
    system: Any = SYSTEMS[known.system]
    rules = system.rules_for(system.chosen(known.options))
    rules = replace(rules, crossings=False) if rules.crossings else rules
    sets, rack = read_sets(known.table, rules.box), read_rack(known.rack, rules.box)

    answer = solve(Position(rules, sets, rack, known.opened), known.goal)

    assert answer is not None
    rows = {str(place): row for place, row in enumerate(answer.rows)}
    assert judge_turn(rules, sets, rack, rows, opened=known.opened).played == answer.played
    return (len(answer.played) if known.goal is Goal.TILES else answer.value), answer.exact


@pytest.mark.parametrize("known", KNOWN.values(), ids=list(KNOWN))
def test_the_best_turn_is_found(known: Known) -> None:
    assert answered(known) == (known.best, True)
