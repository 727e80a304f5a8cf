"""The integer program that the solver is checked against, against every table that there can be, each judged."""

import random
from dataclasses import replace

import pytest

from benchmarks.integer.case import Aim
from benchmarks.solver.exactness import best
from benchmarks.solver.positions import MODES, case_of
from engine.rules.first_play import opening_begins_with, opening_is_worth, opening_leaves_the_table_alone
from engine.rules.turns import Check
from engine.tiles.tiles import Box, Color
from tests.brute_force import Everything, dealt
from tests.engine.solver.test_best_turn import rules, value
from tests.engine.solver.test_best_turn_jokers import swappable

THREE = (Color.RED, Color.BLUE, Color.BLACK)
BOXES = (Box(high=4), Box(high=5), Box(colors=THREE, high=5), Box(colors=THREE, high=6))
AIMS = {Aim.TILES: len, Aim.VALUE: value}
OPENINGS: tuple[tuple[Check, ...], ...] = (
    (),
    (),
    (opening_leaves_the_table_alone, opening_is_worth(9)),
    (opening_begins_with(6),),
    (opening_begins_with(0),),
)


@pytest.mark.parametrize("check", MODES, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 500), marks=pytest.mark.soak)], ids=str)
def test_the_program_gains_just_what_the_judge_allows(check: Check, seeds: range) -> None:
    for seed in seeds:
        dice = random.Random(seed)  # noqa: S311  # repeatable, not secret
        settled = replace(rules(), box=dice.choice(BOXES), jokers=check, opening=dice.choice(OPENINGS))
        has_melded = not settled.opening
        where = swappable(settled, dice) if has_melded else dealt(settled, dice, sets=3, rack=4, has_melded=False)
        everything = Everything(where)
        for aim, worth in AIMS.items():
            assert best(case_of(where), aim) == everything.best(worth), f"seed {seed}, {aim}: {where}"
