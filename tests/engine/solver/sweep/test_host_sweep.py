"""Jokers of the table settled in one sweep, against all that can be done and against settling them one by one."""

import random
from dataclasses import replace

import pytest

from benchmarks.solver.synthetic import freed_jokers
from engine.game.goals import Goal
from engine.rules import jokers
from engine.rules.turns import Check
from engine.solver import best_turn
from engine.solver.best_turn import Position, solve
from engine.solver.plans import branch_and_bound
from engine.solver.sweep import host_sweep
from engine.tiles.tiles import Box
from tests.brute_force import check, dealt
from tests.engine.solver.test_best_turn import BOXES, agrees, rules
from tests.support.sampled import sampled

SUBSTITUTED = [jokers.substitute2, jokers.substitute2_anew]
NEVER = 1 << 60


@pytest.fixture(params=[host_sweep.NARROW, ()], ids=["narrow sweeps first", "foreseen sweeps alone"], autouse=True)
def _narrow(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_sweep, "NARROW", request.param)


@pytest.mark.parametrize("seed", sampled(range(2), 2))
@pytest.mark.parametrize("box", BOXES, ids=["two jokers", "four jokers", "four colors"])
@pytest.mark.parametrize("mode", SUBSTITUTED, ids=lambda mode: mode.__name__)
def test_no_turn_is_better_than_the_one_found_at_once(
    monkeypatch: pytest.MonkeyPatch, mode: Check, box: Box, seed: int
) -> None:
    dice = random.Random(f"at once {mode.__name__} {box} {seed}")  # noqa: S311  # the same dice each time
    monkeypatch.setattr(branch_and_bound, "LITTLE_WORK", 0)

    for _ in range(10):
        agrees(dealt(replace(rules(), box=box, jokers=mode), dice, sets=2, rack=3))


@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_at_once_is_as_good_as_one_by_one(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    box = Box(high=7, copies=1, jokers=2)
    for where in freed_jokers(replace(rules(), box=box), 15, f"at once {seed}"):
        found = []
        for budget in (0, NEVER):
            monkeypatch.setattr(branch_and_bound, "LITTLE_WORK", budget)
            monkeypatch.setattr(best_turn, "MOST_WORK", 10 * NEVER)
            found.append(solved(where))
        assert found[0] == found[1]


def solved(where: Position) -> tuple[int, bool]:
    """How many tiles the best turn plays, and whether that is proven."""
    answer = solve(where, Goal.TILES)
    return (len(check(where, answer).played), answer.exact) if answer else (0, True)
