"""Openings that a plan is branched on."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.game.goals import Goal
from engine.solver.best_turn import Position, solve
from engine.solver.plans import opening_plans
from engine.solver.plans.legality import Melds
from engine.solver.plans.opening_plans import widen_children
from engine.solver.plans.partial_turns import PartialTurn, Problem
from engine.tiles.notation import read_rack
from engine.tiles.tiles import Box
from engine.variants import rummy_cube

BOX = Box()
RACK = "R10 R11 R12 B10 B11 B12 K10 K11 K12"  # with more openings than one


def branch(plan: PartialTurn) -> Iterable[PartialTurn] | None:
    def nothing(problem: Problem, plan: PartialTurn, melds: Melds) -> None:
        del problem, plan, melds

    rack = Counter(read_rack(RACK, BOX))
    problem = Problem(
        box=BOX,
        before=(),
        rack=rack,
        has_melded=False,
        weights=(1,) * 13,
        joker_weight=1,
        legal=lambda _: True,
    )
    return widen_children(nothing, 30, lambda _: False)(problem, plan, ())


def test_a_plan_stands_for_the_openings_that_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_plans, "MOST_CORES", 1)
    root = PartialTurn(stock=Counter())

    first, others = branch(root) or ()

    assert first.asked.total() == 3
    assert others == replace(root, has_left_out=True)
    assert branch(others) is None  # so that the search proves nothing that depends on it


def test_without_too_many_openings_none_is_left_out() -> None:
    assert not any(plan.has_left_out for plan in branch(PartialTurn(stock=Counter())) or ())


def test_an_answer_that_reaches_the_bound_is_proven_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_plans, "MOST_CORES", 1)
    rack = read_rack(RACK, BOX)

    answer = solve(Position(rummy_cube.VARIANT.rules, (), rack, has_melded=False), Goal.TILES)

    assert answer is not None
    assert (len(answer.played), answer.exact) == (len(rack), True)
